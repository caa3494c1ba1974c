import { plain } from '../language/index.ts';

export const categories = ['clarity', 'listening', 'timeManagement', 'collaboration', 'decisionMaking'] as const;
export type Category = (typeof categories)[number];

/**
 * Something that people do while talking and that their words show. `matters`: how many lines in ten must show it. `focus`: a
 * short theme (for a bad habit, what to do instead). `effect`: on listeners. `instead`: what a better wording uses in place of
 * the words; null for a good habit.
 */
const habit = (category: Category, matters: number, focus: string, effect: string, words: RegExp, instead: string | null = null) => ({ category, matters, focus, effect, words, instead });
export type Habit = Readonly<ReturnType<typeof habit>>;

export const habits: readonly Habit[] = [
	habit('listening', 0.5, 'Asking questions', 'A question gives the others room and brings out what they know.', /\b(?:what|how|why|when|where|who|which|(?:could|can|would|do|did|are) you|should we)\b[^.!?]*\?/gi),
	habit('listening', 0.3, 'Acknowledging what others say', 'People who feel heard share more.', /\b(?:good point|that makes sense|I (?:see|agree|understand)|you're right|thanks for|great idea)\b/gi),
	habit('timeManagement', 0.2, 'Keeping an eye on time', 'Naming the agenda and the time left keeps a conversation on track.', /\b(?:(?:the|our|today's) agenda(?! (?:of|to|for change)\b)|next item|minutes left|out of time|on time|let's move on|time check|deadline)\b/gi),
	habit('decisionMaking', 0.2, 'Settling things clearly', 'A plain commitment leaves no doubt about what happens next.', /\b(?:let's go with|we(?:'ve)? agreed|we decided|I'll (?:send|take|prepare|draft|update|schedule))\b/gi),
	habit('collaboration', 0.2, 'Inviting others in', 'An invitation makes the outcome everybody’s.', /\b(?:what do you think|how about you|any thoughts|do you agree|does that work|anyone else)\b/gi),
	habit('timeManagement', 0.2, 'Summing up before moving on', 'A recap lets everybody check that they heard the same.', /\b(?:next steps?|to (?:recap|sum up|summari[sz]e)|in summary|so we(?:'re| are) agreed|before we (?:finish|wrap up|go)|action items?)\b/gi),
	habit('collaboration', 0.3, 'Thanking people for their part', 'Thanks cost nothing and are remembered.', /\b(?:thank you|thanks|well done|good work|great work|nice work|appreciate)\b/gi),
	// A bare number may be a name, as in `Standing Order 17.42`; a figure has a unit.
	habit('clarity', 1, 'Giving figures and examples', 'A number or an example is understood where a general word is not.', /[€$£]\d[\d.,]*|\b\d[\d.,]*(?:%| ?(?:per ?cent|percent|euros?|dollars?|pounds?|people|users?|customers?|tickets?|seats?|hours?|days?|weeks?|months?|minutes?|times|million|thousand)\b)|\b(?:per ?cent|million|thousand|hundred|dozen|for example|for instance|such as|in particular|specifically)\b/gi),
	habit('timeManagement', 0.3, 'Name a day in place of soon', 'What has no day is easily put off.', /\b(?:at some point|soonish|some ?time soon|soon|some day|in due course|when I (?:find|get|have) (?:the |some )?time)\b/gi, 'by Friday'),
	habit('clarity', 1.5, 'Pause instead of using filler words', 'Fillers make a point sound less certain than it is.', /(?:,\s*)?\b(?:u+m+|u+h+m*|e+r+m*|hmm+|you know|sort of|kind of|basically)\b,?\s*/gi, ' '),
	habit('decisionMaking', 1.5, 'State your view without hedging', 'Hedges hide the proposal they stand before.', /\b(?:maybe|perhaps|probably|I guess|I suppose|somehow|or something|or whatever)\b[,.]?\s*/gi, ''),
];

/** How strongly a sentence shows a habit; 0 means not at all. A match weighs more in a short sentence than in a long one. */
export const strengthIn = (sentence: { readonly plain: string; readonly words: number }, { words }: Habit): number => (sentence.plain.match(words)?.length ?? 0) / Math.sqrt(sentence.words + 1);

/** A sentence without a bad habit. */
export function without({ words, instead }: Habit, text: string): string {
	const better = plain(text).replace(words, instead ?? '$&').replace(/^[\s,]+/, '').replace(/\s+/g, ' ').replace(/,(?= ?[,.?!])| (?=[,.?!])/g, '').replace(/\b(\p{L}+(?: \p{L}+)?)(?: \1\b)+/giu, '$1').replace(/\b(\p{L}+ \p{L}+) \1\b/giu, '$1').trim();
	return better.charAt(0).toUpperCase() + better.slice(1);
}
