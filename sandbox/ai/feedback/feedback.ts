import { wordsOf } from '../../text.ts';
import type { FeedbackContent, Meeting, MeetingSegment } from '../ai.ts';
import { plain } from '../language/index.ts';
import { userPartOf } from '../meeting/people.ts';
import { sentencesOf } from '../meeting/reading.ts';
import { categories, type Category, habits, strengthIn, without } from './habits.ts';

const NEUTRAL = 6;
/** Shares of the talking, in percent: more than a conversation needs; hardly taking part. */
const [DOMINANT, QUIET] = [60, 10];
/** A call with less than this said by the user, or shorter, is too brief for a single priority. */
const [MIN_WORDS, MIN_MINUTES] = [100, 5];
/** Words a sentence must have to be worth quoting. */
const QUOTABLE = 5;

/** Feedback on how the user talked (Resources, Feedback response): counted, with the user's own sentences as evidence. */
export function feedbackOn(meeting: Meeting): FeedbackContent {
	const { speaker, lines, words, talkListenRatio, totalMinutes } = userPartOf(meeting);
	const shown = habitsShown(lines);
	const growthAreas = shown.flatMap(({ habit, category, seen, evidence }) => {
		const alternative = without(habit, evidence.quote);
		return habit.instead === null || ['', evidence.quote].includes(alternative) ? [] : [{ category, description: `Seen in ${seen}.`, suggestion: `${habit.focus}.`, ...evidence, alternative }];
	});
	const [first] = words < MIN_WORDS || totalMinutes < MIN_MINUTES ? [] : growthAreas;
	const categoryScores = scoresOf(shown, talkListenRatio);
	const feedback = {
		overallScore: rounded(categories.reduce((sum, category) => sum + categoryScores[category], 0) / categories.length),
		...(first !== undefined && { topPriority: { focus: first.suggestion.slice(0, -1), quote: first.quote, reason: first.reason, alternative: first.alternative } }),
		strengths: shown.flatMap(({ habit, category, seen, evidence }) => (habit.instead === null ? [{ category, description: `${habit.focus}: in ${seen}.`, ...evidence }] : [])),
		growthAreas,
		categoryScores,
		talkListenRatio,
		actionPlan: growthAreas.map(({ suggestion }) => suggestion),
	};
	return { feedback, userSpeakerName: speaker ?? 'Unknown' };
}

/** The habits that occur in a person's lines often enough to matter, strongest first, each with its best example. `rate`: in how many of ten lines. */
function habitsShown(lines: readonly MeetingSegment[]) {
	const said = lines.map(({ text, timestamp }) => sentencesOf(text).map((quote) => ({ quote, plain: plain(quote), words: wordsOf(quote).length, timestamp })).filter(({ words }) => words >= QUOTABLE));
	const shown = habits.flatMap((habit) => {
		const moments = said.map((sentences) => sentences.map((one) => ({ ...one, strength: strengthIn(one, habit) })).filter(({ strength }) => strength > 0));
		const [best] = moments.flat().toSorted((a, b) => b.strength - a.strength);
		const count = moments.filter(({ length }) => length > 0).length;
		const rate = (10 * count) / lines.length;
		if (best === undefined || rate < habit.matters) return [];
		const category = habit.category.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());
		return [{ habit, category, seen: `${count} of your ${lines.length} turns`, rate, evidence: { timestamp: best.timestamp, quote: best.quote, reason: habit.effect } }];
	});
	return shown.toSorted((a, b) => b.rate / b.habit.matters - a.rate / a.habit.matters);
}

/** Each category starts a little above the middle; habits raise or lower it, and so does talking most of the time. */
function scoresOf(shown: ReturnType<typeof habitsShown>, talkListenRatio: number): Readonly<Record<Category, number>> {
	const scoreOf = (category: Category, lost = 0): number => {
		const own = shown.filter(({ habit }) => habit.category === category);
		const change = own.reduce((sum, { habit, rate }) => sum + (habit.instead === null ? 1 : -1) * Math.min(2.5, 0.4 + rate / (4 * habit.matters)), 0);
		return rounded(Math.min(10, Math.max(0, NEUTRAL + change - lost)));
	};
	const listening = scoreOf('listening', Math.max(0, talkListenRatio - DOMINANT) / 10);
	const collaboration = scoreOf('collaboration', Math.max(0, QUIET - talkListenRatio) / 5);
	return { clarity: scoreOf('clarity'), listening, timeManagement: scoreOf('timeManagement'), collaboration, decisionMaking: scoreOf('decisionMaking') };
}

const rounded = (score: number): number => Math.round(10 * score) / 10;
