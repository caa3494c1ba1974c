import { MARK_LENGTH } from './mark.ts';

/** What is remembered of a conversation that was dealt with. */
export interface Seen {
	/** Milliseconds since 1970; null when the service did not tell. */
	readonly start: number | null;
	/** Whether it was listed in the pass under way. */
	readonly inPass: boolean;
}

/** By mark, in the order in which they were found. */
export type SeenMarks = ReadonlyMap<string, Seen>;

/** The most that is remembered. Beyond it conversations repeat, and none is lost. */
export const MAX_SEEN = 25_000;

const TIME_LENGTH = 9;
const MAX_TIME = 36 ** TIME_LENGTH - 1;
const NO_TIME = '-'.repeat(TIME_LENGTH);
const ENTRY_LENGTH = MARK_LENGTH + TIME_LENGTH + 1;
const ENTRY = /^([\w-]{10})([0-9a-z]{9}|-{9})([01])$/;

/** One text of fixed-width entries: a tenth of what JSON takes, which counts while a backlog is worked off. */
export const packSeen = (seen: SeenMarks): string =>
	[...seen]
		.map(([mark, { start, inPass }]) => {
			const time = start === null ? NO_TIME : Math.min(start, MAX_TIME).toString(36).padStart(TIME_LENGTH, '0');
			return `${mark}${time}${inPass ? 1 : 0}`;
		})
		.join('');

/** Null for a text that was not made by `packSeen`. */
export function unpackSeen(text: string): SeenMarks | null {
	if (text.length % ENTRY_LENGTH !== 0 || text.length / ENTRY_LENGTH > MAX_SEEN) return null;
	const seen = new Map<string, Seen>();
	for (let from = 0; from < text.length; from += ENTRY_LENGTH) {
		const [, mark = '', time = '', flag] = ENTRY.exec(text.slice(from, from + ENTRY_LENGTH)) ?? [];
		if (mark === '') return null;
		seen.set(mark, { start: time === NO_TIME ? null : Number.parseInt(time, 36), inPass: flag === '1' });
	}
	return seen;
}
