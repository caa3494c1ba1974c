import { actionItemsIn } from './actionItems.ts';
import type { KeyPointsContent, Meeting } from './ai.ts';
import { datesIn } from './dates.ts';
import { decisionsIn } from './decisions.ts';
import { participantsOf } from './people.ts';
import { sectionsOf } from './sections.ts';
import { sentencesIn, type Sentence } from './sentences.ts';

const MAX_DATES = 10;
/** A longer sentence is a stretch of speech that nobody divided, and tells nothing about a day in it. */
const MAX_CONTEXT_WORDS = 60;
/** A shorter one does not tell what the day is for (`Monday works.`). */
const MIN_CONTEXT_STEMS = 4;

/** Key points of a meeting (Resources, Keypoints response): every line is something that was said. */
export function keyPointsOf(meeting: Meeting): KeyPointsContent {
	const sentences = sentencesIn(meeting);
	const decisions = decisionsIn(sentences);
	const tasks = actionItemsIn(sentences, meeting);
	const elsewhere = new Set([...decisions, ...tasks.map(({ sentence }) => sentence)]);
	return {
		title: meeting.title,
		sections: sectionsOf(sentences, elsewhere),
		decisions: [...new Set(decisions.map(({ text }) => text))],
		actionItems: tasks.map(({ actionItem }) => actionItem),
		participants: participantsOf(meeting),
		importantDates: importantDatesIn(sentences, meeting.startTime),
	};
}

/** The days still to come, the next one first, each with the sentence that names it. */
function importantDatesIn(sentences: readonly Sentence[], startTime: string): KeyPointsContent['importantDates'] {
	const dates = sentences
		.filter(({ words, stems }) => words <= MAX_CONTEXT_WORDS && new Set(stems).size >= MIN_CONTEXT_STEMS)
		.flatMap(({ text }) => {
			const named = datesIn(text, startTime).filter(({ exact, daysAway }) => exact && daysAway >= 0);
			return [...new Set(named.map(({ date }) => date))].map((date) => ({ date, context: text }));
		});
	return dates.slice(0, MAX_DATES).toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}
