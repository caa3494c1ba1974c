import { OTHER } from '../../speakers.ts';
import { quotedTogether, type Sentence } from '../meeting/sentence.ts';
import { addresseeOf } from './actionItems.ts';

const LONG_AGO = /\b(?:ago|back then|at the time|damals)\b|\b(?:last|letzte\w*) |\bin (?:19|20)\d\d/i;
const NOT_YET = /\b(?:once|after|until|before|when|nachdem|sobald|bevor)\s*$/i;
const ALTERNATIVE = /\b(?:or|not|oder|nicht)\b|n['’]t\b/i;
const BARE_YES = /^(?:(?:yes|yeah|yep|okay|ok|sure|right|fine|great|perfect|good|ja|gut)[,.! ]*)+$/i;

/** What was decided, in its original words: a statement, or a proposal with the yes to it. */
export function decisionsIn(sentences: readonly Sentence[]): { readonly text: string; readonly said: readonly Sentence[] }[] {
	const used = new Set<Sentence>();
	return sentences.flatMap((sentence) => {
		const words = sentence.text.split(' ').length;
		if (words < 4 || words > 50 || used.has(sentence)) return [];
		const carried = motionCarried(sentence);
		const said = carried.length > 0 ? carried : isDecided(sentence) ? [sentence] : accepted(sentence);
		said.forEach((one) => used.add(one));
		return said.length === 0 ? [] : [{ text: quotedTogether(said), said }];
	});
}

/** The words that express a choice: a few from the start of the match. */
const choiceIn = (text: string, { index }: RegExpExecArray): string => text.slice(index).split(' ').slice(0, 8).join(' ');
const PLAN = /^(?:let's|we'll|we will|we're|we are|(?:.* )?we (?:go|stick|stay) |lass)/i;
/** `So we go with fifty.`, `Let's go with fifty then.`: what was talked about ends with it. */
const CONCLUDES = /^(?:(?:so|okay|ok|alright|all right|also|gut),? |(?:and )?we(?:'re| are) (?:going|sticking) )|\b(?:then|dann|also)[.!]*$/i;
/** What an answer says besides what its speaker will not do, unless it is about the same. */
function remarkOn(sentence: Sentence, answer: Sentence): string {
	const match = answer.refuses(sentence) ? null : answer.match('negative');
	return match === null ? answer.text : answer.text.slice(0, match.index) + answer.text.slice(match.index + match[0].length);
}
/** A promise carries out what was decided, even under a condition: `I'll tell them if the day is final.` */
const isDoubted = (answer: Sentence, remark = answer.text): boolean => answer.is('doubt', remark) && !answer.is('yes') && !answer.is('promise');
function isDecided(sentence: Sentence): boolean {
	const { text, turn } = sentence;
	const match = sentence.match('decided');
	if (match === null || sentence.isQuestion || LONG_AGO.test(text) || sentence.is('procedure', choiceIn(text, match))) return false;
	const before = text.slice(0, match.index);
	const [last] = sentence.before(1);
	// A story of what was done, such as a weekend, unless the day is to come.
	if (sentence.days.length === 0 && last?.turn === turn && last.is('past') && !last.isYes && /\bwe (?:all )?(?:decided|agreed)\b/i.test(text)) return false;
	if (NOT_YET.test(before)) return false;
	const answer = sentence.after.find((one) => one.turn !== turn);
	const isTakenBack = /\b(?:but|aber)\b.*(?:\b(?:not|never|nicht|nie)\b|n't\b)/i.test(text.slice(match.index).replaceAll('’', "'"));
	return !isTakenBack && !sentence.is('condition', before) && !sentence.is('unsure', before.split(/ (?:because|weil) /).at(-1) ?? '') && !sentence.isRefused && (answer === undefined || (isOnlyPlanned(sentence, match[0], answer) ? answer.isYes || answer.is('promise') : !isDoubted(answer, remarkOn(sentence, answer))));
}

/** Whether what is said needs a yes, since it may only be a wish, or since the answer is about the same. */
const isOnlyPlanned = ({ text, stems }: Sentence, said: string, answer: Sentence): boolean =>
	PLAN.test(said.replaceAll('’', "'")) && (!CONCLUDES.test(text.replaceAll('’', "'")) || answer.stems.some((stem) => stems.includes(stem)));

/** A proposal and the yes of the person who was asked, with no refusal before or right after. */
function accepted(sentence: Sentence): readonly Sentence[] {
	const { text, turn, name } = sentence;
	const match = sentence.match('proposal');
	if (match === null || !/[?.!]$/.test(text) || sentence.is('procedure', choiceIn(text, match)) || sentence.is('condition', text.slice(0, match.index))) return [];
	const next = sentence.after.filter((one) => one.turn <= turn + 3);
	const isRefusal = (one: Sentence): boolean => one.refuses(sentence) || (one.turn !== turn && isDoubted(one));
	const answer = next.find((one) => one.turn !== turn && one.name !== name);
	if (ALTERNATIVE.test(text.replace(/why don['’]t we/i, '')) || next.some(isRefusal) || answer === undefined || !answer.isYes) return [];
	const called = addresseeOf(sentence);
	if (called !== undefined && ![OTHER, '', called].includes(answer.name) && !answer.name.startsWith(`${called} `)) return [];
	// After a statement, a bare `yeah` only shows that somebody is listening.
	return sentence.isQuestion || !BARE_YES.test(answer.text) ? [sentence, answer] : [];
}

/** A motion, the question whether everybody agrees, and the closing words of the chair or somebody else. */
function motionCarried(sentence: Sentence): readonly Sentence[] {
	const [question, answer] = sentence.after;
	if (!sentence.is('motion') || question?.turn !== sentence.turn || !question.is('consent')) return [];
	return answer === undefined || !answer.isYes ? [] : [sentence, question, answer];
}
