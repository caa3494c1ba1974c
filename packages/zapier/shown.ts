import type { EventName, Feedback, KeyPoints } from '../../src/api/index.ts';
import { trust } from '../../src/client/trust.ts';
import { entryOf } from '../../src/events/catalogue.ts';
import { dueDates, feedbackRow, keyPointsHtml, keyPointsMarkdown, keyPointsNote, keyPointsSlack, keyPointsText, transcriptText } from '../../src/format/index.ts';
import { readActionItems } from '../../src/format/actionItems.ts';
import type { DueOf } from '../../src/format/keyPoints.ts';
import type { Item } from '../../src/polling/index.ts';
import type { IncludedDetails } from '../../src/webhooks/emitted.ts';
import { fieldsOf, isRecord, listOf, oneLine, textsOf } from '../../src/format/read.ts';
import type { Sample } from './outputs.ts';

// What a Zap gets from the service's answers: texts that the next step can use as they are, and lists.

/** `startTime`: of the meeting, ISO 8601, where it is known. */
export function shownKeyPoints(keyPoints: KeyPoints, dueOf: DueOf, startTime?: string): Sample {
	const content = fieldsOf(keyPoints.keypoints);
	return {
		text: keyPointsText(keyPoints, undefined, dueOf),
		markdown: keyPointsMarkdown(keyPoints, undefined, dueOf),
		slack: keyPointsSlack(keyPoints, undefined, dueOf),
		html: keyPointsHtml(keyPoints, undefined, dueOf),
		markdownNote: keyPointsNote(keyPoints, { startTime }, undefined, dueOf),
		decisions: textsOf(content['decisions']),
		actionItems: readActionItems(keyPoints).map(({ item, owner, priority }) => ({ item, owner, priority, ...dueOf(item) })),
		importantDates: listOf(content['importantDates']).map(fieldsOf).map(({ date, context }) => ({ date: oneLine(date), context: oneLine(context) })),
		participants: textsOf(content['participants']),
	};
}

const shownTranscript = ({ segments }: NonNullable<IncludedDetails['transcript']>): Sample => ({
	text: transcriptText(Array.isArray(segments) ? segments : []),
});

/** Its row, without what the event already has. */
function shownFeedback(feedback: Feedback): Sample {
	const { id: _id, createdAt: _createdAt, overallScore: _score, userSpeakerName: _name, ...row } = feedbackRow(feedback);
	return row;
}

/** Empty if the service has saved nothing. */
export const shownDetail = {
	keyPoints: ({ conversation, keyPoints }: IncludedDetails, dueOf: DueOf): Sample => (keyPoints ? shownKeyPoints(keyPoints, dueOf, conversation?.startTime) : {}),
	transcript: ({ transcript }: Pick<IncludedDetails, 'transcript'>): Sample => (transcript ? shownTranscript(transcript) : {}),
	feedback: ({ feedback }: IncludedDetails): Sample => (feedback ? shownFeedback(feedback) : {}),
} as const;

export type ShownDetail = keyof typeof shownDetail;

/** What a Zap can use from an event's conversation: what the event says is ready, and what that was made from. */
const readable: { readonly [N in EventName]?: readonly ShownDetail[] } = {
	'conversation.feedback.ready': ['feedback'],
	'conversation.keypoints.ready': ['keyPoints', 'transcript'],
	'conversation.shared': ['keyPoints'],
	'conversation.summary.ready': ['keyPoints', 'transcript'],
	'conversation.updated': ['keyPoints', 'transcript'],
	'transcript.ready': ['transcript'],
};
const readableOf: Readonly<Record<string, readonly ShownDetail[] | undefined>> = readable;

/** How to pass on a detail that has not been read. */
export type Defer = (name: ShownDetail, conversationId: string, startTime: string | null) => unknown;

const recordOf = (value: unknown): Sample => (isRecord(value) ? value : {});

/** A conversation's event as a Zap gets it: flat, with each thing once. */
export function shownEvent({ dedupeKey: id, event, timestamp, title, conversationId, data, actionItem, included: read }: Item, defer: Defer, timezone: string): Sample {
	const { title: _title, conversationId: _id, ...own } = recordOf(data);
	if (typeof conversationId !== 'string') return { id, ...own, timestamp };
	if (entryOf(String(event)).details === 'none') return { id, conversationId, ...own, timestamp };
	// What the core read for an item is in the service's own shape.
	const included = trust<IncludedDetails & { readonly reason?: string }>(recordOf(read));
	const { startTime = null, endTime = null, duration = null, segmentCount = null } = included.conversation ?? {};
	const { item, owner, priority, dueDate, dueText } = recordOf(actionItem);
	const dueOf = dueDates(startTime, timezone);
	const details = (readableOf[String(event)] ?? []).map((name) => [name, name in included ? shownDetail[name](included, dueOf) : defer(name, conversationId, startTime)]);
	return {
		id,
		...(actionItem !== undefined && { actionItem: item, owner, priority, dueDate, dueText }),
		title,
		conversationId,
		...{ startTime, endTime, duration, segmentCount },
		...own,
		...Object.fromEntries(details),
		timestamp,
		...(included.reason !== undefined && { note: included.reason }),
	};
}

/** A calendar meeting as a Zap gets it. */
export function shownMeeting({ dedupeKey: id, data }: Item): Sample {
	const { calendarEvent: _, ...meeting } = recordOf(data);
	const guests = Array.isArray(meeting['attendees']) ? meeting['attendees'].map(recordOf) : [];
	const emails = (internal: boolean) => guests.filter((guest) => guest['internal'] === internal).map(({ email }) => email);
	return { id, ...meeting, externalEmails: emails(false), internalEmails: emails(true) };
}
