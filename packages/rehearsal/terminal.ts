import type { WriteStream } from 'node:tty';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import Table from 'cli-table3';
import picocolors from 'picocolors';
import { printable, printableJson } from '../../src/format/index.ts';

/** An error that the person at the keyboard can fix: its message is shown without a stack trace. */
export class UserError extends Error {
	override readonly name = 'UserError';
}

/** Parses the words after a command. @throws UserError that names `help`, what to type for help */
export function parseWords<const T extends ParseArgsConfig>(config: T, help: string): ReturnType<typeof parseArgs<T>> {
	try {
		return parseArgs(config);
	} catch (error) {
		throw new UserError(`${error instanceof Error ? error.message.split('. ')[0] : error}. Try ${help}`);
	}
}

export interface Look {
	readonly colors: boolean;
	/** Columns of the terminal; undefined if there is none. */
	readonly width: number | undefined;
}

export type Colors = ReturnType<typeof picocolors.createColors>;

export const colorsOf = ({ colors }: Pick<Look, 'colors'>): Colors => picocolors.createColors(colors);

const INDENT = '   ';

/** Columns for the text under a heading: wide enough for sentences, narrow enough to read. */
export const bodyWidthOf = ({ width = 100 }: Look): number => Math.min(Math.max(width, 60), 100) - INDENT.length;

export const section = (heading: string, body: string, { bold, cyan }: Colors): string =>
	`${bold(cyan(heading))}\n${body.replace(/^(?=.)/gm, INDENT)}\n`;

interface Column {
	readonly head: string;
	/** In columns of the terminal. */
	readonly width: number;
	readonly align?: 'left' | 'right';
}

const edges = ['top', 'bottom', 'left', 'right', 'mid'];
const joints = ['top', 'bottom', 'left', 'right'].flatMap((edge) => [`${edge}-mid`, `${edge}-left`, `${edge}-right`]);
const NO_LINES = Object.fromEntries([...edges, ...joints, 'mid-mid'].map((name) => [name, '']));

/** Text in columns, wrapped to their width, without lines. */
export const grid = (columns: readonly Omit<Column, 'head'>[], rows: readonly (readonly string[])[]): string => {
	const drawn = new Table({
		colWidths: columns.map(({ width }) => width),
		colAligns: columns.map(({ align = 'left' }) => align),
		wordWrap: true,
		style: { 'head': [], 'border': [], 'padding-left': 0, 'padding-right': 0 },
		chars: { ...NO_LINES, middle: '  ' },
	});
	drawn.push(...rows.map((row) => [...row]));
	return drawn.toString().replace(/(?<! ) +$/gm, '');
};

/** A table: bold headings, a line, and the rows. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], { bold, dim }: Colors): string {
	const width = columns.reduce((sum, column) => sum + column.width + 2, -2);
	const heads = grid(columns, [columns.map(({ head }) => bold(head))]);
	return [heads, dim('─'.repeat(width)), ...(rows.length > 0 ? [grid(columns, rows)] : [])].join('\n');
}

/** Breaks lines between words and indents list items. Words longer than the width stay whole. */
export const wrapText = (text: string, width: number): string =>
	text
		.split('\n')
		.map((line) => {
			const hang = line.startsWith('- ') ? '  ' : '';
			return line.replace(new RegExp(`(.{1,${width - hang.length}})(?:\\s+|$)`, 'g'), `$1\n${hang}`).trimEnd();
		})
		.join('\n');

type Output = Pick<WriteStream, 'isTTY' | 'write'>;

const ERASE_LINE = '\r\u001b[2K';

const LINE_EVERY_MS = 10_000;

/** Shows the current step: on a single changing line of a terminal, elsewhere with at most one line every ten seconds. */
export function progressLine(stream: Output, now: () => number = Date.now) {
	let last = '';
	let lastAt = now();
	return {
		show(text: string) {
			if (text === last && stream.isTTY) return;
			last = text;
			if (stream.isTTY) return void stream.write(`${ERASE_LINE}… ${printable(text)}`);
			if (now() - lastAt < LINE_EVERY_MS) return;
			lastAt = now();
			stream.write(`${printable(text)}\n`);
		},
		clear() {
			last = '';
			if (stream.isTTY) stream.write(ERASE_LINE);
		},
	};
}

const ignore = (): void => {};

const GONE = ['EPIPE', 'ERR_STREAM_DESTROYED'];

/**
 * Writes a result to standard output, and resolves once all of it is out: buffered output is lost when a process exits. A
 * reader that has seen enough, such as `head`, is not an error.
 */
export const print = (text: string): Promise<void> => write(printable(text));
export const printJson = (value: unknown): Promise<void> => write(printableJson(value, '\t'));
export const printError = (text: string): void => console.error(printable(text));

function write(text: string): Promise<void> {
	const { stdout } = process;
	// Each error also reaches the callback below; without a listener that stays, it would end the process.
	if (!stdout.listeners('error').includes(ignore)) stdout.on('error', ignore);
	return new Promise((resolve, reject) => {
		stdout.write(`${text}\n`, (error?: NodeJS.ErrnoException | null) => (error && !GONE.includes(error.code ?? '') ? reject(error) : resolve()));
	});
}

/** Ends the program with an exit event, which removes temporary files. By default, a signal ends it without one. */
export function exitOnSignals(): void {
	for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) process.on(signal, () => process.exit(code));
}

/** Node’s built-in SQLite is still marked experimental, and users of a command cannot change that. */
export function hideExperimentalWarnings(): void {
	process.removeAllListeners('warning');
	process.on('warning', (warning) => {
		if (warning.name !== 'ExperimentalWarning') printError(`${warning.name}: ${warning.message}`);
	});
}
