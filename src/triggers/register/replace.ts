import { MINUTE_MS, type Webhook } from '../../api/index.ts';
import { isForbidden, mayBeDone } from '../../client/index.ts';
import { quoted } from '../../format/index.ts';
import type { Terms } from '../../forms/index.ts';
import { Refusal } from '../../words/index.ts';
import { ANY_EVENT, eventLabel, eventsToRegister } from '../items/catalogue.ts';
import { flowIn, namedAddress, shownUrl } from './address.ts';
import type { RegistrationPort } from './port.ts';
import { assertFull, covers, everyEvent, FEWEST, isAsWanted, ownRegistration, readRegistered, sortWebhooks, type Target, unregister } from './target.ts';

/** A webhook that was registered, and whose deliveries can be verified. */
interface Registered {
	readonly id: string;
	readonly secret: string;
}

/**
 * Deletes the service's webhooks for this trigger, all but `kept`: the one to be replaced, and leftovers whose secret is lost.
 */
async function clearOwn(target: Target, kept?: string): Promise<{ others: readonly Webhook[]; removed: number }> {
	const sorted = await sortWebhooks(target);
	const { others } = sorted;
	const own = sorted.own.filter(({ id }) => id !== kept);
	for (const { id } of own) await unregister(target.client, id);
	return { others, removed: own.length };
}

/**
 * Removes a webhook that may have been registered. Resolves with whether it is certainly gone. `id`: present if the service
 * returned one. Never throws.
 */
async function rollBack(target: Target, id: string | undefined, kept?: string): Promise<boolean> {
	try {
		if (id === undefined) return (await clearOwn(target, kept)).removed > 0;
		await unregister(target.client, id);
		return true;
	} catch (error) {
		// Report the failure that led here. The next attempt starts by clearing up.
		target.port.log.warn('A webhook that may have been registered could not be removed', { cause: String(error) });
		return false;
	}
}

/**
 * Registers a webhook, and leaves none behind if the service returns no secret to verify deliveries with. Throws `ClientError`,
 * or `Refusal` if there was no secret. `kept`: a webhook to leave alone.
 */
async function registerOnce(target: Target, kept?: string): Promise<Registered> {
	const { client, port, url, events } = target;
	const { data } = await client.webhooks.register({ url: namedAddress(url, port.flowName), events: [...events] }).catch(async (error: unknown) => {
		if (mayBeDone(error)) await rollBack(target, undefined, kept);
		throw error;
	});
	const { id, secret } = readRegistered(data);
	if (id !== undefined && secret !== undefined) return { id, secret };
	const isGone = await rollBack(target, id, kept);
	throw new Refusal(
		'The service registered a webhook without an ID or its signing secret, so deliveries could not be verified',
		({ operation, list }) =>
			isGone
				? 'The webhook was removed again'
				: `The webhook may still be at the service${id === undefined ? '' : ` as ${id}`}. ${port.freeWebhook === undefined ? `Find it with ${operation('Webhook', list.name)} and remove it with ${operation('Webhook', 'Delete')}` : 'If the plan then allows no more, ask the service to remove it'}`,
		{ code: 'no_secret' },
	);
}

function holderWords({ id, url, events = [] }: Webhook, { flow }: Terms): string {
	const named = eventsToRegister([ANY_EVENT]).every((name) => events.includes(name)) ? ['all events'] : events.map(eventLabel);
	const address = url === undefined ? `webhook ${id}` : shownUrl(url);
	const user = flowIn(url);
	return `${named.length > 0 ? `${named.join(', ')} to ` : ''}${user === undefined ? address : `the ${flow} ${quoted(user)} (${address})`}`;
}

/** Why no webhook is available, who uses them, and what to do. */
function allTaken(others: readonly Webhook[], { terms, freeWebhook }: RegistrationPort): Refusal {
	const list = others.map((webhook, index) => `(${index + 1}) ${holderWords(webhook, terms)}`).join('; ');
	const free =
		freeWebhook ??
		`Stop one of the ${terms.flow}s that use them, or delete one with ${terms.operation('Webhook', 'Delete')}: whatever uses it then gets no more events`;
	return new Refusal('The plan allows no more webhooks', `${free}. The ${terms.pollingTrigger} needs none. In use: ${list}`, {
		code: 'webhook_limit',
	});
}

/** How long deliveries of a deleted webhook may still arrive. */
const ON_THEIR_WAY_MS = 10 * MINUTE_MS;

/** Registers a webhook beside the existing one, then deletes the old one. False if none exists, or if the plan has no room for both. */
async function replaceInOverlap(target: Target): Promise<boolean> {
	const { port, client, url } = target;
	const held = ownRegistration(port);
	const { own } = await sortWebhooks(target);
	const before = own.find(({ id }) => id === held?.id);
	if (!held || !before) return false;
	// We don't hold the secrets of other webhooks that point here, including a previous one's.
	for (const { id } of own) if (id !== held.id) await unregister(client, id);
	if (isAsWanted(before, target)) return true;
	const registered = await registerOnce(target, held.id).catch((error: unknown) => {
		if (isForbidden(error)) return null;
		throw error;
	});
	// Being registered for more events than were chosen loses nothing.
	if (registered === null) return covers(before, target.events);
	port.stored.write({ ...registered, url, flowId: port.flowId, previous: { secret: held.secret, until: port.now() + ON_THEIR_WAY_MS } });
	await unregister(client, held.id);
	return true;
}

/**
 * Replaces whatever points to the trigger's URL with a new webhook, and stores its ID and secret. Throws `ClientError`, or
 * `Refusal` if the plan has no webhooks or all are taken.
 */
export async function replaceWebhook(target: Target): Promise<void> {
	const { port, url } = target;
	if (port.overlaps && (await replaceInOverlap(target))) return;
	const { others } = await clearOwn(target);
	// A plan's last webhook has no room to overlap with its successor, so it is registered for every event and never changes.
	const wanted = port.overlaps && others.length + 1 >= FEWEST ? { ...target, events: everyEvent(target) } : target;
	const { id, secret } = await registerOnce(wanted).catch(async (error: unknown) => {
		if (!isForbidden(error)) throw error;
		await assertFull(wanted, others, error);
		throw allTaken(others, port);
	});
	port.stored.write({ id, secret, url, flowId: port.flowId });
}
