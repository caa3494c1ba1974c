import type { FeedbackContent, Meeting } from '../ai.ts';
import { userPartOf } from '../text/people.ts';
import { categories, type Category } from './habits.ts';
import { habitsShown, type Shown } from './habitsShown.ts';

const NEUTRAL = 6;
const MOST = 10;
/** Above this share of the talking, in percent, it is more than a conversation needs. */
const DOMINANT = 60;
/** Below this share a person hardly takes part. */
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

type Content = FeedbackContent['feedback'];

/** A call with less than this said by the user, or shorter, is too brief for a single priority. */
const MIN_WORDS = 100;
const MIN_MINUTES = 5;

const TITLES: Readonly<Record<Category, string>> = {
	clarity: 'Clarity',
	listening: 'Listening',
	timeManagement: 'Time management',
	collaboration: 'Collaboration',
	decisionMaking: 'Decision making',
};

/** Feedback on how the user talked (Resources, Feedback response): counted, with the user's own lines as evidence. */
export function feedbackOn(meeting: Meeting): FeedbackContent {
	const { speaker, lines, words, talkListenRatio, totalMinutes } = userPartOf(meeting);
	const shown = habitsShown(lines);
	const growth = shown.flatMap((habit) => growthOf(habit, lines.length) ?? []);
	const [first] = growth;
	const brief = words < MIN_WORDS || totalMinutes < MIN_MINUTES;
	const categoryScores = scoresOf(shown, talkListenRatio);
	const sum = categories.reduce((total, category) => total + categoryScores[category], 0);
	const feedback: Content = {
		overallScore: Math.round((10 * sum) / categories.length) / 10,
		...(first === undefined || brief ? {} : { topPriority: first.priority }),
		strengths: shown.flatMap((habit) => strengthOf(habit, lines.length) ?? []),
		growthAreas: growth.map(({ area }) => area),
		categoryScores,
		talkListenRatio,
		actionPlan: growth.map(({ area }) => area.suggestion),
		stats: { talkListenRatio, totalMinutes },
	};
	return { feedback, userSpeakerName: speaker ?? 'Unknown' };
}

function strengthOf({ habit, lines, quote, timestamp }: Shown, all: number): Content['strengths'][number] | null {
	if (!habit.helps) return null;
	const description = `${habit.focus}: in ${lines} of your ${all} turns.`;
	return { category: TITLES[habit.category], description, timestamp, quote, reason: habit.effect };
}

interface Growth {
	readonly area: Content['growthAreas'][number];
	readonly priority: NonNullable<Content['topPriority']>;
}

/** Null if nothing of the quote is left without the habit, so there is no better wording to suggest. */
function growthOf({ habit, lines, quote, timestamp, counted }: Shown, all: number): Growth | null {
	const alternative = habit.helps ? '' : habit.instead(quote);
	if (alternative === '' || alternative === quote) return null;
	const evidence = { quote, reason: habit.effect, alternative };
	const description = `Seen in ${lines} of your ${all} turns${counted === '' ? '' : `: ${counted}`}.`;
	return {
		area: { category: TITLES[habit.category], description, suggestion: `${habit.focus}.`, timestamp, ...evidence },
		priority: { focus: habit.focus, ...evidence },
	};
}
