import { fieldsOf, sha256 } from '../format/index.ts';
import { Refusal } from '../words/index.ts';

/** Where an answer that was cut goes on. */
export interface Place {
	/** How much earlier calls returned: results of a list, entries of each list of a report, or characters of a text. */
	readonly skip: number;
	/** Stands for what they returned, since it may have changed meanwhile. */
	readonly mark: string;
}

const CURSOR = /^(\d{1,9})\.([0-9a-f]{12})$/;

/** The place that a cursor stands for; null if no answer had it. */
export function readCursor(cursor: string): Place | null {
	const [, skip, mark] = CURSOR.exec(cursor) ?? [];
	return skip === undefined || mark === undefined ? null : { skip: Number(skip), mark };
}

/** What has an ID is the same under another title. */
const markOf = (before: unknown): string => sha256(JSON.stringify(fieldsOf(before)['id'] ?? before)).slice(0, 12);

/** The cursor of the rest. `before`: what was returned so far; of a list, its last result is enough. */
export const cursorAfter = (skip: number, before: unknown): string => `${skip}.${markOf(before)}`;

/**
 * A mark does not tell whether results have changed, or the cursor is of others.
 * @throws Refusal where something else comes before this place: the rest would leave something out, or repeat it.
 */
export function refuseChanged(before: unknown, { skip = 0, mark }: Partial<Place>): void {
	if (skip === 0 || markOf(before) === mark) return;
	const next = 'Start again from the beginning, without a cursor';
	throw new Refusal('This cursor is not from these results, or they have changed since', next, { code: 'results_changed' });
}
