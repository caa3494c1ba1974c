import type { Conversation, EventName, KeyPoints } from '../../api/index.ts';
import { actionItemRecords, dueDates, keyPointsTexts, type Texts, withDueDates } from '../../format/index.ts';
import type { Received } from '../verify.ts';
import { events, fieldNamesOf, polledNames } from './catalogue.ts';
import type { DetailName, DetailPlan } from './details.ts';
import { type Filters, isWantedItem, type KnownFacts, passes } from './filters.ts';
import { actionItemKeyOf, dedupeKeyOf, type EventItem, type Happening, type Included, type IncludedDetails, type Item, withMore } from './item.ts';

/** Finds the IANA name of the flow’s time zone. Called only once due dates have to be read. */
export type FindTimezone = () => Promise<string> | string;

type Common = Omit<EventItem, 'included' | 'actionItem'>;

/** Responses may drift from their schema: anything but text counts as unknown. */
const known = (...values: readonly unknown[]): string | null =>
	values.find((value) => typeof value === 'string' && value !== '')?.toString() ?? null;

/** The sources for the title and the start of a conversation. */
interface About {
	readonly conversation?: Partial<Conversation> | null | undefined;
	readonly keyPoints?: KeyPoints | null | undefined;
}

function commonOf(event: string, timestamp: string, data: object, conversationId?: string, about: About = {}): Common {
	const { conversation, keyPoints } = about;
	const said = { title: undefined, ...data };
	return {
		...(conversationId !== undefined && {
			title: known(said.title, conversation?.title, keyPoints?.title),
			startTime: known(conversation?.startTime),
			conversationId,
		}),
		data,
		event,
		timestamp,
		dedupeKey: dedupeKeyOf({ event, timestamp, ...(conversationId !== undefined && { conversationId }) }),
	};
}

/** An item for each action item that is wanted. */
const splitItems = (
	common: Common,
	conversationId: string,
	records: ReturnType<typeof actionItemRecords>,
	{ filters, included, ...place }: { filters: Filters; included: Included | undefined; now: string; timezone: string },
): Item[] =>
	records
		.filter((record) => isWantedItem(record, filters, place))
		.map((record) => withMore({ actionItem: record, ...common, dedupeKey: actionItemKeyOf(conversationId, record.dedupeKey) }, included ? { included } : {}));

export interface Delivered extends Pick<DetailPlan, 'wanted' | 'splitActionItems'> {
	readonly received: Received;
	/** When the delivery was received, ISO 8601. Used if it has no time of its own. */
	readonly receivedAt: string;
	readonly included: Included;
	readonly filters: Filters;
	/** IANA name, for due dates. */
	readonly timezone: string;
}

/** The action items of key points with their due dates, as they have them everywhere. */
function dated<D extends IncludedDetails>(details: D, startTime: string | null | undefined, timezone: string): D {
	return details.keyPoints ? { ...details, keyPoints: withDueDates(details.keyPoints, startTime, timezone) } : details;
}

/** Only the requested details: others were read for filters or action items. A failure is always mentioned. */
function handedOn(included: Included, wanted: readonly DetailName[], timezone: string): Included | undefined {
	if (wanted.length === 0 && included.ok) return undefined;
	const read: IncludedDetails = Object.fromEntries(wanted.filter((name) => name in included).map((name) => [name, included[name]]));
	const details = dated(read, included.conversation?.startTime, timezone);
	return included.ok ? { ok: true, ...details } : { ok: false, reason: included.reason, ...details };
}

/** Key points in every format, so that a message needs no further step. Empty if there are no key points. */
const textsOf = ({ keyPoints, conversation }: About, timezone: string): Partial<Texts> =>
	keyPoints ? keyPointsTexts(keyPoints, { dueOf: dueDates(conversation?.startTime, timezone) }) : {};

/** The items a delivery becomes: one, or one for each action item. */
export function itemsOfDelivery({ received, receivedAt, included, wanted, splitActionItems, filters, timezone }: Delivered): Item[] {
	const { event, conversationId, data } = received;
	const common = commonOf(event, received.timestamp ?? receivedAt, data, conversationId, included);
	const details = handedOn(included, wanted, timezone);
	if (!splitActionItems || conversationId === undefined || !included.keyPoints) {
		const texts = splitActionItems ? {} : textsOf({ conversation: included.conversation, keyPoints: details?.keyPoints }, timezone);
		return [withMore({ ...common }, { ...texts, ...(details && { included: details }) })];
	}
	const records = actionItemRecords(included.keyPoints, { ...included.conversation, id: conversationId }, timezone);
	return splitItems(common, conversationId, records, { filters, included: details, now: receivedAt, timezone });
}

function knownOf(happening: Happening): KnownFacts {
	const { conversation } = happening;
	const keyPoints = happening.kind === 'keyPoints' ? happening.keyPoints : undefined;
	return {
		title: conversation?.title ?? keyPoints?.title,
		segments: conversation?.segmentCount,
		actionItems: keyPoints?.keypoints?.actionItems?.length,
		score: happening.kind === 'feedback' ? happening.feedback.overallScore : undefined,
	};
}

/** Whether something that happened may start the flow, as far as it says. */
export const isWanted = (happening: Happening, filters: Filters): boolean => passes(knownOf(happening), filters);

/** What polling has read. `fields` contains everything that event data can contain, under the same names. */
function readFor(happening: Happening, now: string, timezone: string) {
	const { id, conversation } = happening;
	switch (happening.kind) {
		case 'created':
			return { at: now, details: {}, fields: {}, records: [] };
		case 'feedback': {
			const { feedback } = happening;
			const { overallScore, createdAt } = feedback;
			return { at: createdAt ?? now, details: { feedback }, fields: { overallScore }, records: [] };
		}
		case 'keyPoints': {
			const { keyPoints } = happening;
			const { title, createdAt, keypoints } = keyPoints;
			const records = actionItemRecords(keyPoints, { ...conversation, id }, timezone);
			const fields = { title, sectionCount: keypoints?.sections?.length, actionItemCount: records.length };
			return { at: createdAt ?? now, details: { keyPoints }, fields, records };
		}
	}
}

export interface WantedEvents {
	readonly events: readonly string[];
	readonly filters: Filters;
	/** IANA name, for due dates. */
	readonly timezone: string;
}

/**
 * The items for something that happened: some for each chosen event that it matches, if it passes the filters. They include
 * what polling has read anyway. `now` is ISO 8601.
 */
export function itemsOfHappening(happening: Happening, { events: chosen, filters, timezone }: WantedEvents, now: string): Item[] {
	if (!isWanted(happening, filters)) return [];
	const { id, conversation } = happening;
	const listed = conversation ? { conversation } : {};
	const itemsFor = (name: EventName): Item[] => {
		const { at, details, fields, records } = readFor(happening, now, timezone);
		const data = Object.fromEntries(Object.entries(fields).filter(([field]) => fieldNamesOf(name).includes(field)));
		const common = commonOf(name, at, { conversationId: id, ...data }, id, { conversation, ...details });
		if (events[name].details !== 'actionItems') {
			const included = { ok: true as const, ...listed, ...dated(details, conversation?.startTime, timezone) };
			return [withMore({ ...common }, { ...textsOf({ conversation, ...details }, timezone), included })];
		}
		return splitItems(common, id, records, { filters, included: conversation ? { ok: true, conversation } : undefined, now, timezone });
	};
	return polledNames
		.filter((name) => chosen.includes(name) && events[name].polled?.from === happening.kind)
		.flatMap(itemsFor);
}
