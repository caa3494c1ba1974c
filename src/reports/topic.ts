import { foldText, namesNobody, roleNames, wordsOf } from '../format/index.ts';
import type { MeetingRef, SavedKeyPoints } from '../meetings/index.ts';
import { stemOf, tellingOf } from './transcripts/words.ts';

/** The words of a topic to look for, folded. A topic without letters, such as a symbol, counts as one word. */
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

/** Stands for the user in a filter by owner, and in key points that do not give the user's name. */
const ME = foldText(roleNames.local);

const NOT_ME = `not ${ME}`;

/** Part of the descriptions of filters by owner. */
export const OWN_ITEMS = 'me finds your own, not me everyone else’s, named or not';

/** Whether a filter by owner refers to the user. The user's name is needed then. */
export const isMe = (owner: string | undefined): boolean => [ME, NOT_ME].includes(foldText(owner ?? ''));

/**
 * Tests an owner for a name, or part of one. Ignores case and accents. `me` is the user, under their full or first name,
 * and never matches part of another name; `not me` is everyone else with a name. The user's own name also finds
 * what is only marked as theirs.
 */
export function ownerMatcher(owner = '', userName: string | null = null): (owner: string | null) => boolean {
	const part = foldText(owner);
	const name = foldText(userName ?? '');
	const mine = new Set([ME, name, name.split(' ')[0]]);
	if (!isMe(owner)) return (one) => foldText(one ?? '').includes(part) || (name.includes(part) && mine.has(foldText(one ?? '')));
	return (one) => one !== null && one !== '' && mine.has(foldText(one)) === (part === ME);
}

/** Whether a filter by a person is about the user, as `me`, as `not me`, or by whole words of their name. */
export const isUser = (person: string, userName: string | null): boolean =>
	isMe(person) || ` ${foldText(userName ?? '')} `.includes(` ${foldText(person)} `);

/**
 * Tests whether an owner may be the one of a filter, though they are not named: key points name only whom the transcript does. The
 * user is always marked.
 */
export function unnamedOwner(owner = '', userName: string | null = null): (owner: string | null) => boolean {
	const isNamed = ownerMatcher(owner);
	return (one) => !isUser(owner, userName) && one !== null && namesNobody(one) && !isNamed(one);
}

/** The words of a topic that occur, in any ending, in none of the texts. */
export const missingWords = (topic: string, texts: readonly string[]): string[] => topicWords(topic).filter((word) => !texts.some(stemMatcher(word)));

/** The part of a meeting that tells what it was about. */
export interface Subject {
	readonly title: string | null;
	readonly headings: readonly string[];
}

/**
 * Tests whether a meeting, or a text of it such as a decision, is on a topic. If the title and the headings have all words,
 * every text of the meeting is on the topic. Otherwise the text has to contain the missing ones.
 */
export function topicMatcher(topic = ''): (subject: Subject, text?: string) => boolean {
	const matches = stemMatcher(topic);
	return ({ title, headings }, text = '') => matches([title, ...headings, text].join('\n'));
}

const OPEN_QUESTIONS = /^(?:(?:open|unanswered|unresolved|outstanding|remaining) (?:questions?|issues?|points?)|questions?)$/;

/** Says nothing about a meeting, as it fits any. */
const FITS_ANY = /^(?:(?:main|key) points|summary|overview|notes)$/;

const isHeading = (heading: string | null, kind: RegExp): boolean => kind.test(foldText((heading ?? '').replace(/[^\p{L}\s]/gu, '')));

/** The headings of key points that say what a meeting was about, each once. */
export const headingsOf = ({ sections }: Pick<SavedKeyPoints, 'sections'>): string[] => [
	...new Set(
		sections.flatMap(({ heading }) => (heading?.trim() && ![OPEN_QUESTIONS, FITS_ANY].some((kind) => isHeading(heading, kind)) ? [heading.trim()] : [])),
	),
];

/** All points of key points, whatever their heading. */
export const pointsOf = ({ sections }: Pick<SavedKeyPoints, 'sections'>): string[] => sections.flatMap(({ points }) => points);

/** How many points stand for a meeting whose key points have no telling headings. */
const FEW_POINTS = 3;

/** What a meeting was about: the headings of its key points or, without any, their first points. */
export function topicsOf(keyPoints: Pick<SavedKeyPoints, 'sections'>): string[] {
	const headings = headingsOf(keyPoints);
	const sections = keyPoints.sections.filter(({ heading }) => !isHeading(heading, OPEN_QUESTIONS));
	return headings.length > 0 ? headings : pointsOf({ sections }).slice(0, FEW_POINTS);
}

/** Key points have no list of open questions, but some have a section of that name. */
export const openQuestionsOf = ({ sections }: Pick<SavedKeyPoints, 'sections'>): string[] =>
	sections.flatMap(({ heading, points }) => (isHeading(heading, OPEN_QUESTIONS) ? points : []));

/**
 * What key points have on a topic: everything if the meeting is about it, else single points, decisions, action items and dates; null for
 * nothing.
 */
export function keepTopic(
	matches: ReturnType<typeof topicMatcher>,
	meeting: MeetingRef,
	keyPoints: SavedKeyPoints,
): SavedKeyPoints | null {
	const subject: Subject = { title: meeting.conversationTitle, headings: headingsOf(keyPoints) };
	if (matches(subject)) return keyPoints;
	const decisions = keyPoints.decisions.filter((decision) => matches(subject, decision));
	const actionItems = keyPoints.actionItems.filter(({ item }) => matches(subject, item));
	const points = pointsOf(keyPoints).filter((point) => matches(subject, point));
	const importantDates = keyPoints.importantDates.filter(({ context }) => matches(subject, context ?? ''));
	if (points.length + decisions.length + actionItems.length + importantDates.length === 0) return null;
	const sections = points.map((point) => ({ heading: point, points: [] }));
	return { ...keyPoints, sections, importantDates, decisions, actionItems };
}
