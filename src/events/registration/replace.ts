import type { Webhook } from '../../api/index.ts';
import { ClientError } from '../../client/index.ts';
import { Refusal } from '../../words/errors.ts';
import type { Terms } from '../../words/terms.ts';
import { eventChoices } from '../catalogue.ts';
import { isCode } from '../failures.ts';
import type { RegistrationPort } from './port.ts';
import { assertFull, deleteWebhook, readRegistered, sortWebhooks, type Target } from './target.ts';

/** A webhook that was registered, and whose deliveries can be verified. */
interface Registered {
	readonly id: string;
	readonly secret: string;
}

/** Deletes what the service still has for this trigger: leftovers, whose secret nobody holds, and what is to be replaced. */
async function clearOwn(target: Target): Promise<{ others: readonly Webhook[]; removed: number }> {
	const { own, others } = await sortWebhooks(target);
	for (const { id } of own) await deleteWebhook(target.client, id);
	return { others, removed: own.length };
}

/** Whether the webhook that may have been registered is certainly gone. `id` when the service gave one. Never throws. */
async function rollBack(target: Target, id: string | undefined): Promise<boolean> {
	try {
		if (id === undefined) return (await clearOwn(target)).removed > 0;
		await deleteWebhook(target.client, id);
		return true;
	} catch (error) {
		// The failure that led here is the one to report, and the next attempt begins by clearing.
		target.port.log.warn('A webhook that may have been registered could not be removed', { cause: String(error) });
		return false;
	}
}

/** Whether nobody knows if the webhook was registered. */
const mayBeThere = (error: unknown): boolean =>
	!(error instanceof ClientError) || ['noAnswer', 'unexpectedAnswer'].includes(error.problem.kind);

/**
 * Registers, and leaves nothing at the service when that ends without a secret to verify deliveries by. Throws
 * `ClientError`, or `Refusal` when the service gave no secret.
 */
async function registerOnce(target: Target): Promise<Registered> {
	const { client, url, events } = target;
	const { data } = await client.webhooks.register({ url, events: [...events] }).catch(async (error: unknown) => {
		if (mayBeThere(error)) await rollBack(target, undefined);
		throw error;
	});
	const { id, secret } = readRegistered(data);
	if (id !== undefined && secret !== undefined) return { id, secret };
	const isGone = await rollBack(target, id);
	throw new Refusal(
		'The service registered a webhook without an ID or its signing secret, so deliveries could not be verified',
		({ operation, list }) =>
			isGone
				? 'The webhook was removed again'
				: `The webhook may still be at the service${id === undefined ? '' : ` as ${id}`}. Find it with ${operation('Webhook', list.name)} and remove it with ${operation('Webhook', 'Delete')}`,
		{ code: 'no_secret' },
	);
}

/** A webhook that takes up one of the plan's. */
interface Holder {
	readonly webhook: Webhook;
	/** Left behind by this host: it leads here, and nothing listens to it here. */
	readonly dead: boolean;
}

/** Checked for whether anything listens there; more count as alive. Side by side, so all take as long as one. */
const MAX_PROBES = 20;

const findHolders = (port: RegistrationPort, webhooks: readonly Webhook[]): Promise<Holder[]> =>
	Promise.all(
		webhooks.map(async (webhook, index) => {
			const { url } = webhook;
			return { webhook, dead: index < MAX_PROBES && url !== undefined && (await port.isDead(url)) };
		}),
	);

/** A URL as people may read it: what comes after the path, and before the host, may be a secret. */
export function shownUrl(url: string): string {
	if (!URL.canParse(url)) return 'an address that cannot be read';
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname}`;
}

function holderWords({ webhook: { id, url, events, createdAt }, dead }: Holder, { platform }: Terms): string {
	const named = (events ?? []).map((event) => eventChoices.find(({ value }) => value === event)?.label ?? event);
	const parts = [
		named.length > 0 ? `${named.join(', ')} to` : '',
		url === undefined ? `webhook ${id}` : shownUrl(url),
		createdAt ? `since ${createdAt.slice(0, 10)}` : '',
		dead ? `dead: left behind by this ${platform}, nothing listens there` : '',
	];
	return parts.filter(Boolean).join(' ');
}

/** Why no webhook can be had, who has them, and what to do. */
function allTaken(holders: readonly Holder[], terms: Terms): Refusal {
	const list = holders.map((holder, index) => `(${index + 1}) ${holderWords(holder, terms)}`).join('; ');
	const removal = terms.operation('Webhook', 'Delete');
	const next = holders.some(({ dead }) => dead)
		? `Turn on the option “Remove Dead Webhooks” to delete only the dead ones, or delete one yourself with ${removal}`
		: `Delete one of them with ${removal}`;
	return new Refusal(
		`The plan allows no more webhooks. In use: ${list}`,
		`${next}. The ${terms.pollingTrigger} needs none`,
		{ code: 'webhook_limit' },
	);
}

/** Registers although the plan's webhooks are taken, if that is wanted and some of them are dead. */
async function registerInPlaceOfDead(target: Target, others: readonly Webhook[]): Promise<Registered> {
	const { port, client } = target;
	const holders = await findHolders(port, others);
	const dead = holders.filter((holder) => holder.dead);
	if (!port.removesDead() || dead.length === 0) throw allTaken(holders, port.terms);
	for (const { webhook } of dead) await deleteWebhook(client, webhook.id);
	return await registerOnce(target);
}

/**
 * Registers the trigger anew in place of whatever leads to its URL, and stores ID and secret. Throws `ClientError`, or
 * `Refusal` when the plan has no webhooks, or all are taken.
 */
export async function replaceWebhook(target: Target): Promise<void> {
	const { port, url } = target;
	const { others } = await clearOwn(target);
	const { id, secret } = await registerOnce(target).catch(async (error: unknown) => {
		if (!isCode(error, 'forbidden')) throw error;
		await assertFull(target, others, error);
		return await registerInPlaceOfDead(target, others);
	});
	port.stored.write({ id, secret, url, flowId: port.flowId });
}
