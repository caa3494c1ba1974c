import { foldText, namesNobody, roleNames, wordsOf } from '../format/index.ts';
import type { MeetingRef, SavedKeyPoints } from '../meetings/index.ts';
import { stemOf, tellingOf } from './transcripts/words.ts';

/** The words of a topic to look for, folded. What has no letters, such as a symbol, is one. */
function topicWords(topic: string): readonly string[] {
	const words = wordsOf(topic);
	return words.length > 0 ? tellingOf(words, 'topic') : [foldText(topic)];
}

/** Short words are in many others: AI is no topic of “Send the email”. */
const SHORT = /^[a-z\d]{1,3}$/;

/** As `wordMatcher`, but each word may also have another ending: “pricing” is in “new prices”. Ignores words such as “the”, and punctuation. */
function stemMatcher(topic: string): (text: string) => boolean {
	const wanted = topicWords(topic).map((word) => ({ word, stem: stemOf(word) }));
	return (text) => {
		const folded = foldText(text);
		const stems = new Set(wordsOf(text).map(stemOf));
		return wanted.every(({ word, stem }) => stems.has(stem) || (!SHORT.test(word) && folded.includes(word)));
	};
}

/** What a filter by owner takes for the user, and what an owner is called where key points only say that it is the user. */
const ME = foldText(roleNames.local);

const NOT_ME = `not ${ME}`;

/** What forms say about it, after what else the filter takes. */
export const OWN_ITEMS = 'me finds your own, not me everyone else’s, named or not';

/** Whether a filter by owner is about the user, whose name has to be known then. */
export const isMe = (owner: string | undefined): boolean => [ME, NOT_ME].includes(foldText(owner ?? ''));

/**
 * Tests an owner for a name, or part of one. Ignores case and accents. `me` is the user, by full or first name, and part of
 * nobody's name; `not me` is everyone else who is named.
 */
export function ownerMatcher(owner = '', userName: string | null = null): (owner: string | null) => boolean {
	const part = foldText(owner);
	if (!isMe(owner)) return (one) => foldText(one ?? '').includes(part);
	const name = foldText(userName ?? '');
	const mine = new Set([ME, name, name.split(' ')[0]]);
	return (one) => one !== null && one !== '' && mine.has(foldText(one)) === (part === ME);
}

/** Tests whether an owner may be the one of a filter, though they are not named: key points name only whom the transcript does. */
export function unnamedOwner(owner = ''): (owner: string | null) => boolean {
	const isNamed = ownerMatcher(owner);
	return (one) => !isMe(owner) && one !== null && namesNobody(one) && !isNamed(one);
}

/** The words of a topic that occur, in any ending, in none of the texts. */
export const missingWords = (topic: string, texts: readonly string[]): string[] => topicWords(topic).filter((word) => !texts.some(stemMatcher(word)));

/** The part of a meeting that tells what it was about. */
export interface Subject {
	readonly title: string | null;
	readonly headings: readonly string[];
}

/**
 * Tests a meeting against a topic, or a text of it, such as a decision. If all words are in the title and the headings,
 * every text of the meeting is on the topic. In any other meeting, the text has those that are missing.
 */
export function topicMatcher(topic = ''): (subject: Subject, text?: string) => boolean {
	const matches = stemMatcher(topic);
	return ({ title, headings }, text = '') => matches([title, ...headings, text].join('\n'));
}

const OPEN_QUESTIONS = /^(?:(?:open|unanswered|unresolved|outstanding|remaining) (?:questions?|issues?|points?)|questions?)$/;

const isOpenQuestions = (heading: string | null): boolean =>
	OPEN_QUESTIONS.test(foldText((heading ?? '').replace(/[^\p{L}\s]/gu, '')));

/** The headings of key points, each once, without that of a section of open questions. */
export const headingsOf = ({ sections }: Pick<SavedKeyPoints, 'sections'>): string[] => [
	...new Set(
		sections.flatMap(({ heading }) => (heading?.trim() && !isOpenQuestions(heading) ? [heading.trim()] : [])),
	),
];

/** Key points have no list of open questions, but some have a section of that name. */
export const openQuestionsOf = ({ sections }: Pick<SavedKeyPoints, 'sections'>): string[] =>
	sections.flatMap(({ heading, points }) => (isOpenQuestions(heading) ? points : []));

/** What key points have on a topic: everything if the meeting is about it, else single decisions and action items; null for nothing. */
export function keepTopic(
	matches: ReturnType<typeof topicMatcher>,
	meeting: MeetingRef,
	keyPoints: SavedKeyPoints,
): SavedKeyPoints | null {
	const subject: Subject = { title: meeting.conversationTitle, headings: headingsOf(keyPoints) };
	if (matches(subject)) return keyPoints;
	const decisions = keyPoints.decisions.filter((decision) => matches(subject, decision));
	const actionItems = keyPoints.actionItems.filter(({ item }) => matches(subject, item));
	if (decisions.length + actionItems.length === 0) return null;
	return { ...keyPoints, sections: [], importantDates: [], decisions, actionItems };
}
