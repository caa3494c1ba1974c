import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { styleText } from 'node:util';
import { type Control, controls } from '../../control/index.ts';
import { messageOf } from '../../errors.ts';
import { decode } from '../../import/encoding.ts';
import { inputOf } from '../actions.ts';
import { atDesk } from '../command.ts';
import type { Desk } from '../desk.ts';
import { CliError, exitCodes, usage } from '../failure.ts';
import { plain, printError } from '../output.ts';
import { counted, lengthOf } from '../../text.ts';

interface Imported {
	readonly file: string;
	readonly ok: true;
	readonly conversationId: string;
	readonly title: string;
	readonly segmentCount: number;
	readonly seconds: number;
	readonly notes: readonly string[];
	readonly withoutKeyPoints: string | null;
}

interface Refused {
	readonly file: string;
	readonly ok: false;
	readonly problem: string;
}

/** The outcome of one file. */
type Outcome = Imported | Refused;

/** The outcome of every file, and what to do about refused ones. */
function importReport(outcomes: readonly Outcome[]): string {
	const refused = outcomes.filter(({ ok }) => !ok).length;
	const without = outcomes.filter((one) => one.ok && one.withoutKeyPoints !== null).length;
	return [...outcomes.map(lines), '', summary(outcomes.length, refused), ...(without === 0 ? [] : [`${counted(without, 'meeting has', 'meetings have')} no key points.`])].join('\n');
}

function lines(outcome: Outcome): string {
	if (!outcome.ok) return `${styleText('red', '✗')} ${plain(outcome.file)}\n  ${plain(outcome.problem)}`;
	const { file, title, segmentCount, seconds, conversationId, notes, withoutKeyPoints } = outcome;
	const size = `${counted(segmentCount, 'segment')}, ${lengthOf(seconds)}`;
	const mark = withoutKeyPoints === null ? styleText('green', '✓') : styleText('yellow', '!');
	return [`${mark} ${plain(file)}`, plain(title), `${conversationId}, ${size}`, ...notes.map(plain), ...(withoutKeyPoints === null ? [] : [plain(withoutKeyPoints)])].join('\n  ');
}

function summary(total: number, refused: number): string {
	const imported = total - refused;
	if (refused === 0) return `Imported ${counted(imported, 'meeting')}.`;
	const them = refused > 1 ? 'them' : 'it';
	if (imported === 0) return `No files imported. Fix ${them} and import ${them} again.`;
	const others = refused > 1 ? 'Nothing from the others was kept. Fix them and import only those again.' : 'Nothing from the other one was kept. Fix it and import it again.';
	return `Imported ${imported} of ${total} files.\n${others}`;
}

/** The command of the control for meetings takes files instead of a text. */
export function importFiles(command: Command, control: Control): void {
	command.action((files: string[]) =>
		atDesk(command, async ({ desk, show }) => {
			const input = inputOf(command, control, { text: '', filename: '' });
			if (files.length > 1 && 'title' in input) throw usage('--title can only be used with a single file.');
			const outcomes: Outcome[] = [];
			const paths = new Map(files.map((file) => [resolve(file), file]));
			for (const file of paths.values()) outcomes.push(await importOne(desk, file, input));
			if (paths.size < files.length) printError(`${counted(files.length - paths.size, 'file was', 'files were')} named more than once, and imported once.`);
			show(outcomes, () => importReport(outcomes));
			if (outcomes.some((one) => !one.ok || one.withoutKeyPoints !== null)) process.exitCode = exitCodes.refused;
		}),
	);
}

async function importOne(desk: Desk, file: string, input: object): Promise<Outcome> {
	try {
		const { text, notes } = decode(await read(file));
		const imported = await desk.perform(controls.meetings.import, { ...input, text, filename: basename(file) });
		return { file, ok: true, ...imported, notes: [...notes, ...imported.notes] };
	} catch (error) {
		return { file, ok: false, problem: messageOf(error) };
	}
}

const readProblems: Readonly<Record<string, string>> = {
	ENOENT: 'file not found',
	EISDIR: 'this is a folder; name the files in it',
	EACCES: 'no permission to read this file; change its permissions',
};

async function read(file: string): Promise<Uint8Array> {
	try {
		return await readFile(file);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		throw new CliError(readProblems[code] ?? messageOf(error));
	}
}
