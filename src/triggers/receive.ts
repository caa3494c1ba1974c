import { fieldsOf, textOf } from '../format/index.ts';
import { type IfUnread, planDetails, readDetails, type ReadDetailsOptions, Unread } from './items/details.ts';
import { type Filters, knownFrom, passes } from './items/filters.ts';
import type { Included, Item } from './items/item.ts';
import { type FindTimezone, itemsOfDelivery } from './items/make.ts';
import { lookUpInTime } from './items/people.ts';
import { claimDelivery, type ReplayStore, type Settle } from './replays.ts';
import { type IncomingDelivery, isStale, type Received, type Rules, type Verified, verifyDelivery, type Window } from './verify.ts';

/** The reasons for refusing a delivery, with the answer to each. */
export const refusals = {
	signature: { status: 401, message: 'The signature is missing or wrong' },
	stale: { status: 401, message: 'The delivery is too old, or from the future' },
	unreadable: { status: 400, message: 'The delivery holds no event with data' },
	tooLarge: { status: 413, message: 'The delivery is too large' },
	pending: { status: 503, message: 'The same delivery is still being processed' },
} as const;

export type Refused = keyof typeof refusals;

/** How a trigger is configured. */
export interface WantedDelivery {
	readonly isChosen: (event: string) => boolean;
	readonly include: readonly string[];
	readonly filters: Filters;
	/** Whether to add the addresses of the owners of action items. */
	readonly withOwnerEmail?: boolean;
	/** Default: `continue`. */
	readonly ifUnread?: IfUnread;
}

export interface DeliveredItems {
	readonly received: Received;
	/** Empty if the filters let nothing through. */
	readonly items: readonly Item[];
	/** Whether each action item has an item of its own. */
	readonly splitActionItems: boolean;
	/** Why details or owners could not be read, or null. The items say so too. */
	readonly reason: string | null;
	/** Call it once the host has accepted or refused the items. */
	readonly settle: Settle;
}

export interface DeliveryHost extends ReadDetailsOptions {
	readonly replays: ReplayStore;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	readonly timezone: FindTimezone;
}

const nothingRead: Included = { ok: true };

/** Reads the details of a verified delivery and makes the flow's items. */
async function readItems(
	received: Received,
	{ include, filters, withOwnerEmail = false }: Omit<WantedDelivery, 'isChosen'>,
	host: ReadDetailsOptions & Pick<DeliveryHost, 'now' | 'timezone'>,
): Promise<Omit<DeliveredItems, 'settle'>> {
	const { toRead, ...plan } = planDetails(received, include, filters, withOwnerEmail);
	const { conversationId, data } = received;
	const title = typeof data['title'] === 'string' ? data['title'] : undefined;
	const [included, timezone] = await Promise.all([
		conversationId === undefined || toRead.length === 0 ? nothingRead : readDetails(toRead, { conversationId, title }, host),
		plan.splitActionItems ? host.timezone() : 'UTC',
	]);
	const isWanted = passes(knownFrom(received, included), filters);
	const receivedAt = new Date(host.now()).toISOString();
	const items = isWanted ? itemsOfDelivery({ received, receivedAt, included, filters, timezone, ...plan }) : [];
	const complete = await lookUpInTime(items, { withOwnerEmail, filters }, () => included.conversation, host);
	return {
		received,
		items: complete,
		splitActionItems: plan.splitActionItems,
		reason: isWanted ? (reasonIn(complete) ?? (included.ok ? null : included.reason)) : null,
	};
}

/** Why details of these items could not be read, or null. */
export function reasonIn(items: readonly Item[]): string | null {
	const [reason] = items.map(({ included }) => fieldsOf(included)).flatMap(({ ok, reason: why }) => (ok === false ? [textOf(why)] : []));
	return reason ?? null;
}

/** Reads again what the items of a delivery lack. For hosts that have already answered the sender, so that it may take longer. */
export async function readAgain(
	items: readonly Item[],
	wanted: Omit<WantedDelivery, 'isChosen'>,
	host: ReadDetailsOptions & Pick<DeliveryHost, 'now' | 'timezone'>,
): Promise<Pick<DeliveredItems, 'items' | 'reason'>> {
	const [first] = items;
	if (!first) return { items, reason: null };
	const { event, timestamp, conversationId, data } = first;
	const received = { event: textOf(event), timestamp: textOf(timestamp) || null, conversationId: textOf(conversationId) || undefined, data: fieldsOf(data) };
	return await readItems(received, wanted, { ...host, sleep: () => new Promise(() => {}) });
}

/** The outcome of a delivery: why it is refused, why it starts nothing, or the items for the flow. */
export type DeliveryOutcome = { readonly refused: Refused } | { readonly ignored: 'not chosen' | 'repeated' } | DeliveredItems;

/**
 * Takes a delivery: verifies its raw bytes, then reads and filters it. `webhook`: the one it was sent to.
 * If it throws, the delivery leaves no mark, so the sender's retry is accepted.
 */
export async function receiveDelivery(
	delivery: IncomingDelivery,
	rules: Rules & { readonly webhook: string },
	wanted: WantedDelivery,
	host: DeliveryHost,
): Promise<DeliveryOutcome> {
	const verified = await verifyDelivery(delivery, rules, host.now());
	return typeof verified === 'string' ? { refused: verified } : await handOn(verified, rules, wanted, host);
}

/** Takes a verified delivery for one of several triggers that share a webhook; `webhook` tells them apart. */
export async function handOn(
	verified: Verified,
	rules: Window & { readonly webhook: string },
	wanted: WantedDelivery,
	host: DeliveryHost,
): Promise<DeliveryOutcome> {
	const { received } = verified;
	if (isStale(received, rules, host.now())) return { refused: 'stale' };
	if (!wanted.isChosen(received.event)) return { ignored: 'not chosen' };
	const settle = await claimDelivery(verified, rules, host.replays);
	if (settle === 'repeated') return { ignored: 'repeated' };
	if (settle === 'pending') return { refused: 'pending' };
	try {
		const read = await readItems(received, wanted, host);
		if (read.reason !== null && wanted.ifUnread === 'fail') throw new Unread(read.reason, read.items);
		return { ...read, settle };
	} catch (error) {
		await settle(false);
		throw error;
	}
}
