import { styleText } from 'node:util';
import Table from 'cli-table3';
import { plain, printable, printableJson } from '../../src/format/index.ts';
import { oneLine } from '../text.ts';

/** Writes to standard output. All output of commands goes through this or `printError`. */
export const print = (text: string): void => console.log(printable(text));
export const printError = (text: string): void => console.error(printable(text));
/** Replaces the last line on standard error, which is a terminal. */
export const changeLine = (text: string): boolean => process.stderr.write(`\r\u001b[K${printable(text)}`);
export const printJson = (value: unknown, space?: number): void => console.log(printableJson(value, space));

/** Prints a result, as JSON or as text. */
export type Show = (result: unknown, words: () => string) => void;

export const show =
	(json: boolean): Show =>
	(result, words) =>
		json ? printJson(result, 2) : print(words());

export const bold = (text: string): string => styleText('bold', text);
export const dim = (text: string): string => styleText('dim', text);

export { plain };

const GAP = '  ';

/** A table without borders. In a terminal the last column is truncated so that each row fits on one line. */
export function table(head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
	const cells = rows.map((row) => row.map((value) => oneLine(plain(String(value ?? '–')))));
	const drawn = new Table({
		head: head.map(dim),
		colWidths: process.stdout.isTTY ? widths([head, ...cells], process.stdout.columns) : [],
		style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
		chars: Object.fromEntries([...borders.map((name) => [name, '']), ['middle', GAP]]),
	});
	drawn.push(...cells);
	return drawn.toString().replace(/(?<![ \t])[ \t]+$/gm, '');
}

const borders = ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) => [
	side,
	...['mid', 'left', 'right'].map((corner) => `${side}-${corner}`),
]);

function widths(rows: readonly (readonly string[])[], available: number): number[] {
	const natural = (rows[0] ?? []).map((_head, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const used = natural.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
	const last = natural.at(-1) ?? 0;
	return [...natural.slice(0, -1), Math.max(10, Math.min(last, available - used))];
}
