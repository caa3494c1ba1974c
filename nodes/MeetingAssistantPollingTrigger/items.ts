import type { Happening, Item, Watched } from '../../src/polling/index.ts';
import { actionItemRecords } from '../../src/format/index.ts';
import { actionItemKeyOf, dedupeKeyOf, type EmittedEvent } from '../../src/webhooks/emitted.ts';
import { isOwned, passes, type Filters, type Known } from '../shared/filters.ts';
import { ACTION_ITEMS, CREATED, FEEDBACK, KEY_POINTS, missingEvents } from './events.ts';

type Found<K extends Happening['kind']> = Extract<Happening, { kind: K }>;

const event = (
	kind: string,
	conversationId: string,
	timestamp: string,
	data: object,
): Omit<EmittedEvent, 'included'> => ({
	event: kind,
	timestamp,
	dedupeKey: dedupeKeyOf({ event: kind, conversationId, timestamp }),
	conversationId,
	data: { conversationId, ...data },
});

const known = <T>(name: string, value: T | null): Record<string, T> => (value === null ? {} : { [name]: value });

function keyPointItems({ id, keyPoints, conversation }: Found<'keyPoints'>, now: string): Item[] {
	const included = { ok: true, ...known('conversation', conversation), keyPoints };
	return [{ ...event(KEY_POINTS, id, keyPoints.createdAt ?? now, { title: keyPoints.title }), included }];
}

function actionItems({ id, keyPoints, conversation }: Found<'keyPoints'>, filters: Filters, now: string): Item[] {
	const records = actionItemRecords(keyPoints, { ...conversation, id });
	const common = event(ACTION_ITEMS, id, keyPoints.createdAt ?? now, { actionItemCount: records.length });
	return records.filter((record) => isOwned(record, filters)).map((record) => ({
		...common,
		dedupeKey: actionItemKeyOf(id, record.dedupeKey),
		actionItem: record,
		...(conversation && { included: { ok: true, conversation } }),
	}));
}

function knownFrom(happening: Happening): Known {
	const { conversation } = happening;
	const keyPoints = happening.kind === 'keyPoints' ? happening.keyPoints : undefined;
	return {
		title: conversation?.title ?? keyPoints?.title,
		segments: conversation?.segmentCount,
		actionItems: keyPoints?.keypoints?.actionItems?.length,
		score: happening.kind === 'feedback' ? happening.feedback.overallScore : undefined,
	};
}

/**
 * The items for what has happened, for those of the chosen events that it is about, if it passes the filters. What the
 * poll read anyway is included. `now` is ISO 8601.
 */
export function itemsOf(
	happening: Happening,
	{ events, filters }: { readonly events: ReadonlySet<string>; readonly filters: Filters },
	now: string,
): Item[] {
	if (!passes(knownFrom(happening), filters)) return [];
	switch (happening.kind) {
		case 'created': {
			const { id, conversation } = happening;
			return [{ ...event(CREATED, id, now, {}), included: { ok: true, conversation } }];
		}
		case 'keyPoints':
			return [
				...(events.has(KEY_POINTS) ? keyPointItems(happening, now) : []),
				...(events.has(ACTION_ITEMS) ? actionItems(happening, filters, now) : []),
			];
		case 'feedback': {
			const { id, feedback, conversation } = happening;
			const { overallScore, createdAt = now } = feedback;
			const included = { ok: true, ...known('conversation', conversation), feedback };
			return [{ ...event(FEEDBACK, id, createdAt, { overallScore }), included }];
		}
	}
}

const words = { keyPoints: 'key points', feedback: 'feedback' } as const;

/** What to do about a result that never came. */
export const missingHint = ({ id, kind }: Watched): string =>
	`The service has made no ${words[kind]} of conversation ${id} within 48 hours, so they are not waited for any more. The Meeting Assistant node can generate them, for one AI credit.`;

export function missingItem(entry: Watched, now: string): Item {
	const kind = missingEvents[entry.kind];
	const dedupeKey = `${kind}:${entry.id}`;
	return { ...event(kind, entry.id, now, { hint: missingHint(entry) }), dedupeKey };
}
