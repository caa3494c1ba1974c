import { isA, matchOf } from '../language/index.ts';
import { OTHER } from '../../speakers.ts';
import { after, isRefused, isYes, quotedTogether, type Sentence } from '../meeting/sentences.ts';
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
		const carried = motionCarried(sentence, sentences);
		const said = carried.length > 0 ? carried : isDecided(sentence, sentences) ? [sentence] : accepted(sentence, sentences);
		said.forEach((one) => used.add(one));
		return said.length === 0 ? [] : [{ text: quotedTogether(said), said }];
	});
}

/** The words that express a choice: a few from the start of the match. */
const choiceIn = (text: string, { index }: RegExpExecArray): string => text.slice(index).split(' ').slice(0, 8).join(' ');
const PLAN = /^(?:let's|we'll|we will|we're|we are|(?:.* )?we (?:go|stick|stay) |lass)/i;
const isDoubted = (answer: Sentence | undefined): boolean => answer !== undefined && isA('doubt', answer.text) && !isA('yes', answer.text);
function isDecided(sentence: Sentence, sentences: readonly Sentence[]): boolean {
	const { text, turn, index } = sentence;
	const match = matchOf('decided', text);
	if (match === null || text.endsWith('?') || LONG_AGO.test(text) || isA('procedure', choiceIn(text, match))) return false;
	const before = text.slice(0, match.index);
	if (sentences[index - 1]?.turn === turn && isA('past', sentences[index - 1]?.text ?? '') && /\bwe (?:all )?(?:decided|agreed)\b/i.test(text)) return false;
	if (NOT_YET.test(before)) return false;
	const answer = after(sentence, sentences).find((one) => one.turn !== turn);
	const isTakenBack = /\b(?:but|aber)\b.*(?:\b(?:not|never|nicht|nie)\b|n't\b)/i.test(text.slice(match.index).replaceAll('’', "'"));
	return !isTakenBack && !isA('condition', before) && !isA('unsure', before.split(/ (?:because|weil) /).at(-1) ?? '') && !isRefused(sentence, sentences) && (answer === undefined || (PLAN.test(match[0].replaceAll('’', "'")) ? isYes(answer) : !isDoubted(answer)));
}

/** A proposal and the yes of the person who was asked, with no refusal before or right after. */
function accepted(sentence: Sentence, sentences: readonly Sentence[]): readonly Sentence[] {
	const { text, turn, name } = sentence;
	const match = matchOf('proposal', text);
	if (match === null || !/[?.!]$/.test(text) || isA('procedure', choiceIn(text, match)) || isA('condition', text.slice(0, match.index))) return [];
	const next = after(sentence, sentences).filter((one) => one.turn <= turn + 3);
	const isRefusal = (one: Sentence): boolean => isA('no', one.text) || (one.turn !== turn && isDoubted(one));
	const answer = next.find((one) => one.turn !== turn && one.name !== name);
	if (ALTERNATIVE.test(text.replace(/why don['’]t we/i, '')) || next.some(isRefusal) || answer === undefined || !isYes(answer)) return [];
	const called = addresseeOf(text);
	if (called !== undefined && ![OTHER, '', called].includes(answer.name) && !answer.name.startsWith(`${called} `)) return [];
	// After a statement, a bare `yeah` only shows that somebody is listening.
	return text.endsWith('?') || !BARE_YES.test(answer.text) ? [sentence, answer] : [];
}

/** A motion, the question whether everybody agrees, and what the chair or somebody else says to close it. */
function motionCarried(sentence: Sentence, sentences: readonly Sentence[]): readonly Sentence[] {
	const [question, answer] = after(sentence, sentences);
	if (!isA('motion', sentence.text) || question?.turn !== sentence.turn || !isA('consent', question.text)) return [];
	return answer === undefined || !isYes(answer) ? [] : [sentence, question, answer];
}
