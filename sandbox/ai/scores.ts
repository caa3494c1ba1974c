import type { FeedbackContent } from './ai.ts';
import type { Category } from './habit.ts';
import type { Shown } from './habitsShown.ts';

const NEUTRAL = 6;
const MOST = 10;
/** The share of the talking, in percent, from which on it is more than a conversation needs. */
const DOMINANT = 60;
/** The share under which somebody hardly takes part. */
const QUIET = 10;

type Scores = FeedbackContent['feedback']['categoryScores'] & Readonly<Record<Category, number>>;

/** Each category starts a little above the middle; habits raise or lower it, and so does talking most of the time. */
export function scoresOf(shown: readonly Shown[], talkListenRatio: number): Scores {
	const scoreOf = (category: Category, lost = 0): number => {
		const change = shown
			.filter(({ habit }) => habit.category === category)
			.reduce((sum, { habit, rate }) => sum + (habit.helps ? 1 : -1) * Math.min(2.5, 0.4 + rate / (4 * habit.matters)), 0);
		return Math.round(10 * Math.min(MOST, Math.max(0, NEUTRAL + change - lost))) / 10;
	};
	return {
		clarity: scoreOf('clarity'),
		listening: scoreOf('listening', Math.max(0, talkListenRatio - DOMINANT) / 10),
		timeManagement: scoreOf('timeManagement'),
		collaboration: scoreOf('collaboration', Math.max(0, QUIET - talkListenRatio) / 5),
		decisionMaking: scoreOf('decisionMaking'),
	};
}
