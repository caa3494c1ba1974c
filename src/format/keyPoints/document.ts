import type { KeyPoints } from '../../api/index.ts';
import { readActionItems } from '../actionItems.ts';
import { fieldsOf, listOf, oneLine, textsOf } from '../read.ts';

export interface Entry {
	/** Shown strongly before the text; may be empty. */
	readonly label: string;
	readonly text: string;
	/** Shown in brackets behind the text; may be empty. */
	readonly note: string;
}

export interface Block {
	/** May be empty. */
	readonly heading: string;
	/** At least one. */
	readonly entries: readonly Entry[];
}

/** What every text format shows: nothing empty, all on one line, nothing escaped yet. */
export interface TextDocument {
	readonly title: string;
	readonly blocks: readonly Block[];
}

const plain = (text: string): Entry => ({ label: '', text, note: '' });

function dated({ date, context }: { readonly date: string; readonly context: string }): Entry {
	return date === '' || context === '' ? plain(date || context) : { label: date, text: context, note: '' };
}

/** Reads key points, leaving out every list that has nothing in it (Resources, Keypoints response). */
export function keyPointsDocument(keyPoints: KeyPoints): TextDocument {
	const answer = fieldsOf(keyPoints);
	const content = fieldsOf(answer.keypoints);
	const sections = listOf(content.sections)
		.map(fieldsOf)
		.map(({ heading, points }) => ({ heading: oneLine(heading), entries: textsOf(points).map(plain) }));
	const actionItems = readActionItems(keyPoints).map(({ item, owner, priority }) => ({
		label: '',
		text: item,
		note: [owner, priority && `${priority} priority`].filter(Boolean).join(', '),
	}));
	const dates = listOf(content.importantDates)
		.map(fieldsOf)
		.map(({ date, context }) => dated({ date: oneLine(date), context: oneLine(context) }))
		.filter(({ text }) => text !== '');
	const blocks = [
		...sections,
		{ heading: 'Decisions', entries: textsOf(content.decisions).map(plain) },
		{ heading: 'Action items', entries: actionItems },
		{ heading: 'Important dates', entries: dates },
		{ heading: 'Participants', entries: textsOf(content.participants).map(plain) },
	];
	return {
		title: oneLine(content.title) || oneLine(answer.title),
		blocks: blocks.filter(({ entries }) => entries.length > 0),
	};
}
