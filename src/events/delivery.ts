import type { Item } from '../polling/index.ts';
import type { Included } from '../webhooks/emitted.ts';
import type { Received } from '../webhooks/index.ts';
import { planDetails, readDetails, type ReadDetailsOptions } from './details.ts';
import { knownFrom, passes, type Filters } from './filters.ts';
import { itemsOfDelivery } from './items.ts';

/** What a trigger was set to. */
export interface WantedDelivery {
	readonly include: readonly string[];
	readonly filters: Filters;
}

export interface DeliveredItems {
	/** None if the filters let nothing pass. */
	readonly items: readonly Item[];
	/** Whether there is one for each action item. */
	readonly splitActionItems: boolean;
	/** Why details could not be read, or null. The items say so too. */
	readonly reason: string | null;
}

const nothingRead: Included = { ok: true };

/** Reads what a verified delivery is about, and makes it the items that a flow gets. `now` in milliseconds since 1970. */
export async function readItems(
	received: Received,
	{ include, filters }: WantedDelivery,
	options: ReadDetailsOptions,
	now: number,
): Promise<DeliveredItems> {
	const { toRead, ...plan } = planDetails(received, include, filters);
	const { conversationId, data } = received;
	const title = typeof data['title'] === 'string' ? data['title'] : undefined;
	const included = conversationId === undefined || toRead.length === 0 ? nothingRead : await readDetails(toRead, { conversationId, title }, options);
	const isWanted = passes(knownFrom(received, included), filters);
	const receivedAt = new Date(now).toISOString();
	return {
		items: isWanted ? itemsOfDelivery({ received, receivedAt, included, filters, ...plan }) : [],
		splitActionItems: plan.splitActionItems,
		reason: included.ok ? null : included.reason,
	};
}
