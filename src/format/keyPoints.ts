import type { KeyPoints } from '../api/index.ts';
import { readActionItems } from './actionItems.ts';
import { fieldsOf, listOf, oneLine, textsOf } from './read.ts';
import {
	documentHtml,
	documentMarkdown,
	documentSlack,
	documentText,
	type Entry,
	type TextDocument,
} from './textDocument.ts';

const textEntry = (text: string): Entry => ({ label: '', text, note: '' });

function dateEntry({ date, context }: { readonly date: string; readonly context: string }): Entry {
	return date === '' || context === '' ? textEntry(date || context) : { label: date, text: context, note: '' };
}

/** Key points as a document, without empty lists (Resources, Keypoints response). */
function keyPointsDocument(keyPoints: KeyPoints): TextDocument {
	const answer = fieldsOf(keyPoints);
	const content = fieldsOf(answer.keypoints);
	const sections = listOf(content.sections)
		.map(fieldsOf)
		.map(({ heading, points }) => ({ heading: oneLine(heading), entries: textsOf(points).map(textEntry) }));
	const actionItems = readActionItems(keyPoints).map(({ item, owner, priority }) => ({
		label: '',
		text: item,
		note: [owner, priority && `${priority} priority`].filter(Boolean).join(', '),
	}));
	const dates = listOf(content.importantDates)
		.map(fieldsOf)
		.map(({ date, context }) => dateEntry({ date: oneLine(date), context: oneLine(context) }))
		.filter(({ text }) => text !== '');
	const blocks = [
		...sections,
		{ heading: 'Decisions', entries: textsOf(content.decisions).map(textEntry) },
		{ heading: 'Action items', entries: actionItems },
		{ heading: 'Important dates', entries: dates },
		{ heading: 'Participants', entries: textsOf(content.participants).map(textEntry) },
	];
	return {
		title: oneLine(content.title) || oneLine(answer.title),
		blocks: blocks.filter(({ entries }) => entries.length > 0),
	};
}

export const keyPointsHtml = (keyPoints: KeyPoints): string => documentHtml(keyPointsDocument(keyPoints));
export const keyPointsMarkdown = (keyPoints: KeyPoints): string => documentMarkdown(keyPointsDocument(keyPoints));
export const keyPointsSlack = (keyPoints: KeyPoints): string => documentSlack(keyPointsDocument(keyPoints));
export const keyPointsText = (keyPoints: KeyPoints): string => documentText(keyPointsDocument(keyPoints));
