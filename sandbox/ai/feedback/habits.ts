import { allOf } from '../text/language.ts';
import { countWords, fluent } from '../text/speech.ts';

export const categories = ['clarity', 'listening', 'timeManagement', 'collaboration', 'decisionMaking'] as const;
export type Category = (typeof categories)[number];

/** Something a person does while talking that shows in their words. */
interface AnyHabit {
	readonly category: Category;
	/** A short theme; for a bad habit, what to do instead. */
	readonly focus: string;
	/** Its effect on listeners. */
	readonly effect: string;
	/** How many lines in ten must show it for it to matter. */
	readonly matters: number;
	/** How strongly the words show it; 0 is not at all. */
	readonly shows: (words: string) => number;
	/** The words that are counted, if worth naming. */
	readonly words?: RegExp;
	/** Whether it is seen in a sentence or in a whole turn. */
	readonly seenIn: 'sentence' | 'turn';
}
interface Strength extends AnyHabit {
	readonly helps: true;
}
interface Weakness extends AnyHabit {
	readonly helps: false;
	/** The same without the habit, in the speaker's own words. */
	readonly instead: (words: string) => string;
}
export type Habit = Strength | Weakness;

const FILLER = /\b(?:u+m+|u+h+m*|e+r+m*|hmm+)\b|\b(?:you know|sort of|kind of|basically)\b/gi;
const FILLER_WORDS = /\b(?:you know|sort of|kind of|basically),?\s*/gi;
const HEDGE = /\b(?:maybe|perhaps|probably|I guess|I suppose|somehow|or something|or whatever)\b[,.]?\s*/gi;
const QUESTION = /\b(?:what|how|why|when|where|who|which|(?:could|can|would|do|did|are) you|should we)\b[^.!?]*\?/gi;
const ACKNOWLEDGING = allOf(
	"good point|that makes sense|I (?:see|agree|understand)|you're right|thanks for|great idea",
);
const TIMING = allOf("agenda|next item|minutes left|out of time|on time|let's move on|time check|deadline");
const SETTLING = allOf("let's go with|we(?:'ve)? agreed|we decided|I'll (?:send|take|prepare|draft|update|schedule)");
const INVITING = allOf('what do you think|how about you|any thoughts|do you agree|does that work|anyone else');
const NEXT_STEPS = allOf(
	"next steps?|to (?:recap|sum up|summari[sz]e)|in summary|so we(?:'re| are) agreed|before we (?:finish|wrap up|go)|action items?",
);
const THANKING = allOf('thank you|thanks|well done|good work|great work|nice work|appreciate');
const INSTANCE = allOf('for example|for instance|such as|in particular|specifically');
const FIGURE = /(?:^|\s)[€$£]?\d[\d.,]*(?:%|\b)|\b(?:per ?cent|million|thousand|hundred|dozen)\b/gi;
const VAGUE = allOf('at some point|soonish|some ?time soon|soon|some day|in due course|when I (?:find|get|have) (?:the |some )?time');
const LONG_WORDS = 120;

const count = (words: string, pattern: RegExp): number => words.match(pattern)?.length ?? 0;
/** A few in a short sentence weigh more than in a long one. */
const density = (words: string, pattern: RegExp): number => count(words, pattern) / Math.sqrt(countWords(words) + 1);

const mainSentence = (turn: string): string =>
	turn.split(/(?<=[.?!])\s+/).toSorted((a, b) => countWords(b) - countWords(a))[0] ?? '';

export const habits: readonly Habit[] = [
	{
		helps: true,
		category: 'listening',
		focus: 'Asking questions',
		effect: 'A question gives the others room and brings out what they know.',
		matters: 0.5,
		seenIn: 'sentence',
		shows: (words) => density(words, QUESTION),
	},
	{
		helps: true,
		category: 'listening',
		focus: 'Acknowledging what others say',
		effect: 'People who feel heard share more.',
		matters: 0.3,
		seenIn: 'sentence',
		shows: (words) => count(words, ACKNOWLEDGING),
	},
	{
		helps: true,
		category: 'timeManagement',
		focus: 'Keeping an eye on time',
		effect: 'Naming the agenda and the time left keeps a conversation on track.',
		matters: 0.2,
		seenIn: 'sentence',
		shows: (words) => count(words, TIMING),
	},
	{
		helps: true,
		category: 'decisionMaking',
		focus: 'Settling things clearly',
		effect: 'A plain commitment leaves no doubt about what happens next.',
		matters: 0.2,
		seenIn: 'sentence',
		shows: (words) => count(words, SETTLING),
	},
	{
		helps: true,
		category: 'collaboration',
		focus: 'Inviting others in',
		effect: 'An invitation makes the outcome everybody’s.',
		matters: 0.2,
		seenIn: 'sentence',
		shows: (words) => count(words, INVITING),
	},
	{
		helps: true,
		category: 'timeManagement',
		focus: 'Summing up before moving on',
		effect: 'A recap lets everybody check that they heard the same.',
		matters: 0.2,
		seenIn: 'sentence',
		shows: (words) => count(words, NEXT_STEPS),
	},
	{
		helps: true,
		category: 'collaboration',
		focus: 'Thanking people for their part',
		effect: 'Thanks cost nothing and are remembered.',
		matters: 0.3,
		seenIn: 'sentence',
		shows: (words) => count(words, THANKING),
	},
	{
		helps: true,
		category: 'clarity',
		focus: 'Giving figures and examples',
		effect: 'A number or an example is understood where a general word is not.',
		matters: 1,
		seenIn: 'sentence',
		shows: (words) => count(words, FIGURE) + count(words, INSTANCE),
	},
	{
		helps: false,
		category: 'timeManagement',
		focus: 'Name a day in place of soon',
		effect: 'What has no day is easily put off.',
		matters: 0.3,
		seenIn: 'sentence',
		words: VAGUE,
		shows: (words) => density(words, VAGUE),
		instead: (words) => fluent(words.replace(VAGUE, 'by Friday')),
	},
	{
		helps: false,
		category: 'clarity',
		focus: 'Pause instead of using filler words',
		effect: 'Fillers make a point sound less certain than it is.',
		matters: 1.5,
		seenIn: 'sentence',
		words: FILLER,
		shows: (words) => density(words, FILLER),
		instead: (words) => fluent(words.replace(FILLER_WORDS, '')),
	},
	{
		helps: false,
		category: 'decisionMaking',
		focus: 'State your view without hedging',
		effect: 'Hedges hide the proposal they stand before.',
		matters: 1.5,
		seenIn: 'sentence',
		words: HEDGE,
		shows: (words) => density(words, HEDGE),
		instead: (words) => fluent(words.replace(HEDGE, '').replace(FILLER_WORDS, '')),
	},
	{
		helps: false,
		category: 'listening',
		focus: 'Keep your turns short and pointed',
		effect: 'A long turn leaves the others little room to answer.',
		matters: 0.3,
		seenIn: 'turn',
		shows: (words) => Math.max(0, countWords(words) / LONG_WORDS - 1),
		instead: mainSentence,
	},
];
