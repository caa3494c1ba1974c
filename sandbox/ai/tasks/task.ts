import type { ActionItem } from '../../../src/api/index.ts';
import { datesIn, type NamedDate } from '../text/dates.ts';
import { allOf, anyOf, oneOf, stemsOf, tokensOf } from '../text/language.ts';
import { blemishesIn } from '../text/readable.ts';
import type { Sentence } from '../text/sentences.ts';
import { countWords } from '../text/speech.ts';
import { type Commitment, isDelivering } from './commitments.ts';

const URGENT = anyOf(
	'urgent(?:ly)?|asap|as soon as possible|immediately|right away|critical|top priority|blocker',
	'blocking|today|tonight|tomorrow|end of (?:the )?day|first thing',
);
const RELAXED = anyOf(
	'when(?:ever)? you (?:get|have) (?:a chance|time|a minute)|no rush|at some point|eventually',
	'nice to have|low priority|not urgent|some day|sometime',
);
const SOON_DAYS = 3;
const LATER_DAYS = 30;

/** How urgent a task is, from the words around it and the days it names. */
function priorityOf(sentence: string, dates: readonly NamedDate[]): ActionItem['priority'] {
	const days = Math.min(...dates.map(({ daysAway }) => daysAway));
	if (RELAXED.test(sentence)) return 'low';
	if (URGENT.test(sentence) || days <= SOON_DAYS) return 'high';
	return dates.length > 0 && days > LATER_DAYS ? 'low' : 'medium';
}

/** Owner of a task that no one took. */
export const UNASSIGNED = 'Unassigned';

const MAX_WORDS = 24;
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
	' (?:when|once|as soon as|until) (?:it|he|she|they|I|you|we)\\b',
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
/** Objects that only participants understand: `it`, `that link`, `on this`, `what you said`. */
const POINTED = new RegExp(
	oneOf(
		`^\\S+ (?:(?:up|out|back|in|into|with|to|on|over|together) )?${oneOf('it|this|that|these|those|them|one|some|their|his|her|its')}\\b`,
		`\\b(?:on|about|with|of|for|to|at|from|like|into) ${oneOf('it|this|that|these|those|them|there|here')}(?=$|[ .,])`,
		'\\b(?:and|or) \\w+ (?:it|this|that|them)\\b|\\bthing(?:s|y)?\\b|\\bstuff\\b|\\bwhat(?:ever)? (?:you|I|we|he|she)\\b|\\bthis one\\b',
	),
	'i',
);
/** Things people announce and then do during the talk. */
/** Objects without content of their own: a message, but about what? */
const BARE = /^(?:\S+ ){1,3}(?:an?|the|some) (?:quick |short )?(?:message|e-?mail|mail|note|link|text|reminder|update|model|answer|picture|photo|file)$/i;
const AT_ONCE = anyOf(
	'right now|just now|now|in a (?:second|minute|moment)|when we (?:go|get|come|start)|before we (?:start|begin|go)|real quick',
	'(?:my|the|our|your) (?:time|screen|thoughts?|views?|opinion|experience|concerns?|mute|camera|microphone|mic|floor|chair|turn)',
	'(?:on|to) the (?:board|whiteboard|screen|slide|next slide|next item|agenda)|(?:questions?|answers?|comments?)$',
	'(?:confirm|make sure|find out) (?:that|whether|if|what|how|you|we|I)\\b.*\\b(?:is|are|was|were|have|has|had|did|does)',
);
/** `Send you the quote`, `give them a demo`: in a list of tasks, it is unclear who is meant. */
const ADDRESSEE = /((?:^|\band )(?:(?:re)?send|e-?mail|forward|give|get|bring|provide|show|mail|post)) (?:you(?: guys| all)?|me|us|him|her|them)(?= (?:the|an?|your|our|my|all|some|more|\d|\p{L}))/giu;
/** Endings of a task that add nothing. */
const LOOSE_END = /(?:,? (?:to|for|with) (?:you(?: guys| all)?|me|us)| (?:that|which|who) [^,]{0,30}\b(?:that|this|it|them)|,? (?:then|too|as well|first|okay|please|again|though|anyway))$/i;
const DETERMINED = anyOf('the|an?|your|our|my|his|her|their|that|this|those|these|all|every|with|\\d+');

/** An action item and the sentence it was given in. */
export interface Task {
	readonly actionItem: ActionItem;
	readonly sentence: Sentence;
}

/** The action item of a commitment; null when it is too vague, taken back, or uncertain. */
export function judged({ task, owner, given, before, sentence }: Commitment, startTime: string): Task | null {
	const item = plainly(task.replace(AFTERTHOUGHT, '').trim(), sentence.name === owner ? null : sentence.name);
	const dates = datesIn(item, startTime);
	if (!isTask(item, dates) || TAKEN_BACK.test(before) || CONDITIONAL.test(before)) return null;
	const confidence = confidenceOf(item, { given, dates, sentence });
	if (confidence < CERTAIN_ENOUGH) return null;
	const written = item.charAt(0).toUpperCase() + item.slice(1);
	const priority = priorityOf(sentence.text, dates);
	return { actionItem: { item: written, owner: owner ?? UNASSIGNED, confidence, priority }, sentence };
}

/** A task as written in a list: without its recipient, and with a name instead of a possessive pronoun. */
const plainly = (task: string, asker: string | null): string =>
	task
		.replace(LOOSE_END, '')
		.replace(LOOSE_END, '')
		.replace(ADDRESSEE, '$1')
		.replace(/\bmy\b/g, asker === null ? 'the' : `${asker}’s`)
		.replace(/\byour\b/g, 'the');

const isBroken = (item: string): boolean => {
	const sentence = `They will ${item}`;
	return blemishesIn(sentence, tokensOf(sentence)) > 0;
};

function isTask(item: string, dates: readonly NamedDate[]): boolean {
	const words = item.split(/\s+/);
	if (words.length < 3 || words.length > MAX_WORDS || DANGLING.test(item)) return false;
	if (POINTED.test(item) || BARE.test(item) || AT_ONCE.test(item) || isBroken(item)) return false;
	const [, object = ''] = dates.reduce((text, date) => text.replace(date.text, ''), item).match(VERB_AND_REST) ?? [];
	// Without an object (`Send it tomorrow`) no one can tell later what the task was.
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
