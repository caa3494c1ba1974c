export const categories = ['clarity', 'listening', 'timeManagement', 'collaboration', 'decisionMaking'] as const;
export type Category = (typeof categories)[number];

/** One thing a person does while talking, seen in the words. */
interface AnyHabit {
	readonly category: Category;
	/** A short theme; of a habit to lose, what to do. */
	readonly focus: string;
	/** What it does to those who listen. */
	readonly effect: string;
	/** Lines of ten that show it, from which on it matters. */
	readonly matters: number;
	/** How strongly the words show it; 0 is not at all. */
	readonly shows: (words: string) => number;
	/** The words it is counted by, where they are worth naming. */
	readonly words?: RegExp;
	/** Whether it is seen in a sentence or in a whole turn. */
	readonly seenIn: 'sentence' | 'turn';
}
interface Strength extends AnyHabit {
	readonly helps: true;
}
interface Weakness extends AnyHabit {
	readonly helps: false;
	/** The same without the habit, in the speaker's own words. */
	readonly instead: (words: string) => string;
}
export type Habit = Strength | Weakness;
