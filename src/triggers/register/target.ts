import * as z from 'zod/v4';
import { type EventName, isLoopback, isUrl, plans, type Webhook } from '../../api/index.ts';
import { type Client, isForbidden, isNotFound } from '../../client/index.ts';
import { simpleProfile } from '../../format/index.ts';
import { type Terms, textIn } from '../../forms/index.ts';
import { Refusal } from '../../words/index.ts';
import { ANY_EVENT, eventsToRegister, noEvent } from '../items/catalogue.ts';
import { isSameAddress, leadsTo } from './address.ts';
import type { Registration, RegistrationPort } from './port.ts';

/** For one answer of the service, while a person waits for the activation. */
const TIMEOUT_MS = 15_000;

/** For all requests of a registration, however many webhooks the service lists. */
const TOTAL_MS = 90_000;

/** The wanted outcome of a registration, and what its steps share. */
export interface Target {
	readonly port: RegistrationPort;
	readonly client: Client;
	readonly url: string;
	readonly events: readonly EventName[];
}

const hostOf = (url: string): string => (isUrl(url) ? new URL(url).hostname : '');

/**
 * Why the service cannot deliver to this trigger, or null (Webhooks: only HTTPS). If host and service are on the same machine, as
 * with the sandbox, the service decides about plain HTTP: no other service could reach a loopback address.
 */
export function addressProblem(
	{ ownUrl, terms, givePublicAddress }: Pick<RegistrationPort, 'givePublicAddress' | 'ownUrl' | 'terms'>,
	serviceUrl: string,
): Refusal | null {
	const url = ownUrl();
	if (isUrl(url) && new URL(url).protocol === 'https:') return null;
	if (isLoopback(hostOf(url)) && isLoopback(hostOf(serviceUrl))) return null;
	const origin = isUrl(url) ? new URL(url).origin : url;
	return new Refusal(
		`The service delivers events only to an address that starts with https://, and the address of this ${terms.platform} is ${origin}`,
		({ pollingTrigger }) =>
			`${givePublicAddress}, or use the ${pollingTrigger}, which needs no public address`,
		{ code: 'address_not_public' },
	);
}

/** Throws `Refusal` when nothing could be delivered here, or no event was chosen. */
export async function prepareTarget(port: RegistrationPort): Promise<Target> {
	const url = port.ownUrl();
	const problem = addressProblem(port, await port.serviceUrl());
	if (problem) throw problem;
	const events = eventsToRegister(port.chosen());
	if (events.length === 0) throw noEvent();
	return { port, client: await port.connect({ timeoutMs: TIMEOUT_MS, totalMs: TOTAL_MS }), url, events };
}

/** The stored registration, if it is this trigger's: a copied flow or database carries another trigger's. */
export function ownRegistration({ stored, flowId, ownUrl }: RegistrationPort): Registration | undefined {
	const held = stored.read();
	return held?.flowId === flowId && isSameAddress(held.url, ownUrl()) ? held : undefined;
}

/**
 * Whether a listed webhook is a trigger's. The one whose ID is held is, however the service spells its address, unless it
 * points to another host: in another account, the same ID may be someone else's.
 */
export const belongsTo = ({ id, url }: Webhook, address: string, heldId: string | undefined): boolean =>
	leadsTo(url, address) || (id === heldId && (url === undefined || hostOf(url) === hostOf(address)));

export const isOwn = (webhook: Webhook, { port, url }: Target): boolean => belongsTo(webhook, url, ownRegistration(port)?.id);

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
	new Set(one).size === new Set(other).size && one.every((value) => other.includes(value));

/** Every event that a webhook can be registered for, and those that were chosen. */
export const everyEvent = ({ events }: Target): EventName[] => eventsToRegister([ANY_EVENT, ...events]);

/** Whether a webhook is registered for all of these events. Assumed if the list does not say. */
export const covers = ({ events }: Webhook, wanted: readonly string[]): boolean => events === undefined || wanted.every((event) => events.includes(event));

/** Whether a listed webhook is as the trigger wants it. */
export const isAsWanted = (webhook: Webhook, target: Target): boolean =>
	(webhook.url === undefined || leadsTo(webhook.url, target.url)) &&
	(webhook.events === undefined || sameSet(webhook.events, target.events) || (target.port.overlaps === true && covers(webhook, everyEvent(target))));

const Id = z.union([z.string().min(1), z.number().transform(String)]);
const ListedWebhook = z.object({
	id: Id,
	url: z.string().optional().catch(undefined),
	events: z.array(z.string()).optional().catch(undefined),
	createdAt: z.string().optional().catch(undefined),
});
const Answer = z.object({ id: Id.optional().catch(undefined), secret: z.string().min(1).optional().catch(undefined) });

/** The webhooks that the service lists, each once. Without an ID, they could be neither compared nor deleted. */
export async function listWebhooks(client: Client): Promise<Webhook[]> {
	const { data } = await client.webhooks.list();
	const listed = data.flatMap((webhook: unknown) => ListedWebhook.safeParse(webhook).data ?? []);
	return [...new Map(listed.map((webhook) => [webhook.id, webhook])).values()];
}

/** The fields needed from the answer to a registration, as far as present. */
export const readRegistered = (data: unknown): z.output<typeof Answer> => Answer.safeParse(data).data ?? {};

/** Deletes a webhook. Resolves with whether it still existed; if someone else has deleted it, that is no error. */
export async function unregister(client: Client, id: string): Promise<boolean> {
	return await client.webhooks.delete({ id }).then(
		() => true,
		(error: unknown) => {
			if (isNotFound(error)) return false;
			throw error;
		},
	);
}

const noWebhooks = (terms: Terms): Refusal =>
	new Refusal(
		'This account cannot use webhooks, so events cannot be delivered',
		textIn(
			({ pollingTrigger }) =>
				`Webhooks need the Professional or Enterprise plan and a key that works with the API. The ${pollingTrigger} works on every paid plan`,
			terms,
		),
		{ code: 'no_webhooks' },
	);

/**
 * The account's webhooks: this trigger's, and the others. A plan without webhooks already refuses the list, so finding that out
 * takes no further request. Throws `ClientError` or `Refusal`.
 */
export async function sortWebhooks(target: Target): Promise<{ own: Webhook[]; others: Webhook[] }> {
	const { client, port } = target;
	const listed = await listWebhooks(client).catch((error: unknown) => {
		throw isForbidden(error) ? noWebhooks(port.terms) : error;
	});
	const own = new Set(listed.filter((webhook) => isOwn(webhook, target)));
	return { own: [...own], others: listed.filter((webhook) => !own.has(webhook)) };
}

/** The fewest webhooks that any plan with webhooks allows. */
export const FEWEST = Math.min(...Object.values(plans).flatMap(({ webhooks }) => webhooks || []));

/**
 * Checks that a registration was refused because all webhooks are taken. Throws `Refusal` if the plan has no webhooks, which
 * some services list anyway, and `refused` if the account has no others. Reads the profile only if the other webhooks are
 * fewer than any plan allows.
 */
export async function assertFull({ client, port }: Target, others: readonly Webhook[], refused: unknown): Promise<void> {
	if (others.length >= FEWEST) return;
	await assertWebhooks({ client, port });
	if (others.length === 0) throw refused;
}

/**
 * Throws `Refusal` if the plan has no webhooks. After a downgrade, a service may still list the old ones, but sends nothing to
 * them. An unreadable profile is ignored.
 */
export async function assertWebhooks({ client, port }: Pick<Target, 'client' | 'port'>): Promise<void> {
	const tier = await client.user.profile().then(
		({ data }) => simpleProfile(data).plan,
		() => null,
	);
	if (tier === 'starter') throw noWebhooks(port.terms);
}
