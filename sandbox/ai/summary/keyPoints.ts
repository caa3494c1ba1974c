import type { KeyPointsContent, Meeting } from '../ai.ts';
import { type Reading, readingOf } from '../meeting/reading.ts';
import type { Sentence } from '../meeting/sentence.ts';
import { actionItemsIn, type Found } from './actionItems.ts';
import { decisionsIn } from './decisions.ts';
import { mainPoints } from './points.ts';

/** Key points of a meeting (Resources, Keypoints response): every line quotes what was said. `itemOf`: how action items are written. */
export function keyPointsOf(meeting: Meeting, reading: Reading = readingOf(meeting), itemOf = ({ item }: Found): Found['item'] => item): KeyPointsContent {
	const decisions = decisionsIn(reading.sentences);
	const tasks = actionItemsIn(reading);
	const elsewhere = new Set([...decisions, ...tasks].flatMap(({ said }) => said));
	return {
		title: meeting.title,
		sections: [{ heading: 'Main points', points: mainPoints(reading.sentences, elsewhere) }].filter(({ points }) => points.length > 0),
		decisions: decisions.map(({ text }) => text),
		actionItems: tasks.map(itemOf),
		participants: [...reading.people],
		importantDates: importantDates(reading.sentences, new Set(tasks.flatMap(({ said }) => said))),
	};
}

/** Longer sentences tell a story around a day. */
const MAX_CONTEXT_WORDS = 60;
const UNDECIDED = /\b(?:otherwise|sonst|I['’]d (?!like)|I would (?!like)|ich würde)\b/i;

/** Whether a sentence leaves open what will happen. A condition comes first: `If we ship on Friday, …`. */
const isOpen = (sentence: Sentence, isAgreed: boolean): boolean =>
	sentence.is('unsure') || sentence.is('idle') || UNDECIDED.test(sentence.text) || sentence.is('condition', sentence.text.split(/[\s,]+/, 3).join(' ')) || (sentence.isQuestion && !isAgreed && !sentence.is('request'));

/** Days on which something is due or planned, the nearest first, each with the sentence that says so. `agreed`: what somebody takes on, which may be an offer. */
function importantDates(sentences: readonly Sentence[], agreed: ReadonlySet<Sentence>): KeyPointsContent['importantDates'] {
	const found = sentences.flatMap((sentence) => {
		if (sentence.days.length === 0 || isOpen(sentence, agreed.has(sentence)) || sentence.text.split(' ').length > MAX_CONTEXT_WORDS || sentence.isRefused) return [];
		return sentence.days.map(({ date }) => ({ date, context: sentence.quoted }));
	});
	return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()].toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
}
