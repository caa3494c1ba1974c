import type { MeetingSegment } from '../ai.ts';
import { GAP } from '../text/bounds.ts';
import { sentencesOf } from '../text/language.ts';
import { countWords } from '../text/speech.ts';
import { type Habit, habits } from './habits.ts';

/** A habit that a person's lines show. */
export interface Shown {
	readonly habit: Habit;
	/** Lines that show it, and how many of ten do. */
	readonly lines: number;
	readonly rate: number;
	/** The words that show it best, as they were said, and when. */
	readonly quote: string;
	readonly timestamp: string;
	/** What was counted, most often first: `“you know” 12 times`. */
	readonly counted: string;
}

/** Shorter lines are not worth quoting. */
const QUOTABLE_WORDS = 5;
/** Max number of counted phrases to name. */
const NAMED = 2;

interface Moment {
	readonly quote: string;
	readonly timestamp: string;
	readonly strength: number;
}

/** The habits that a person's lines show often enough to matter, strongest first, each with its clearest moment. */
export function habitsShown(lines: readonly MeetingSegment[]): Shown[] {
	// A sentence from the library is quoted only if the line contains it verbatim.
	const spoken = lines.map(({ text, timestamp }) => ({
		timestamp,
		turn: text,
		sentences: sentencesOf(text).filter((sentence) => text.includes(sentence)),
	}));
	const shown = habits.flatMap((habit) => {
		const moments = spoken.flatMap(({ turn, sentences, timestamp }) => {
			const parts = habit.seenIn === 'turn' ? [turn] : sentences;
			return clearest(momentsOf(habit, parts, timestamp)) ?? [];
		});
		const best = clearest(moments);
		const rate = (10 * moments.length) / lines.length;
		if (best === null || rate < habit.matters) return [];
		const counted = countedIn(habit, lines);
		return [{ habit, lines: moments.length, rate, quote: best.quote, timestamp: best.timestamp, counted }];
	});
	return shown.toSorted((a, b) => b.rate / b.habit.matters - a.rate / a.habit.matters);
}

const momentsOf = ({ shows }: Habit, parts: readonly string[], timestamp: string): Moment[] =>
	parts
		.filter((quote) => countWords(quote) >= QUOTABLE_WORDS && !quote.includes(GAP))
		.map((quote) => ({ quote, timestamp, strength: shows(quote) }))
		.filter(({ strength }) => strength > 0);

const clearest = (moments: readonly Moment[]): Moment | null =>
	moments.reduce<Moment | null>(
		(best, next) => (best !== null && best.strength >= next.strength ? best : next),
		null,
	);

function countedIn({ words }: Habit, lines: readonly MeetingSegment[]): string {
	if (words === undefined) return '';
	const counts = new Map<string, number>();
	for (const { text } of lines) {
		for (const found of text.match(words) ?? []) {
			const word = found.toLowerCase().replace(/[\s,.]+$/, '');
			counts.set(word, (counts.get(word) ?? 0) + 1);
		}
	}
	return [...counts]
		.toSorted((a, b) => b[1] - a[1])
		.slice(0, NAMED)
		.map(([word, count]) => `“${word}” ${count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`}`)
		.join(' and ');
}
