import type { KeyPointsContent, Meeting } from '../ai.ts';
import { actionItemsIn } from '../tasks/actionItems.ts';
import { participantsOf } from '../text/people.ts';
import { sentencesIn } from '../text/sentences.ts';
import { decisionsIn } from './decisions.ts';
import { sectionsOf } from './sections.ts';
import { upcomingDates } from './upcoming.ts';

/** Key points of a meeting (Resources, Keypoints response): every line is something that was said. */
export function keyPointsOf(meeting: Meeting): KeyPointsContent {
	const sentences = sentencesIn(meeting);
	const decisions = decisionsIn(sentences);
	const tasks = actionItemsIn(sentences, meeting);
	const elsewhere = new Set([...decisions, ...tasks].map(({ sentence }) => sentence));
	return {
		title: meeting.title,
		sections: sectionsOf(sentences, elsewhere),
		decisions: decisions.map(({ text }) => text),
		actionItems: tasks.map(({ actionItem }) => actionItem),
		participants: participantsOf(meeting),
		importantDates: upcomingDates(sentences, meeting.startTime),
	};
}
