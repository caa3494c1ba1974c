import { createHmac, randomBytes } from 'node:crypto';
import { sleep, type IHookFunctions, type IPollFunctions, type IWebhookFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';
import { deliveryHeaders } from '../../src/api/index.ts';
import { ClientError, isOfThisAlone, isTemporary, isUnauthorized, limitIn } from '../../src/client/index.ts';
import { TEST_EVENT } from '../../src/events/catalogue.ts';
import type { ExplainFailureOptions } from '../../src/events/failures.ts';
import { unnamedAddress } from '../../src/events/registration/address.ts';
import { failedStep, isRegistered, register, remove, repair } from '../../src/events/registration/lifecycle.ts';
import type { Registration, RegistrationPort } from '../../src/events/registration/port.ts';
import { ownRegistration } from '../../src/events/registration/target.ts';
import { spelledAlike } from '../../src/webhooks/index.ts';
import { Refusal } from '../../src/words/errors.ts';
import { clientOf, readSettings } from '../shared/account.ts';
import { triggerError } from '../shared/errors.ts';
import { terms } from '../shared/terms.ts';
import { readParameters } from './form.ts';

type Context = IHookFunctions | IWebhookFunctions;

/** Last part of the trigger's webhook URLs. Registered at the service for as long as a webhook exists. */
export const WEBHOOK_PATH = 'meeting-assistant';

/** What n8n saves, separately for tests in the editor. */
export const Stored = z.object({
	id: z.string().min(1),
	secret: z.string().min(1),
	url: z.string(),
	workflowId: z.string(),
	/** Milliseconds since 1970. */
	registeredAt: z.number().max(8_640_000_000_000_000).catch(0),
});
type Stored = z.output<typeof Stored>;

/** Takes the place of the service's ID if the service was not asked. */
const SAMPLES_ID = 'samples';

export const NAME = 'registration';

/**
 * For each trigger, the newest registration that this process made or verified a delivery with. n8n stores one document for
 * all triggers of a workflow, and a trigger that was not published again writes its old copy of it back.
 */
const newest = new Map<string, Stored>();

const workflowIdOf = (context: Context): string => String(context.getWorkflow().id);

/** Null while listening in the editor, for which n8n keeps the only copy. */
const nameOf = (context: Context): string | null =>
	context.getMode() === 'manual' ? null : `${workflowIdOf(context)} ${context.getNodeWebhookUrl('default') ?? ''}`;

const isOutdated = (stored: Stored | undefined, known: Stored | undefined): known is Stored =>
	known !== undefined && (stored === undefined || stored.registeredAt < known.registeredAt);

/** The one in force. If the stored one is older, it is corrected. */
function readStored(context: Context): Stored | undefined {
	const memory = context.getWorkflowStaticData('node');
	const stored = Stored.safeParse(memory[NAME]).data;
	const known = newest.get(nameOf(context) ?? '');
	if (!isOutdated(stored, known)) return stored;
	memory[NAME] = known;
	return known;
}

function remember(context: Context, stored: Stored): void {
	const name = nameOf(context);
	if (name !== null) newest.set(name, stored);
}

function write(context: Context, { id, secret, url, flowId }: Registration, now: number): void {
	// The clock may have been set back.
	const registeredAt = Math.max(now, (readStored(context)?.registeredAt ?? 0) + 1);
	const inForce: Stored = { id, secret, url, workflowId: flowId, registeredAt };
	context.getWorkflowStaticData('node')[NAME] = inForce;
	remember(context, inForce);
}

function forget(context: Context): void {
	newest.delete(nameOf(context) ?? '');
	delete context.getWorkflowStaticData('node')[NAME];
}

export interface HeldRegistration extends Registration {
	/** Call it when a delivery has shown that it is in force: another process may have made it. */
	readonly confirm: () => void;
}

/** The secrets to verify deliveries with. */
export function heldRegistration(context: Context): HeldRegistration | undefined {
	const stored = readStored(context);
	return stored && { ...stored, flowId: stored.workflowId, confirm: () => remember(context, stored) };
}

/**
 * The address under which an n8n takes webhooks, from one of them: `<root>/<webhook or webhook-test>/<id>/<path>`.
 * Null for a URL of another shape.
 */
function rootOf(url: string): string | null {
	const parts = spelledAlike(unnamedAddress(url)).split('/');
	return parts.length >= 6 && parts.at(-1) === WEBHOOK_PATH ? parts.slice(0, -3).join('/') : null;
}

/** Whether a webhook points to a trigger of this kind on the same n8n as `ownUrl`. */
export function isOfSameKind(url: string, ownUrl: string): boolean {
	const root = rootOf(ownUrl);
	return root !== null && rootOf(url) === root;
}

const PROBE_TIMEOUT_MS = 3000;

/** Posts to a trigger of this n8n. Without a signature, the trigger only answers. */
export const postUnsigned = (helpers: IPollFunctions['helpers'] | Context['helpers'], url: string, event: string): Promise<unknown> =>
	helpers.httpRequest({
		method: 'POST',
		url,
		body: { event },
		json: true,
		// `timeout` only measures silence: whatever answers there could keep the probe waiting.
		abortSignal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	});

/** n8n's own answer for a webhook that it does not have. */
const NotRegistered = z.object({ statusCode: z.literal(404), body: z.looseObject({ code: z.literal(404) }) });

/** Whether n8n says that nothing listens at one of its own URLs. A live trigger refuses the request, because it is not signed. */
async function isDead(context: Context, url: string): Promise<boolean> {
	try {
		return NotRegistered.safeParse(await postUnsigned(context.helpers, url, 'probe')).success;
	} catch {
		return false;
	}
}

function ownUrl(context: Context): string {
	const url = context.getNodeWebhookUrl('default');
	if (url?.endsWith(`/${WEBHOOK_PATH}`)) return url;
	throw new Refusal('n8n did not say at which address this trigger can be reached', 'Publish the workflow again', {
		code: 'no_address',
	});
}

/** This trigger in n8n. `now` in milliseconds since 1970. */
function portOf(context: Context, now: number): RegistrationPort {
	let reading: ReturnType<typeof readSettings> | undefined;
	const settings = () => (reading ??= readSettings(context));
	return {
		key: `${workflowIdOf(context)}/${context.getNode().id}`,
		flowId: workflowIdOf(context),
		flowName: context.getWorkflow().name,
		ownUrl: () => ownUrl(context),
		serviceUrl: async () => (await settings()).baseUrl,
		connect: async (limits) => clientOf(context, await settings(), limits),
		chosen: () => readParameters(context).events,
		removesDead: () => readParameters(context).options.removeDeadWebhooks,
		stored: {
			read: () => heldRegistration(context),
			write: (registration) => write(context, registration, now),
			forget: () => forget(context),
		},
		isDead: async (url) => isOfSameKind(url, ownUrl(context)) && (await isDead(context, url)),
		log: {
			info: (message) => context.logger.info(message),
			warn: (message, details) => context.logger.warn(message, details && { ...details }),
		},
		now: () => now,
		terms,
	};
}

/** n8n takes test deliveries only once the registration has returned. */
const HEAD_START_MS = 1000;
const SAMPLES_TIMEOUT_MS = 10_000;

/**
 * Has n8n send itself a test delivery, which the samples answer. The service is not involved, so this uses none of the plan's
 * webhooks and works before anything is set up. It sends no credential, because n8n resolves none once this has returned.
 */
async function listenForSamples(context: IHookFunctions, now: number): Promise<void> {
	const url = ownUrl(context);
	const secret = randomBytes(32).toString('hex');
	write(context, { id: SAMPLES_ID, secret, url, flowId: workflowIdOf(context) }, now);
	const names = deliveryHeaders((await readSettings(context)).headerPrefix);
	const body = JSON.stringify({ event: TEST_EVENT, data: {}, timestamp: new Date(now).toISOString() });
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	const headers = { 'Content-Type': 'application/json', [names.signature]: signature };
	void sleep(HEAD_START_MS)
		.then(() => context.helpers.httpRequest({ method: 'POST', url, headers, body, abortSignal: AbortSignal.timeout(SAMPLES_TIMEOUT_MS) }))
		.catch((error: unknown) => {
			const cause = String(error);
			context.logger.warn('n8n could not reach itself at its webhook address, so no samples are shown', { cause });
		});
}

type Failed = (port: RegistrationPort) => ExplainFailureOptions;
type OnFailure = (error: unknown, shown: Error) => void;

async function take<T>(
	context: IHookFunctions,
	now: number,
	step: (port: RegistrationPort) => Promise<T>,
	failed: Failed,
	onFailure?: OnFailure,
): Promise<T> {
	const port = portOf(context, now);
	try {
		return await step(port);
	} catch (error) {
		const shown = triggerError(context.getNode(), error, failed(port));
		onFailure?.(error, shown);
		throw shown;
	}
}

/** n8n publishes up to five times within 15 seconds, whatever the error says. */
const REFUSAL_HOLDS_MS = 20_000;

interface LastRefusal {
	readonly shown: Error;
	/** Milliseconds since 1970. */
	readonly at: number;
	/** The form and the credential that were refused. */
	readonly form: string;
}

/** The last refusal of each trigger, so that the service is not asked the same thing again and again. */
const refusals = new Map<string, LastRefusal>();

const formOf = (context: IHookFunctions): string => {
	const { parameters, credentials } = context.getNode();
	return JSON.stringify([parameters, credentials]);
};

/** Whether the service would refuse the same again. A failed connection may succeed the next time. */
function isFinal(error: unknown): boolean {
	if (!(error instanceof ClientError)) return error instanceof Refusal;
	return limitIn(error)?.by === 'service' || (isOfThisAlone(error) && !isTemporary(error)) || isUnauthorized(error);
}

/** Runs a step of publishing, unless it was refused a moment ago. While listening in the editor, a person tries again. */
async function publish<T>(context: IHookFunctions, now: number, step: (port: RegistrationPort) => Promise<T>, failed: Failed): Promise<T> {
	const name = nameOf(context);
	if (name === null) return await take(context, now, step, failed);
	const form = formOf(context);
	const last = refusals.get(name);
	if (last?.form === form && now >= last.at && now - last.at < REFUSAL_HOLDS_MS) throw last.shown;
	refusals.delete(name);
	return await take(context, now, step, failed, (error, shown) => {
		if (isFinal(error)) refusals.set(name, { shown, at: now, form });
	});
}

/** When n8n publishes without a person asking for it. */
const STARTS: ReadonlySet<string> = new Set(['init', 'leadershipChange']);

/**
 * While n8n starts, the service is not asked: n8n removes what it cannot check, so a service that is down at that moment would
 * silence the workflow for good. `watchWebhook` checks soon after.
 */
export async function checkExists(context: IHookFunctions, now: number): Promise<boolean> {
	if (STARTS.has(context.getActivationMode()) && ownRegistration(portOf(context, now))) return true;
	return await publish(context, now, isRegistered, failedStep.isRegistered);
}

/** Registers the trigger, or listens for samples if a person wants those in the editor. */
export async function create(context: IHookFunctions, now: number): Promise<void> {
	const wantsSamples = context.getMode() === 'manual' && readParameters(context).listenFor === 'samples';
	if (!wantsSamples) return await publish(context, now, register, failedStep.register);
	try {
		await listenForSamples(context, now);
	} catch (error) {
		throw triggerError(context.getNode(), error);
	}
}

export async function removeWebhook(context: IHookFunctions, now: number): Promise<void> {
	if (readStored(context)?.id === SAMPLES_ID) forget(context);
	else await take(context, now, remove, failedStep.remove);
}

/** After a delivery with a wrong signature. Never throws. */
export const repairWebhook = (context: IWebhookFunctions, now: number): Promise<void> => repair(portOf(context, now));
