import { MOSTLY } from './names.ts';
import type { TextLine } from './textLine.ts';

const NARROWEST = 40;

/**
 * Which lines go on with a sentence because the line above was full: its next word would have made it longer than (nearly) all
 * others. That shows where nearly all lines without a name are such lines. Other lines begin where somebody wanted them to.
 */
export function wrappedIn(lines: readonly TextLine[]): (line: TextLine) => boolean {
	const lengths = lines.map(({ text }) => text.length).toSorted((a, b) => b - a);
	// A long address is not wrapped.
	const width = lengths[Math.floor(lengths.length * 0.02)] ?? 0;
	const pairs = lines.slice(1).flatMap((line, index) => (line.afterGap || line.time !== null ? [] : [{ line, before: lines[index] ?? line }]));
	const full = pairs.filter(({ line, before }) => before.text.length + 1 + (/^\S+/.exec(line.text.slice(0, 100))?.[0].length ?? 0) > width);
	const unnamed = pairs.filter(({ line, before }) => line.label === null && before.header === null && !before.isClock && before.label?.text !== '');
	const cut = full.filter(({ line, before }) => line.label === null && !/[.!?…。！？]$/.test(before.text));
	const found = new Set(width >= NARROWEST && cut.length > 2 && cut.length >= unnamed.length * MOSTLY ? full.map(({ line }) => line) : []);
	return (line) => found.has(line);
}
