import pLimit, { type LimitFunction } from 'p-limit';
import { MINUTE_MS } from '../../api/index.ts';
import { isForbidden, type Client } from '../../client/index.ts';
import type { ExplainFailureOptions } from '../failures.ts';
import { leadsTo } from './address.ts';
import type { Registration, RegistrationPort } from './port.ts';
import { replaceWebhook } from './replace.ts';
import { assertWebhooks, belongsTo, isAsWanted, listWebhooks, ownRegistration, prepareTarget, sortWebhooks, unregister } from './target.ts';

const limits = new Map<string, LimitFunction>();

/**
 * Runs the changes to a trigger's webhook one after the other. Otherwise a repair, started by a delivery while the flow is
 * being published, would delete the webhook that was just registered. Each change has its own time limit.
 */
async function oneAtATime<T>({ key }: RegistrationPort, work: () => Promise<T>): Promise<T> {
	const limit = limits.get(key) ?? pLimit(1);
	limits.set(key, limit);
	try {
		return await limit(work);
	} finally {
		if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
	}
}

/**
 * Whether the service has exactly one webhook for this trigger, as wanted, and its secret is held here. A webhook whose secret
 * is not held is useless: `register` replaces it. Throws `ClientError` or `Refusal`.
 */
export async function isRegistered(port: RegistrationPort): Promise<boolean> {
	const held = ownRegistration(port);
	if (!held) return false;
	const target = await prepareTarget(port);
	const { own } = await sortWebhooks(target);
	if (own.length !== 1 || !own.every((webhook) => webhook.id === held.id && isAsWanted(webhook, target))) return false;
	await assertWebhooks(target);
	return true;
}

/**
 * Registers the trigger again: afterwards the service has exactly one webhook for it and its secret is held here, or a
 * `ClientError` or `Refusal` says why not.
 */
export async function register(port: RegistrationPort): Promise<void> {
	const target = await prepareTarget(port);
	await oneAtATime(port, () => replaceWebhook(target));
}

/**
 * Whether the service still lists a webhook for the trigger. Needed because a webhook that was deleted elsewhere or lost would
 * otherwise stay gone: repairs start with a delivery, and none arrives.
 */
export const isListed = async (client: Client, { id, url }: { readonly id?: string; readonly url: string }): Promise<boolean> =>
	(await listWebhooks(client)).some((webhook) => belongsTo(webhook, url, id));

/** Time limits for one answer, and for all requests of a removal. */
const REMOVAL = { timeoutMs: 15_000, totalMs: MINUTE_MS };

async function deleteAtService(port: RegistrationPort, { id, url }: Registration): Promise<void> {
	const client = await port.connect(REMOVAL);
	const wasThere = await unregister(client, id);
	try {
		// Other webhooks that point here, as after restoring an old database, or when two processes registered at once.
		const leftovers = (await listWebhooks(client)).filter((webhook) => leadsTo(webhook.url, url));
		for (const leftover of leftovers) await unregister(client, leftover.id);
	} catch (error) {
		// After a downgrade, a service may allow deleting webhooks but not listing them. The known one is gone by now.
		if (isForbidden(error)) return;
		if (!wasThere) throw error;
		port.log.warn('Other webhooks that lead to this trigger could not be looked up', { cause: String(error) });
	}
}

/**
 * Removes the trigger's webhook at the service. Already gone counts as removed. If the service cannot be reached, throws
 * `ClientError` and keeps what is stored, so that it can be removed later. A webhook of another flow or host, whose
 * registration was copied along, is left alone.
 */
export async function remove(port: RegistrationPort): Promise<void> {
	const held = port.stored.read();
	if (!held) return;
	if (ownRegistration(port)) await oneAtATime(port, () => deleteAtService(port, held));
	else port.log.warn(`Webhook ${held.id} leads to another address or ${port.terms.flow} and was left at the service`);
	port.stored.forget();
}

/** Time between two checks, however many wrong deliveries arrive. */
const LOOK_AGAIN_MS = 10 * MINUTE_MS;

/** How long the host may take to store the secret of a new webhook. */
const SETTLING_MS = 30_000;

interface Look {
	/** When to check again, in milliseconds since 1970. */
	readonly nextAt: number;
	/** Webhooks that were too new then. */
	readonly tooNew: ReadonlySet<string>;
}

/** When this process last looked, for each trigger. */
const looks = new Map<string, Look>();

/** Setting the clock back must not delay the next check by as much. */
const mayLook = (look: Look | undefined, now: number): boolean =>
	look === undefined || now >= look.nextAt || look.nextAt - now > LOOK_AGAIN_MS;

/**
 * Registers again unless the service has exactly the webhook whose secret is held. Returns the webhooks that are too new to
 * be replaced. Their age depends on the service's clock, which may be ahead, so a webhook seen before no longer counts as
 * new.
 */
async function lookAndReplace(port: RegistrationPort, before: Look | undefined, now: number): Promise<string[]> {
	const target = await prepareTarget(port);
	const { own } = await sortWebhooks(target);
	if (own.length === 1 && own[0]?.id === ownRegistration(port)?.id) return [];
	const tooNew = own.filter(
		({ id, createdAt }) => createdAt && now - Date.parse(createdAt) < SETTLING_MS && !before?.tooNew.has(id),
	);
	if (tooNew.length > 0) return tooNew.map(({ id }) => id);
	await replaceWebhook(target);
	const reason = own.length === 0 ? 'the service no longer had it' : 'its signing secret was not the one held here';
	port.log.info(`The webhook was registered anew, because ${reason}`);
	return [];
}

/**
 * Repairs the registration after a delivery with a wrong signature. Hosts need not check webhooks when they start, so after
 * restoring an old database, or a crash during activation, the secret held here may not be the service's. Also runs after
 * `isListed` found no webhook, because a host can store the secret only where deliveries arrive. Never throws.
 */
export async function repair(port: RegistrationPort): Promise<void> {
	const { key, log } = port;
	const now = port.now();
	const before = looks.get(key);
	if (!mayLook(before, now)) return;
	looks.set(key, { nextAt: now + LOOK_AGAIN_MS, tooNew: new Set() });
	try {
		const tooNew = await oneAtATime(port, () => lookAndReplace(port, before, now));
		if (tooNew.length > 0) looks.set(key, { nextAt: now + SETTLING_MS, tooNew: new Set(tooNew) });
	} catch (error) {
		log.warn('The webhook could not be checked after a wrong signature', { cause: String(error) });
	}
}

/** Describes the failed step, for `explainFailure`. */
export const failedStep = {
	isRegistered: (): ExplainFailureOptions => ({ before: 'The webhook could not be looked up at the service' }),
	register: ({ ownUrl }: RegistrationPort): ExplainFailureOptions => ({
		before: 'The webhook could not be registered at the service',
		advice: { validation_error: () => `The service must be able to reach ${new URL(ownUrl()).origin} over https://` },
	}),
	remove: ({ stored, terms }: RegistrationPort): ExplainFailureOptions => ({
		before: `Webhook ${stored.read()?.id ?? ''} could not be removed and is still at the service, which keeps sending events to it. It is replaced when the ${terms.flow} is active again`,
	}),
};
