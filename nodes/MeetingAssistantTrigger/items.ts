import type { IDataObject } from 'n8n-workflow';
import { actionItemRecords } from '../../src/format/index.ts';
import { actionItemKeyOf, dedupeKeyOf, type EmittedEvent, type Included } from '../../src/webhooks/emitted.ts';
import type { Received } from '../../src/webhooks/index.ts';
import { isOwned, type Filters } from '../shared/filters.ts';
import type { DetailName } from './readers.ts';

export const ACTION_ITEMS_EVENT = 'conversation.action_items.ready';

export interface ToEmit {
	readonly received: Received;
	/** ISO 8601, for a delivery that does not say when it happened. */
	readonly receivedAt: string;
	readonly included: Included;
	/** Details to hand on; others were read for filters, or for the action items. */
	readonly wanted: readonly DetailName[];
	readonly splitActionItems: boolean;
	readonly filters: Filters;
}

const failed = (included: Included): boolean => !included.ok;

/** Only what was asked for; that something went wrong is always said. */
function handedOn(included: Included, wanted: readonly DetailName[]): Pick<EmittedEvent, 'included'> {
	if (wanted.length === 0 && !failed(included)) return {};
	const details = Object.fromEntries(wanted.filter((name) => name in included).map((name) => [name, included[name]]));
	return { included: included.ok ? { ok: true, ...details } : { ok: false, reason: included.reason, ...details } };
}

/** The items a delivery becomes: one, or one for each action item. */
export function itemsOf({ received, receivedAt, included, wanted, splitActionItems, filters }: ToEmit): IDataObject[] {
	const { event, conversationId, data } = received;
	const timestamp = received.timestamp ?? receivedAt;
	const common = {
		event,
		timestamp,
		dedupeKey: dedupeKeyOf({ event, conversationId, timestamp }),
		...(conversationId !== undefined && { conversationId }),
		data,
		...handedOn(included, wanted),
	} satisfies EmittedEvent;
	if (!splitActionItems || conversationId === undefined || !included.keyPoints) return [common];
	const { conversation } = included;
	const records = actionItemRecords(included.keyPoints, { ...conversation, id: conversationId });
	if (records.length === 0) return [common];
	return records.filter((record) => isOwned(record, filters)).map((record) => {
		const { included: details, ...rest } = common;
		const dedupeKey = actionItemKeyOf(conversationId, record.dedupeKey);
		return { ...rest, dedupeKey, actionItem: record, ...(details && { included: details }) } satisfies EmittedEvent;
	});
}
