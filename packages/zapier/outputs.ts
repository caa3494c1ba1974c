import { isRecord } from '../../src/format/index.ts';

/** A field that a Zap can map, in the form that Zapier expects. */
export interface OutputField {
	readonly key: string;
	readonly label: string;
	readonly type?: 'boolean' | 'datetime' | 'file' | 'number' | 'string';
	readonly list?: true;
	readonly children?: readonly OutputField[];
}

export type Sample = Readonly<Record<string, unknown>>;

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('.', '_');

const typeOf = (name: string, value: unknown): Pick<OutputField, 'type'> => {
	if (/[a-z]File$/.test(name)) return { type: 'file' };
	if (typeof value === 'boolean' || typeof value === 'number') return { type: typeof value === 'number' ? 'number' : 'boolean' };
	if (typeof value !== 'string') return {};
	return { type: /^\d{4}-\d\d-\d\dT/.test(value) ? 'datetime' : 'string' };
};

/** A name of a field as words: “meetingTitle” and “meeting_title” are both “Meeting Title”. */
const wordsOf = (name: string): string =>
	name
		.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
		.split('_')
		.filter(Boolean)
		.map((word) => (/^(id|url|html)$/i.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');

/** Names that read badly as they are, wherever they occur. */
const names: Readonly<Record<string, string>> = {
	actionItem: 'Action Item',
	beyondMax: 'Meetings Beyond the Maximum',
	cached: 'Was Saved Already',
	complete: 'Everything Was Read',
	displayName: 'Name',
	dueText: 'Due Date in Words',
	duration: 'Duration (Minutes)',
	end: 'Ends At',
	endTime: 'Ended At',
	error: 'Reason',
	hash: 'Action Item Hash',
	internal: 'From Your Company',
	item: 'Action Item',
	linkedCalendarEventId: 'Calendar Event ID',
	lookUps: 'Searches Not Made',
	madeOf: 'Made From',
	mayHaveMore: 'People With More Meetings',
	memory: 'Has the Memory Feature',
	minutesUntilStart: 'Minutes Until Start',
	note: 'Note',
	resumeAt: 'Go On At',
	segmentCount: 'Transcript Segments',
	sessionId: 'Conversation ID',
	slack: 'Slack Message',
	stalenessDays: 'Days Open',
	start: 'Starts At',
	startTime: 'Started At',
	talkListenRatio: 'Talking Share (Percent)',
	timestamp: 'Happened At',
	timesResolved: 'Time Zone Is Known',
	timezone: 'Time Zone',
	unlisted: 'Meetings Not Listed',
};

/** Paths that read badly as a sequence of names. */
const paths: Readonly<Record<string, string>> = {
	event__id: 'Calendar Event ID',
	event__title: 'Event Title',
	feedback: 'Feedback',
	keyPoints__subject: 'Key Points (Subject)',
	keyPoints__text: 'Key Points',
	keyPoints__markdown: 'Key Points (Markdown)',
	keyPoints__slack: 'Key Points (Slack)',
	keyPoints__html: 'Key Points (HTML)',
	keyPointsMarkdownFile: 'Key Points (Markdown File)',
	keyPointsNoteFile: 'Key Points (Note File)',
	left__lookUps: 'Searches Not Made',
	left__meetings: 'Meetings Not Read',
	left__people: 'People Not Read',
	left__unlisted: 'Meetings Not Listed',
	metadata__conversationDuration: 'Duration (Minutes)',
	metadata__segmentsAnalyzed: 'Segments Read',
	searched__beyondMax: 'Meetings Beyond the Maximum',
	searched__meetings: 'Meetings Found',
	searched__notRead: 'Meetings Not Read',
	searched__read: 'Meetings Read',
	searched__since: 'Searched From',
	searched__withoutKeyPoints: 'Meetings Without Key Points',
	totals__actionItems: 'Number of Action Items',
	totals__actionItemsByOwner: 'Action Items by Owner',
	totals__actionItemsByPriority__high: 'High Priority Action Items',
	totals__actionItemsByPriority__low: 'Low Priority Action Items',
	totals__actionItemsByPriority__medium: 'Medium Priority Action Items',
	totals__actionItemsByPriority__none: 'Action Items Without Priority',
	totals__decisions: 'Number of Decisions',
	totals__hours: 'Hours in Meetings',
	totals__meetings: 'Number of Meetings',
	summary__prose: 'Summary',
	transcript__text: 'Transcript',
	transcriptMarkdownFile: 'Transcript (Markdown File)',
	transcriptSrtFile: 'Transcript (SRT File)',
	transcriptVttFile: 'Transcript (WebVTT File)',
};

/** Names of objects that add nothing to the names of their fields. */
const SILENT: readonly string[] = ['feedback', 'keyPoints', 'searched', 'summary'];

function labelOf(path: readonly string[]): string {
	const [first = '', ...rest] = path;
	const exact = paths[path.join('__')];
	if (exact !== undefined) return exact;
	if (rest.length === 0) return names[first] ?? wordsOf(first);
	return first === 'previous' ? `Previous Period: ${labelOf(rest)}` : [...(SILENT.includes(first) ? [] : [wordsOf(first)]), labelOf(rest)].join(' ');
}

/** A text of the catalogue with the names of outputs replaced by Zapier's labels. */
export const inLabels = (text: string): string => text.replaceAll(/“([a-z][A-Za-z]*)”/g, (_, name: string) => `“${labelOf([name])}”`);

/** The fields of a sample: objects under the names that Zapier gives their contents, lists of objects as line items. */
export const fieldsOf = (sample: Sample, path: readonly string[] = []): OutputField[] =>
	Object.entries(sample).flatMap(([name, value]): OutputField[] => {
		const here = [...path, name];
		const field = { key: here.join('__'), label: labelOf(here) };
		if (isRecord(value)) return fieldsOf(value, here);
		if (!Array.isArray(value)) return [{ ...field, ...typeOf(name, value) }];
		const [first] = value;
		return isRecord(first) ? [{ ...field, children: fieldsOf(first) }] : [{ ...field, ...typeOf(name, first ?? ''), list: true }];
	});

/** Keeps the first item with each ID, because Zapier rejects a whole list with a repeated ID. */
export function distinct<T extends { readonly id?: unknown }>(items: readonly T[]): T[] {
	const seen = new Set<unknown>();
	return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}
