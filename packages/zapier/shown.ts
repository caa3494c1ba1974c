import type { EventName, Feedback, KeyPoints } from '../../src/api/index.ts';
import { trust } from '../../src/client/index.ts';
import { entryOf, type IncludedDetails, type Item, sampleDetails } from '../../src/triggers/index.ts';
import { documentTexts, dueDates, type DueOf, feedbackRow, fieldsOf, isRecord, keyPointsNote, keyPointsTexts, listOf, noDue, oneLine, readActionItems, textsOf, transcriptFormats, transcriptText } from '../../src/format/index.ts';
import type { Of } from './form.ts';
import type { Sample } from './outputs.ts';

// Turns the service's answers into what a Zap can use directly in the next step: texts and lists.

/** Removes Block Kit blocks: Zapier's Slack steps accept mrkdwn only. */
const withoutBlocks = ({ blocks: _, ...rest }: Sample): Sample => rest;

/** Key points as texts and lists. `startTime`: start of the meeting in ISO 8601, if known. */
function keyPointsParts(keyPoints: KeyPoints, dueOf: DueOf, startTime?: string): Sample {
	const content = fieldsOf(keyPoints.keypoints);
	return {
		markdownNote: keyPointsNote(keyPoints, { startTime, dueOf }),
		decisions: textsOf(content['decisions']),
		actionItems: readActionItems(keyPoints).map(({ item, owner, priority }) => {
			const { dueDate, dueText } = dueOf(item);
			return { item, owner, dueDate, priority, dueText };
		}),
		importantDates: listOf(content['importantDates']).map(fieldsOf).map(({ date, context }) => ({ date: oneLine(date), context: oneLine(context) })),
		participants: textsOf(content['participants']),
	};
}

export const shownKeyPoints = (keyPoints: KeyPoints, dueOf: DueOf, startTime?: string): Sample => ({
	...withoutBlocks({ ...keyPointsTexts(keyPoints, { dueOf }) }),
	...keyPointsParts(keyPoints, dueOf, startTime),
});

/** The due dates that an operation has found. */
function datedIn({ actionItems }: Sample): DueOf {
	const dated = new Map(listOf(actionItems).filter(isRecord).map(({ item, dueDate, dueText }) => [oneLine(item), { dueDate: oneLine(dueDate) || null, dueText: oneLine(dueText) || null }]));
	return (item) => dated.get(item) ?? noDue;
}

/** What a sync leaves to do, and what to keep for the next one. */
const shownSync = ({ subject, text, html, markdown, slack, created, changed, resolved = null, disappeared, unchanged, notChecked, changes, syncedNow, complete }: Sample): Sample => ({
	...{ subject, text, html, markdown, slack },
	...{ created, changed, resolved, disappeared, unchanged, notChecked },
	...{ changes, syncedNow, complete },
});

const syncedNow = '[{"dedupeKey":"a5f0c1b7e9a2d4c68","hash":"h1f667e632bb0","conversationId":"sample-conversation","open":"t9b1de2f470c3","contactId":"sample-contact"}]';

/** A made-up sync that found one change. */
export const sampleSync = (change: Sample): Sample =>
	shownSync({
		...documentTexts({ title: 'Action items', blocks: [{ heading: 'New', entries: [{ label: 'Nora', text: 'Send the contract to Priya by Thursday', note: 'Pilot review' }] }] }),
		...{ created: 1, changed: 0, resolved: 0, disappeared: 0, unchanged: 12, notChecked: 0 },
		...{ changes: [change], syncedNow, complete: true },
	});

/** Key points as texts and flat lists, a transcript as a text too, and of a sync what a Zap works with. */
export function shownResult({ resource, operation }: Of, result: Sample): Sample {
	const { keypoints, ...rest } = withoutBlocks(result);
	if (resource.id === 'keyPoints' && isRecord(keypoints)) return { ...rest, ...keyPointsParts(trust<KeyPoints>(result), datedIn(keypoints)) };
	if (operation.id === 'getTranscript' && Array.isArray(result['segments'])) return { ...result, ...shownTranscript(trust<NonNullable<IncludedDetails['transcript']>>(result)) };
	return operation.id === 'sync' ? shownSync(result) : withoutBlocks(result);
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

/** Results that are available as a file. `name`: the name among the outputs. */
export const files = [
	{ name: 'keyPointsMarkdownFile', of: 'keyPoints', format: 'object' },
	{ name: 'keyPointsNoteFile', of: 'keyPoints', format: 'note' },
	{ name: 'transcriptMarkdownFile', of: 'transcript', format: 'markdown' },
	{ name: 'transcriptSrtFile', of: 'transcript', format: 'srt' },
	{ name: 'transcriptVttFile', of: 'transcript', format: 'vtt' },
] as const;
export type NamedFile = (typeof files)[number];

/** The files of a detail, each as `fileFor` returns it. */
export const filesOf = (detail: ShownDetail, fileFor: (file: NamedFile) => unknown): Sample =>
	Object.fromEntries(files.filter(({ of }) => of === detail).map((file) => [file.name, fileFor(file)]));

/** A made-up file. Zapier uses its text. */
export function sampleFile({ of, format }: NamedFile): unknown {
	const { keyPoints, transcript, conversation } = sampleDetails;
	if (of === 'transcript') return transcriptFormats[format].write(transcript?.segments ?? []);
	const { markdown, markdownNote } = keyPoints ? shownKeyPoints(keyPoints, () => noDue, conversation?.startTime) : {};
	return format === 'note' ? markdownNote : markdown;
}

/** The details that a Zap can use for each event: what the event announces, and what that was generated from. */
const readable: { readonly [N in EventName]?: readonly ShownDetail[] } = {
	'conversation.feedback.ready': ['feedback'],
	'conversation.keypoints.ready': ['keyPoints', 'transcript'],
	'conversation.shared': ['keyPoints'],
	'conversation.summary.ready': ['keyPoints', 'transcript'],
	'conversation.updated': ['keyPoints', 'transcript'],
	'transcript.ready': ['transcript'],
};
const readableOf: Readonly<Record<string, readonly ShownDetail[] | undefined>> = readable;

/** How details that have not been read yet are passed on. */
export interface Defer {
	readonly detail: (name: ShownDetail, conversationId: string, startTime: string | null) => unknown;
	readonly file: (file: NamedFile, conversationId: string, startTime: string | null) => unknown;
}

const recordOf = (value: unknown): Sample => (isRecord(value) ? value : {});

/** A conversation's event as a Zap gets it: flat, with each thing once. */
export function shownEvent({ dedupeKey: id, event, timestamp, title, conversationId, data, actionItem, externalEmails, externalCompanies, included: read }: Item, defer: Defer, timezone: string): Sample {
	const { title: _title, conversationId: _id, ...own } = recordOf(data);
	if (typeof conversationId !== 'string') return { id, ...own, timestamp };
	if (entryOf(String(event)).details === 'none') return { id, conversationId, ...own, timestamp };
	// The core reads these items in the service's own shape.
	const included = trust<IncludedDetails & { readonly reason?: string }>(recordOf(read));
	const { startTime = null, endTime = null, duration = null, segmentCount = null } = included.conversation ?? {};
	const { item, owner, priority, dueDate, dueText } = recordOf(actionItem);
	const dueOf = dueDates(startTime, timezone);
	const details = (readableOf[String(event)] ?? []).map((name) => ({
		[name]: name in included ? shownDetail[name](included, dueOf) : defer.detail(name, conversationId, startTime),
		...filesOf(name, (file) => defer.file(file, conversationId, startTime)),
	}));
	return {
		id,
		...(actionItem !== undefined && { actionItem: item, owner, dueDate, priority }),
		title,
		...{ startTime, conversationId },
		...(actionItem !== undefined && { dueText }),
		...{ endTime, duration, segmentCount },
		...(externalCompanies !== undefined && { externalEmails, externalCompanies }),
		...own,
		...Object.assign({}, ...details),
		timestamp,
		...(included.reason !== undefined && { note: included.reason }),
	};
}

/** A calendar meeting as a Zap gets it. */
export function shownMeeting({ dedupeKey: id, data, included }: Item): Sample {
	const { calendarEvent: _, ...meeting } = recordOf(data);
	const { reason } = recordOf(included);
	return { id, ...meeting, ...(reason !== undefined && { note: reason }) };
}
