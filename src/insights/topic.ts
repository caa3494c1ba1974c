import type { SavedKeyPoints } from './keyPoints.ts';
import type { MeetingRef } from './meetings.ts';

/** For comparing text that people typed: ignores case, accents and compatibility forms. */
export const foldText = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{Mark}/gu, '')
		.toLowerCase()
		.trim();

/** Whether a text contains all of these words, in any order. No words are in every text. */
export function wordMatcher(words: string): (text: string) => boolean {
	const wanted = foldText(words).split(/\s+/);
	return (text) => {
		const folded = foldText(text);
		return wanted.every((word) => folded.includes(word));
	};
}

/** The part of a meeting that tells what it was about. */
export interface Subject {
	readonly title: string | null;
	readonly headings: readonly string[];
}

/**
 * Tests a meeting against a topic, or a text of it, such as a decision. All words must be in the title and one heading;
 * then every text of the meeting is on the topic. In any other meeting they must be in the title and the text.
 */
export function topicMatcher(topic = ''): (subject: Subject, text?: string) => boolean {
	const matches = wordMatcher(topic);
	return ({ title, headings }, text = '') =>
		['', ...headings, text].some((context) => matches(`${title ?? ''}\n${context}`));
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
	const subject: Subject = { title: meeting.meetingTitle, headings: headingsOf(keyPoints) };
	if (matches(subject)) return keyPoints;
	const decisions = keyPoints.decisions.filter((decision) => matches(subject, decision));
	const actionItems = keyPoints.actionItems.filter(({ item }) => matches(subject, item));
	if (decisions.length + actionItems.length === 0) return null;
	return { ...keyPoints, sections: [], importantDates: [], decisions, actionItems };
}
