import type { KeyPoints } from '../api/index.ts';
import { readActionItems } from './actionItems.ts';
import { noDue, type Due } from './dueDates/dueDate.ts';
import { wordsIn, type Language } from './languages/language.ts';
import { personName, priorityNote, shownName } from './people.ts';
import { fieldsOf, listOf, oneLine, textsOf } from './read.ts';
import type { Entry, TextDocument } from './textDocument.ts';
import { documentTexts, type Texts } from './texts.ts';
import { writtenDate } from './time.ts';

/** Where a text was said, in readable form; null if unknown. */
export type EvidenceOf = (text: string) => string | null;

/** When an action item is due. */
export type DueOf = (item: string) => Due;

const textEntry = (text: string): Entry => ({ label: '', text, note: '' });

/** The text that says what an important date is about. */
const dateText = ({ date, context }: { readonly date: string; readonly context: string }): string => (context === '' ? date : `${context} ${date}`);

function dateEntry({ date, context }: { readonly date: string; readonly context: string }): Entry {
	return date === '' || context === '' ? textEntry(date || context) : { label: date, text: context, note: '' };
}

/** What a text of key points adds to them, and in which language. */
export interface KeyPointsOptions {
	readonly evidenceOf?: EvidenceOf | undefined;
	readonly dueOf?: DueOf | undefined;
	/** Default: English. */
	readonly language?: Language | undefined;
}

/** Key points as a document, without empty lists (Resources, Keypoints response). */
export function keyPointsDocument(
	keyPoints: KeyPoints,
	{ evidenceOf = () => null, dueOf = () => noDue, language = 'en', withPeople = true }: KeyPointsOptions & { readonly withPeople?: boolean },
): TextDocument {
	const words = wordsIn(language);
	const dueNote = ({ dueDate }: Due): string => (dueDate === null ? '' : words.due(writtenDate(dueDate, words.locale)));
	const answer = fieldsOf(keyPoints);
	const content = fieldsOf(answer.keypoints);
	const withEvidence = (text: string): Entry => ({ ...textEntry(text), evidence: evidenceOf(text) });
	const sections = listOf(content.sections)
		.map(fieldsOf)
		.map(({ heading, points }) => ({ heading: oneLine(heading), entries: textsOf(points).map(withEvidence) }));
	const actionItems = readActionItems(keyPoints).map(({ item, owner, priority }) => ({
		label: '',
		text: item,
		note: [owner === null ? null : shownName(owner, words), priorityNote(priority, words), dueNote(dueOf(item))].filter(Boolean).join(', '),
		evidence: evidenceOf(item),
	}));
	const dates = listOf(content.importantDates)
		.map(fieldsOf)
		.map(({ date, context }) => ({ date: oneLine(date), context: oneLine(context) }))
		.map((date) => ({ ...dateEntry({ ...date, date: writtenDate(date.date, words.locale) }), evidence: evidenceOf(dateText(date)) }))
		.filter(({ text }) => text !== '');
	const blocks = [
		...sections,
		{ heading: words.decisions, entries: textsOf(content.decisions).map(withEvidence) },
		{ heading: words.actionItems, entries: actionItems },
		{ heading: words.importantDates, entries: dates },
		{ heading: words.participants, entries: (withPeople ? textsOf(content.participants) : []).map((name) => textEntry(shownName(personName(name), words))) },
	];
	return {
		// The conversation’s own, which it may have got since the key points were made.
		title: oneLine(answer.title) || oneLine(content.title),
		words,
		blocks: blocks.filter(({ entries }) => entries.length > 0),
	};
}

/** Key points in every format; all of them are empty if the key points are. */
export const keyPointsTexts = (keyPoints: KeyPoints, options: KeyPointsOptions = {}): Texts => documentTexts(keyPointsDocument(keyPoints, options));

interface Claim {
	readonly kind: 'point' | 'decision' | 'actionItem' | 'importantDate';
	readonly text: string;
}

/** What was said or agreed, according to key points. */
export function keyPointsClaims(keyPoints: KeyPoints): Claim[] {
	const content = fieldsOf(fieldsOf(keyPoints).keypoints);
	const of = (kind: Claim['kind'], texts: readonly string[]): Claim[] => texts.map((text) => ({ kind, text }));
	const dates = listOf(content.importantDates).map(fieldsOf);
	return [
		...of('point', listOf(content.sections).map(fieldsOf).flatMap(({ points }) => textsOf(points))),
		...of('decision', textsOf(content.decisions)),
		...of('actionItem', readActionItems(keyPoints).map(({ item }) => item)),
		...of('importantDate', dates.map(({ date, context }) => dateText({ date: oneLine(date), context: oneLine(context) })).filter(Boolean)),
	];
}
