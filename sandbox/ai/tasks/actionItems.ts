import type { Meeting } from '../ai.ts';
import { stemsOf } from '../text/language.ts';
import { participantsOf } from '../text/people.ts';
import type { Sentence } from '../text/sentences.ts';
import { commitmentIn } from './commitments.ts';
import { judged, type Task } from './task.ts';

/** Where a second task starts in a sentence. */
const NEXT_TASK =
	/,? (?:and|but|so) (?:then )?(?=(?:I'll|I will|I can|can you|could you|\p{Lu}\p{L}+,? (?:will|can|could)) )/u;
/** Tasks for after the meeting, in the order they were said. When in doubt, none. */
export function actionItemsIn(sentences: readonly Sentence[], meeting: Meeting): Task[] {
	const participants = participantsOf(meeting);
	const tasks = sentences.flatMap((sentence) => {
		const reply =
			sentences.slice(sentence.index + 1, sentence.index + 4).find(({ turn }) => turn !== sentence.turn) ?? null;
		return sentence.text
			.split(NEXT_TASK)
			.flatMap((text) => commitmentIn({ ...sentence, text }, participants, reply) ?? [])
			.flatMap((commitment) => judged({ ...commitment, sentence }, meeting.startTime) ?? []);
	});
	return withoutRepeats(tasks);
}

/** A task said twice counts once, in its clearest wording. */
function withoutRepeats(tasks: readonly Task[]): Task[] {
	const kept: { task: Task; stems: ReadonlySet<string> }[] = [];
	for (const task of tasks) {
		const stems = new Set(stemsOf(task.actionItem.item));
		const same = kept.find((other) => overlap(stems, other.stems) > 0.6);
		if (same === undefined) kept.push({ task, stems });
		else if (task.actionItem.confidence > same.task.actionItem.confidence) Object.assign(same, { task, stems });
	}
	return kept.map(({ task }) => task);
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
	[...a].filter((stem) => b.has(stem)).length / Math.max(1, Math.min(a.size, b.size));
