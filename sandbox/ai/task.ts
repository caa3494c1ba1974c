import type { ActionItem } from '../../src/api/index.ts';
import { allOf, anyOf, oneOf } from './anyOf.ts';
import type { Commitment } from './commitments.ts';
import { datesIn, type NamedDate } from './dates.ts';
import { stemsOf } from './language.ts';
import { priorityOf } from './priority.ts';
import type { Sentence } from './sentences.ts';
import { countWords } from './speech.ts';
import { isDelivering } from './workVerbs.ts';

/** Owner of a task that nobody took. */
export const UNASSIGNED = 'Unassigned';

const CERTAIN_ENOUGH = 0.6;
/** How sure each way of giving a task is. */
const CLEAR: Readonly<Record<Commitment['given'], number>> = {
	named: 0.2,
	own: 0.1,
	asked: 0.05,
	planned: 0,
	everybody: -0.1,
};
/** Where a task ends and its reasons begin. */
const REASON = oneOf(
	'[.;?!—…]| - |,? (?:but|because|since|unless|although|whereas)\\b| if (?:you|that|it)\\b',
	", (?:so|which|if|when|okay|ok|right|it|it's|that's|I|we|they)\\b",
	", and (?:then )?(?:I|I'll|we|we'll|you|he|she|they|let's)\\b",
);
const AFTERTHOUGHT = new RegExp(`\\s*${REASON}.*$`, 'i');
const CONDITIONAL = /^(?:if|unless|suppose|in case)\b/i;
const UNDER = oneOf(
	'if|unless|whether|suppose|imagine|wish|said|says|thought|because|hope|when|while|until',
	"what|how|why|where|who|that|as|not sure|don't know|thing",
);
const TAKEN_BACK = new RegExp(`\\b${UNDER}\\s*(?:\\w+\\s*){0,2}$`, 'i');
const VAGUE = anyOf('probably|maybe|perhaps|might|try to|try and|I guess|I think|at some point|some day|eventually');
const DANGLING = /\b(?:the|a|an|to|of|and|or|with|for|in|on|my|your|our|their|this|is|are|it's|I|we|that)$/i;
const VERB_AND_REST = /^\S+\s+(?:(?:up|out|back|together|in|into)\s+)?(.*)$/;
const TIMES = allOf(
	'today|tonight|(?:this |tomorrow )?(?:morning|afternoon|evening|week)|thing|things|stuff',
	'something|anything|soon|later|now|right away|asap',
);
const DETERMINED = anyOf('the|an?|your|our|my|his|her|their|that|this|those|these|all|every|with|\\d+');

/** An action item and the sentence it was given in. */
export interface Task {
	readonly actionItem: ActionItem;
	readonly sentence: Sentence;
}

/** The action item of a commitment; null when it is too vague, taken back, or uncertain. */
export function judged({ task, owner, given, before, sentence }: Commitment, startTime: string): Task | null {
	const item = task.replace(AFTERTHOUGHT, '').trim();
	const dates = datesIn(item, startTime);
	if (!isTask(item, dates) || TAKEN_BACK.test(before) || CONDITIONAL.test(before)) return null;
	const confidence = confidenceOf(item, { given, dates, sentence });
	if (confidence < CERTAIN_ENOUGH) return null;
	const written = item.charAt(0).toUpperCase() + item.slice(1);
	const priority = priorityOf(sentence.text, dates);
	return { actionItem: { item: written, owner: owner ?? UNASSIGNED, confidence, priority }, sentence };
}

function isTask(item: string, dates: readonly NamedDate[]): boolean {
	const words = item.split(/\s+/);
	if (words.length < 3 || words.length > 40 || DANGLING.test(item)) return false;
	const [, object = ''] = dates.reduce((text, date) => text.replace(date.text, ''), item).match(VERB_AND_REST) ?? [];
	// Without a thing it is done to (`Send it tomorrow`) nobody can tell later what the task was.
	const things = stemsOf(object.replace(TIMES, ''));
	return things.length > 1 || (things.length === 1 && DETERMINED.test(object));
}

function confidenceOf(
	item: string,
	{ given, dates, sentence }: Pick<Commitment, 'given' | 'sentence'> & { dates: readonly NamedDate[] },
): number {
	const sum =
		0.4 +
		(isDelivering(item) ? 0.25 : 0) +
		(dates.length > 0 ? 0.2 : 0) +
		CLEAR[given] -
		(VAGUE.test(sentence.text) ? 0.15 : 0) -
		(countWords(sentence.text) > 50 ? 0.1 : 0);
	return Math.round(Math.min(0.95, Math.max(0, sum)) * 100) / 100;
}
