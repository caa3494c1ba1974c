import { anyOf, isPast, oneOf, stemsOf, tokensOf } from '../text/language.ts';
import { isReadable, isVerb } from '../text/readable.ts';
import type { Sentence } from '../text/sentences.ts';
import { countWords } from '../text/speech.ts';

/** Words of a group that makes a choice. */
const CHOOSE = oneOf(
	'go with|go ahead with|go for|stick with|stick to|settle on|settle for|opt for|keep|use|choose|pick|drop|postpone|cancel',
	'move (?:the [\\w ]{1,30}|[\\w ]{1,30}) to|leave the [\\w ]{1,30} (?:at|as|out)|stay with|launch|hold off on',
);
const WHO = oneOf(
	"we|we've|we have|we all|we're|we are|everyone|everybody",
	'the (?:team|group|board|committee|council)(?: has| have)?',
);
/** Said when something is settled now. */
const SETTLED = [
	anyOf(`(?:^|(?:that|so|because|since|as|think|[,;:]) )${WHO} (?:all |just |now |already |also |both )*(?:agreed?|decided|resolved)(?: \\w+ly)? (?:to|on|that|not to|we)`),
	anyOf("we've (?:all )?(?:chosen|picked|opted|settled)", 'we (?:chose|picked|opted for|settled on)'),
	anyOf(`let's (?:just |all |simply |then )*(?:not )?${CHOOSE}`),
	anyOf(`(?:we'll|we will|we're going to|we are going to|we're gonna) (?:just |then |simply )*${CHOOSE}`),
	anyOf("(?:we're|we are) (?:going (?:ahead )?with|going for|sticking (?:with|to))"),
	/^(?:then )?we (?:go|stick|stay) with\b/i,
	anyOf('(?:the|our|my|final) (?:final )?decision (?:is|was) (?:to|that|not)'),
	anyOf("(?:it's|it is|that's|that is) (?:decided|agreed|settled) (?:that|then:?)"),
	anyOf('(?:we|I|the board|the committee) (?:approved|signed off on)'),
	/^(?:agreed|decided|decision|settled)\s*[:,–-]\s+\w+/i,
	/^(?!(?:what|how|why|who|where|this|that|there|here|then|now|as)\b)[\w' -]{3,60}\b it is(?: then)?[.!]$/i,
	/^it's (?:going to be )?[\w' -]{3,40} then[.!]$/i,
];
/** Said about something not settled, or settled elsewhere. */
const OPEN = anyOf(
	"if|unless|whether|until|once|when|before|should|could|would|might|maybe|perhaps|haven't|what|which|who|where",
	"hasn't|not (?:yet )?(?:agreed|decided)|didn't|don't|never|can we|do we|did we|have we|suppose|supposing",
	'wonder|think we|thought|said|says|as we|how|why|like|hope|in case|assuming|example|imagine|wish|were|that we',
);
/** Talk about the talk itself, and set phrases. */
const IDLE = anyOf(
	'(?:keep|go|move|stick|leave|use) (?:going|moving|talking|trying|in mind|in touch|at it|it (?:short|brief|simple|at that|there)|on)',
	'keep (?:an? (?:eye|ear|open mind)|your|quiet|that in|this in|it up|up|doing|working|on|investing|supporting|pushing|looking)',
	'(?:go|stick|stay|keep|use|choose|pick|cancel|launch|postpone) (?:(?:with|for|to) )?(?:it|that|this|these|those|them)\\b|go (?:with|for) (?:lunch|coffee|a (?:walk|break|coffee|drink|minute)|you|me|him|her|them|one)',
	"use (?:the (?:next|last|remaining|rest|time)|this time|up|(?:five|ten|\\w+) minutes)|drop (?:it|that|by|in)|pick (?:up|it up)",
	'(?:move|go) (?:on|ahead|back|over|through)|launch into|keep .{0,20} in mind|decided (?:on )?(?:that|it)[.!]?$',
);
/** Choices that only participants understand. */
const UNNAMED = /^ (?:(?:with|to|for|on|that) )?(?:it|this|that|these|those|them|one|there)\b/i;
/** Things that only participants understand. */
const POINTED = anyOf('this|that|these|those|it|them|they|one|ones|stuff|things?|something|here|there|same|way');
const SIMPLE_PAST = /\b(?:we|everyone|everybody) (?:all )?(?:agreed|decided|resolved|chose|picked|opted|settled)\b/i;
const LONG_AGO = /\b(?:ago|last (?:week|month|year|spring|summer|autumn|winter)|yesterday|back then|in (?:19|20)\d\d|at the time|used to)\b/i;
const REASONED = /\b(?:because|since)\b/i;
const LEADING = /^(?:(?:that|so|because|since|as|think)\b|[,;:])[ ,]*/i;
const MAX_WORDS = 32;

/** A suggestion, and how it is written once someone agrees to it. */
const SUGGESTED = new RegExp(
	`^${oneOf(
		"(?:I|I'd) (?:think|suggest|propose|recommend|say)(?: that)? (?:we (?:should |could )?|let's )",
		"(?:let's|(?:shall|should|can|could) we|how about we|what if we|why don't we|we should|we could) ",
	)}(?<what>\\p{Ll}+ .*)$`,
	'iu',
);
const CLEARLY_YES =
	/^(?:yes|yeah|yep|okay|ok|right|sure|fine|great|perfect|good)?[,.! ]*(?:agreed|deal|done|approved|let's do (?:that|it)|(?:that )?works for me|fine (?:by|with) me|sounds good(?: to me)?|I agree|I'm (?:happy|fine|okay) with that|go for it|that's (?:decided|settled|agreed)|it's a deal|everybody agrees)(?=[,.!]|$)/i;
/** Number of turns to search for an answer to a suggestion. */
const REPLIES = 2;

/** The decisions of the meeting, as they were said, each once. When in doubt, none. */
interface Decision {
	readonly text: string;
	readonly sentence: Sentence;
}

export function decisionsIn(sentences: readonly Sentence[]): Decision[] {
	const found = sentences.flatMap((sentence) => {
		const text = isTold(sentence, sentences) ? null : settledIn(sentence.text);
		const made = text ?? agreedTo(sentence, sentences);
		return made === null || !isPresentable(made) ? [] : [{ text: made, sentence }];
	});
	const seen = new Set<string>();
	return found.filter(({ text }) => {
		const key = [...new Set(stemsOf(text))].toSorted().join(' ');
		return !seen.has(key) && seen.add(key);
	});
}

/** Whether someone recounts an old decision as part of a story. */
function isTold({ text, turn, index }: Sentence, sentences: readonly Sentence[]): boolean {
	if (!SIMPLE_PAST.test(text)) return false;
	const before = sentences[index - 1];
	const main = before?.turn === turn ? before.tokens.find(isVerb) : undefined;
	return LONG_AGO.test(text) || (main !== undefined && isPast(main));
}

/** The part of a sentence in which something is settled. */
function settledIn(text: string): string | null {
	if (text.endsWith('?')) return null;
	const match = SETTLED.map((pattern) => pattern.exec(text)).find((found) => found !== null);
	if (match === undefined || match === null) return null;
	const before = text.slice(0, match.index);
	const said = text.slice(match.index);
	const chosen = said.slice(match[0].length);
	if (OPEN.test(before + match[0]) || IDLE.test(said) || UNNAMED.test(chosen)) return null;
	// A sentence that first gives reasons or starts over is read from the decision on.
	const needsNothing = isReadable(text, tokensOf(text)) && !REASONED.test(before + match[0]);
	return needsNothing ? text : capitalised(said.replace(LEADING, ''));
}

/** A suggestion that someone else then agreed to, as a plain line. */
function agreedTo({ text, turn, index }: Sentence, sentences: readonly Sentence[]): string | null {
	const what = SUGGESTED.exec(text)?.groups?.['what'];
	if (what === undefined || IDLE.test(text) || /\bnot?\b|n't\b| or /i.test(text)) return null;
	const replies = sentences
		.slice(index + 1, index + 8)
		.filter((reply, at, all) => reply.turn > turn && reply.turn <= turn + REPLIES && all[at - 1]?.turn !== reply.turn);
	if (!replies.some((reply) => CLEARLY_YES.test(reply.text))) return null;
	return /^let's/i.test(text) ? text : `${capitalised(what.replace(/[?.!]+$/, ''))}.`;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether someone who was not there can understand the decision. */
function isPresentable(text: string): boolean {
	const tokens = tokensOf(text);
	// A suggestion starts with its verb, which on its own is often tagged as a noun (`Book the room`).
	const whole = `We will ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
	const reads = isReadable(text, tokens) || isReadable(whole, tokensOf(whole));
	const named = tokens.filter(
		({ pos, isContent, text: word }) =>
			isContent && (pos === 'NOUN' || pos === 'PROPN' || pos === 'ADJ' || pos === 'NUM') && !POINTED.test(word),
	);
	const words = countWords(text);
	const ends = /[.!]$/.test(text) || tokens.at(-1)?.pos === 'NOUN';
	return words >= 4 && words <= MAX_WORDS && named.length > 0 && ends && reads;
}
