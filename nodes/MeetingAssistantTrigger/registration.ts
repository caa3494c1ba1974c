import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';
import { type ExplainFailureOptions, failedStep, isRegistered, ownRegistration, register, type Registration, type RegistrationPort, remove, repair } from '../../src/triggers/index.ts';
import { Refusal } from '../../src/words/index.ts';
import { clientOf, readSettings } from '../shared/account.ts';
import { triggerError } from '../shared/errors.ts';
import { logOf } from '../shared/log.ts';
import { terms } from '../shared/terms.ts';
import { checkParameters, readParameters } from './form.ts';

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

/** The registration that deliveries are verified with. */
export function heldRegistration(context: Context): HeldRegistration | undefined {
	const stored = readStored(context);
	return stored && { ...stored, flowId: stored.workflowId, confirm: () => remember(context, stored) };
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
		givePublicAddress:
			'Set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to the public https:// address of n8n and restart n8n',
		serviceUrl: async () => (await settings()).baseUrl,
		connect: async (limits) => clientOf(context, await settings(), limits),
		chosen: () => readParameters(context).events,
		stored: {
			read: () => heldRegistration(context),
			write: (registration) => write(context, registration, now),
			forget: () => forget(context),
		},
		log: logOf(context),
		now: () => now,
		terms,
	};
}

/** One step of publishing, or of listening in the editor. */
async function take<T>(context: IHookFunctions, now: number, step: (port: RegistrationPort) => Promise<T>, failed: (port: RegistrationPort) => ExplainFailureOptions): Promise<T> {
	const port = portOf(context, now);
	try {
		return await step(port);
	} catch (error) {
		throw triggerError(context.getNode(), error, failed(port));
	}
}

/** Why n8n activates a workflow without a person asking for it. */
const STARTS: ReadonlySet<string> = new Set(['init', 'leadershipChange']);

/**
 * While n8n starts, the service is not asked: n8n removes what it cannot check, so a service that is down at that moment would
 * silence the workflow for good. `watchWebhook` checks soon after.
 */
export async function checkExists(context: IHookFunctions, now: number): Promise<boolean> {
	if (STARTS.has(context.getActivationMode()) && ownRegistration(portOf(context, now))) return true;
	await take(context, now, async () => checkParameters(context), () => ({}));
	return await take(context, now, isRegistered, failedStep.isRegistered);
}

export const create = (context: IHookFunctions, now: number): Promise<void> => take(context, now, register, failedStep.register);

export const removeWebhook = (context: IHookFunctions, now: number): Promise<void> => take(context, now, remove, failedStep.remove);

/** After a delivery with a wrong signature. Never throws. */
export const repairWebhook = (context: IWebhookFunctions, now: number): Promise<void> => repair(portOf(context, now));
