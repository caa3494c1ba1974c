import type { KeyPointsContent, Meeting } from '../ai.ts';
import { importantDates } from '../meeting/dates.ts';
import { participantsOf } from '../meeting/people.ts';
import { sentencesIn } from '../meeting/sentences.ts';
import { actionItemsIn } from './actionItems.ts';
import { decisionsIn } from './decisions.ts';
import { mainPoints } from './points.ts';

/** Key points of a meeting (Resources, Keypoints response): every line quotes what was said. */
export function keyPointsOf(meeting: Meeting): KeyPointsContent {
	const sentences = sentencesIn(meeting);
	const decisions = decisionsIn(sentences);
	const tasks = actionItemsIn(sentences, meeting);
	const elsewhere = new Set([...decisions, ...tasks].flatMap(({ said }) => said));
	return {
		title: meeting.title,
		sections: [{ heading: 'Main points', points: mainPoints(sentences, elsewhere) }].filter(({ points }) => points.length > 0),
		decisions: decisions.map(({ text }) => text),
		actionItems: tasks.map(({ item }) => item),
		participants: participantsOf(meeting),
		importantDates: importantDates(sentences, meeting),
	};
}
