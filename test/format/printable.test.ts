import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createColors } from 'picocolors';
import { plain, printable, printableJson, visible } from '../../src/format/printable.ts';
import { anyText } from '../support/anyText.ts';

/** Everything a terminal obeys: sequences of ANSI in seven and eight bits, titles of the window, and marks of direction. */
const hostile = ['\u001b]0;title\u0007', '\u001b]8;;https://evil.example\u001b\\click', '\u001b[2J', '\u001b[8m', '\u001b[0m', '\u001b[38;5;0m', '\u009b31m', '\u009d0;x\u009c', '\u001bP0;1|17/ab\u001b\\', '\r', '\b', '\u0000', '\u202e', '\u2066', '\u007f'];
const obeyed = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

test('a terminal obeys nothing in what is printed, and the text stays readable', () => {
	for (const sequence of hostile) expect([printable(`a${sequence}b`), plain(`a${sequence}b`)]).toEqual([expect.not.stringMatching(obeyed), expect.not.stringMatching(obeyed)]);
	fc.assert(fc.property(anyText(), (text) => !obeyed.test(plain(text)) && !obeyed.test(printable(text.replaceAll('\u001b', '')))));
	expect(plain('\u001b[31mred\u001b]0;x\u0007 and \u001b]unfinished')).toBe('red and unfinished');
	expect(printable('Grüße, 👩‍👧 and\n\t“quotes”')).toBe('Grüße, 👩‍👧 and\n\t“quotes”');
});

test('our own colors are printed', () => {
	const { bold, cyan, dim, green, red, yellow } = createColors(true);
	const colored = [bold, cyan, dim, green, red, yellow].map((paint) => paint('text')).join(bold(red(' and ')));
	expect(printable(colored)).toBe(colored);
});

test('JSON keeps every character, escaped', () => {
	fc.assert(fc.property(anyText(), (text) => {
		const json = printableJson({ text }, 2);
		expect(obeyed.test(json)).toBe(false);
		expect(JSON.parse(json)).toEqual({ text });
	}));
});

test('whoever decides about a text sees each of its characters', () => {
	expect(visible('👨‍👩‍👧 ❤️ 👍🏽')).toBe('👨‍👩‍👧 ❤️ 👍🏽');
	expect(visible('a\u202eb\u0000c\u200bd\ufeff\u00ad\u{e0041}\ud800 “é” 👍\n\t')).toBe('a\\u202eb\\u0000c\\u200bd\\ufeff\\u00ad\\udb40\\udc41\\ud800 “é” 👍\n\t');
});

test('programs write to the terminal through it alone', () => {
	const places: readonly [string, readonly string[]][] = [
		// The mirror asks for a key, and the entry point complains of old Nodes before it loads anything.
		['sandbox/**/*.ts', ['sandbox/cli/output.ts', 'sandbox/service.ts', 'sandbox/main.ts', 'sandbox/cli/commands/mirror.ts']],
		['{scripts/{demo,n8n,node-red},packages/rehearsal}/**/*.ts', ['packages/rehearsal/terminal.ts']],
	];
	for (const [program, writers] of places) {
		const files = globSync(program, { exclude: (path) => /node_modules|dist/.test(path) }).map((path) => path.replaceAll('\\', '/'));
		expect(files).toEqual(expect.arrayContaining([...writers]));
		expect(files.filter((path) => /console\.(?:log|error|warn|info)|std(?:out|err)\.write\(/.test(readFileSync(path, 'utf8'))).sort()).toEqual([...writers].sort());
	}
});
