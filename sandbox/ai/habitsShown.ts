import type { MeetingSegment } from './ai.ts';
import type { Habit } from './habit.ts';
import { habits } from './habits.ts';
import { sentencesOf } from './language.ts';
import { countWords } from './speech.ts';

/** A habit that somebody's lines show. */
export interface Shown {
	readonly habit: Habit;
	/** Lines that show it, and how many that is of ten. */
	readonly lines: number;
	readonly rate: number;
	/** The words that show it best, as they were said, and when. */
	readonly quote: string;
	readonly timestamp: string;
}

/** Shorter words are no moment worth quoting. */
const QUOTABLE_WORDS = 5;

interface Moment {
	readonly quote: string;
	readonly timestamp: string;
	readonly strength: number;
}

/** The habits that somebody's lines show often enough to matter, each with its clearest moment. */
export function habitsShown(lines: readonly MeetingSegment[]): Shown[] {
	return habits.flatMap((habit) => {
		const moments = lines.flatMap((line) => clearest(momentsOf(habit, line)) ?? []);
		const best = clearest(moments);
		const rate = (10 * moments.length) / lines.length;
		if (best === null || rate < habit.matters) return [];
		return [{ habit, lines: moments.length, rate, quote: best.quote, timestamp: best.timestamp }];
	});
}

function momentsOf({ seenIn, shows }: Habit, { text, timestamp }: MeetingSegment): Moment[] {
	// What the library gives as a sentence is quoted only where it stands so in the line.
	const parts = seenIn === 'turn' ? [text] : sentencesOf(text).filter((sentence) => text.includes(sentence));
	return parts
		.filter((quote) => countWords(quote) >= QUOTABLE_WORDS)
		.map((quote) => ({ quote, timestamp, strength: shows(quote) }))
		.filter(({ strength }) => strength > 0);
}

const clearest = (moments: readonly Moment[]): Moment | null =>
	moments.reduce<Moment | null>(
		(best, next) => (best !== null && best.strength >= next.strength ? best : next),
		null,
	);
