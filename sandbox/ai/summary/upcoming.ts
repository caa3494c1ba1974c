import type { KeyPointsContent } from '../ai.ts';
import { datesIn, type NamedDate } from '../text/dates.ts';
import { anyOf, isPast, oneOf, stemsOf, type Token, tokensOf } from '../text/language.ts';
import { blemishesIn, isVerb } from '../text/readable.ts';
import type { Sentence } from '../text/sentences.ts';

const MOST = 10;
/** Longer sentences are unpunctuated speech, where a day's meaning is unclear. */
const MAX_WORDS = 45;
/** Two stems besides the day's own say what it is for; one is enough after a word such as `by`. */
const MIN_CONTEXT = 2;
const DEADLINE = /\b(?:by|until|till|before|due|deadline|no later than|not later than)(?: (?:on|is|the))?[ :,]*$/i;
const HEADED = /^(?:(?:the|our|your|next|final|new) )*(?:deadline|due date|(?:next )?(?:meeting|call|session|review|demo)|kick-?off|launch|release)\b/i;
/** After these words, a day is not a plan. */
const UNSURE = anyOf(
	"shows|covers|suggests|if|unless|whether|maybe|perhaps|might|may|would|wouldn't|suppose|imagine|wish|since|every|each|like|example|such as|why|could've",
	"because of|what if|as if|or so|either|I don't know|not sure|until now|so far|usually|always|normally|typically|whenever",
);
const REQUEST = anyOf('(?:can|could|would|will) (?:you|\\p{L}+|somebody|someone|anyone)(?: please)?', 'please');
/** Verbs that describe a state rather than a plan. */
const STATE = new RegExp(
	`^${oneOf(
		'know|think|remember|recall|believe|guess|mean|like|love|prefer|see|feel|say|seem|sound|look|suit|work|hear|suppose',
		'understand|wonder|doubt|hate|talk|refer|date',
	)}$`,
);
const MANNER = /^[\s,]*(?:\w+ )?(?:better|good|fine|great|bad|okay|ok|perfect|best|worst|busy|full|free|impossible|difficult|tricky|out)\b/i;
/** What was postponed is still to come. */
const PUT = new RegExp(
	`^${oneOf('moved|postponed|rescheduled|pushed|scheduled|planned|booked|delayed|expected|extended|fixed|set|pencilled|penciled')}$`,
);
/** What someone agreed to do is still to come. */
const RESOLVED = /^(?:agree|decide|plan|promise|commit|schedule|intend|aim|propose)$/;
const PAST_AUXILIARY = /^(?:was|were|did|had|been)$/;
const FUTURE = /^(?:will|'ll|shall|won|ca|can|could|should|must|need|needs|'d)$/;
/** `I need it filled in before …` */
const WANTED = /\b(?:I|we|you|they) (?:need|want|would like|must have|have to have)\b/i;
const NEGATION = /^(?:not|n't|never|no|cannot)$/;

/** Upcoming days, nearest first, each with the sentence that mentions it. When in doubt, none. */
export function upcomingDates(sentences: readonly Sentence[], startTime: string): KeyPointsContent['importantDates'] {
	const dates = sentences
		.filter(({ words }) => words <= MAX_WORDS)
		.flatMap(({ text, tokens }) => {
			const named = datesIn(text, startTime).filter((date) => isUpcoming(date, text, tokens));
			return [...new Set(named.map(({ date }) => date))].map((date) => ({ date, context: text }));
		});
	const seen = new Set<string>();
	return dates
		.filter(({ date, context }) => {
			const key = `${date} ${context}`;
			return !seen.has(key) && seen.add(key);
		})
		.slice(0, MOST)
		.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

function isUpcoming({ text, index, exact, daysAway }: NamedDate, sentence: string, tokens: readonly Token[]): boolean {
	if (!exact || daysAway < 0) return false;
	const before = sentence.slice(0, index);
	const after = sentence.slice(index + text.length);
	const isDeadline = DEADLINE.test(before) || /^(?:by|before|until)\b/i.test(text);
	// Today counts only if somebody says that something is due by then.
	if (daysAway === 0 && !isDeadline) return false;
	const context = new Set(stemsOf(`${before} ${after}`));
	if (context.size < (isDeadline ? 1 : MIN_CONTEXT)) return false;
	if (blemishesIn(sentence, tokens) - (tokens.some(isVerb) ? 0 : 1) > 0) return false;
	if (UNSURE.test(before)) return false;
	if (sentence.endsWith('?') && !REQUEST.test(sentence) && tokens.some(isVerb)) return false;
	return happens(before, after, isDeadline);
}

/** Whether the day's verb refers to the future. */
function happens(before: string, after: string, isDeadline: boolean): boolean {
	const chain = lastVerbsIn(clauseEnd(before)) ?? firstVerbsIn(after);
	if (chain === null) return isDeadline || HEADED.test(before);
	const words = chain.map(({ text }) => text.toLowerCase());
	const verb = chain.findLast(isVerb);
	if (verb === undefined || words.some((word) => NEGATION.test(word))) return false;
	const isFuture = words.some((word) => FUTURE.test(word)) || /\bgoing to\b/.test(words.join(' '));
	if (words.some((word) => PAST_AUXILIARY.test(word)) && !PUT.test(verb.text.toLowerCase())) return false;
	if (isFuture) return true;
	if (isPast(verb) && WANTED.test(before)) return true;
	if (isPast(verb)) return PUT.test(verb.text.toLowerCase()) || /^(?:is|are|be|being|'s|'re)$/.test(words.at(-2) ?? '');
	const infinitive = words.lastIndexOf('to');
	if (infinitive > 0) {
		const main = chain.slice(0, infinitive).findLast(isVerb);
		if (main !== undefined && isPast(main)) return RESOLVED.test(main.lemma);
	}
	// `Here we are in May` says what day it is, `Friday is fine` what day would do.
	if (verb.lemma === 'be' && (MANNER.test(after) || /\b(?:I'm|we are|we're|here|it's|it is)\b/i.test(before))) return false;
	return !STATE.test(verb.lemma) && verb.pos !== 'NOUN';
}

/** A day's clause ends where the next one begins. */
const clauseEnd = (before: string): string => before.replace(/^.*(?:[;:—]|,? (?:and|but|so) (?=(?:I|we|you|he|she|they|it|the|then)\b))/i, '');

/** The last run of verbs, with the words between them (`are going to start`). */
function lastVerbsIn(text: string): readonly Token[] | null {
	const tokens = tokensOf(text);
	const end = tokens.findLastIndex(isVerb);
	if (end < 0) return null;
	let start = end;
	while (start > 0 && isLink(tokens[start - 1])) start -= 1;
	return tokens.slice(start, end + 1);
}

function firstVerbsIn(text: string): readonly Token[] | null {
	const tokens = tokensOf(text);
	const start = tokens.findIndex(isVerb);
	if (start < 0) return null;
	let end = start + 1;
	while (isLink(tokens[end])) end += 1;
	return tokens.slice(start, end);
}

const isLink = (token: Token | undefined): boolean =>
	token !== undefined && (isVerb(token) || token.pos === 'PART' || token.pos === 'ADV' || /^(?:to|not|n't|will|going)$/i.test(token.text));
