import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { styleText } from 'node:util';
import { COMMAND } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { messageOf } from '../../errors.ts';
import { decode } from '../../import/encoding.ts';
import { atDesk } from '../command.ts';
import type { Desk } from '../desk.ts';
import { CliError, exitCodes, usage } from '../failure.ts';
import { plain } from '../output.ts';
import { person, time } from '../values.ts';
import { counted } from '../../text.ts';

interface Imported {
	readonly file: string;
	readonly ok: true;
	readonly conversationId: string;
	readonly title: string;
	readonly segmentCount: number;
	readonly minutes: number;
	readonly notes: readonly string[];
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
	return [...outcomes.map(lines), '', summary(outcomes.length, refused)].join('\n');
}

function lines(outcome: Outcome): string {
	if (!outcome.ok) return `${styleText('red', '✗')} ${plain(outcome.file)}\n  ${plain(outcome.problem)}`;
	const { file, title, segmentCount, minutes, conversationId, notes } = outcome;
	const size = `${counted(segmentCount, 'segment')}, ${minutes} min`;
	return [`${styleText('green', '✓')} ${plain(file)}`, plain(title), `${conversationId}, ${size}`, ...notes.map(plain)].join('\n  ');
}

function summary(total: number, refused: number): string {
	const imported = total - refused;
	if (refused === 0) return `Imported ${counted(imported, 'meeting')}.`;
	const them = refused > 1 ? 'them' : 'it';
	if (imported === 0) return `No files imported. Fix ${them} and import ${them} again.`;
	const others = refused > 1 ? 'Nothing from the others was kept. Fix them and import only those again.' : 'Nothing from the other one was kept. Fix it and import it again.';
	return `Imported ${imported} of ${total} files.\n${others}`;
}

/** A bar on standard error that disappears when done. Nothing is shown outside a terminal. */
function progressBar(total: number, quiet: boolean) {
	const bar = new SingleBar({
		format: 'Importing {bar} {value}/{total} {file}',
		barsize: 24,
		barCompleteChar: '█',
		barIncompleteChar: '░',
		clearOnComplete: true,
		hideCursor: true,
		noTTYOutput: false,
		gracefulExit: true,
	});
	const watched = process.stderr.isTTY && !quiet;
	if (watched) bar.start(total, 0, { file: '' });
	return {
		show: (file: string) => watched && bar.update({ file: file.slice(-30) }),
		step: () => watched && bar.increment(),
		stop: () => watched && bar.stop(),
	};
}

interface ImportOptions {
	readonly user?: string;
	readonly title?: string;
	readonly me?: string;
	readonly start?: string;
	readonly attendee?: readonly object[];
	readonly calendarEvent?: string;
	readonly keyPoints?: boolean;
	readonly failed?: string;
}

export function importCommand(program: Command): void {
	program
		.command('import')
		.description('Import recorded meetings, as the desktop application does after a call')
		.argument('[files...]', 'exports of any meeting program: captions, text, Word, tables or JSON, detected by content')
		.option('--user <user>', 'owner of the meetings; optional with only one user')
		.option('--title <title>', 'title of a single file; default: from the file or its name')
		.option('--me <speaker>', 'your name in the transcript, stored as "local"; other speakers become "remote"')
		.option('--start <time>', 'start of the meeting; default: now', time)
		.option('--attendee <person>', "'Ada Example <ada@example.com>'; can be repeated", person)
		.option('--calendar-event <id>', 'ID of the calendar event')
		.option('--key-points', 'generate key points too, for one AI credit each')
		.option('--failed <reason>', 'instead of files: record a failed transcription, with --title')
		.option('--allow-loopback-http', 'allow http://localhost webhooks when no sandbox is running')
		.addHelpText(
			'after',
			`
Damage in a file is mended or left out, and shown with its line. A file with
nothing to read is refused: the reason is shown, the other files are imported,
and the exit code is 1.

Examples:
  $ ${COMMAND} import call.vtt --key-points \\
      --attendee 'Ada Example <ada@example.com>'
  $ ${COMMAND} import calls/*.srt \\
      --start 2026-03-02T09:15:00Z
  $ ${COMMAND} import --title Weekly --failed 'No sound'
`,
		)
		.action((files: string[], options: ImportOptions, command: Command) =>
			atDesk(command, async ({ desk, show, json }) => {
				const { title, failed } = options;
				if (failed !== undefined) {
					if (files.length > 0 || title === undefined) throw usage('--failed requires --title and takes no files.');
					const recorded = await desk.perform(controls.meetings.recordFailed, { ...recording(options), error: failed });
					return show(recorded, () => `Recorded ${recorded.conversationId} without a transcript.`);
				}
				if (files.length === 0) throw usage(`Name the files to import. Example: ${COMMAND} import call.vtt`);
				if (files.length > 1 && title !== undefined) throw usage('--title can only be used with a single file.');
				const outcomes = await importAll(desk, files, options, json);
				show(outcomes, () => importReport(outcomes));
				if (outcomes.some(({ ok }) => !ok)) process.exitCode = exitCodes.refused;
			}),
		);
}

const recording = ({ user, title, start, attendee, calendarEvent }: ImportOptions) => ({
	user,
	title,
	startTime: start,
	attendees: attendee,
	calendarEventId: calendarEvent,
});

async function importAll(
	desk: Desk,
	files: readonly string[],
	options: ImportOptions,
	quiet: boolean,
): Promise<Outcome[]> {
	const bar = progressBar(files.length, quiet);
	const outcomes: Outcome[] = [];
	for (const file of files) {
		bar.show(basename(file));
		outcomes.push(await importOne(desk, file, options));
		bar.step();
	}
	bar.stop();
	return outcomes;
}

async function importOne(desk: Desk, file: string, options: ImportOptions): Promise<Outcome> {
	try {
		const { text, notes } = decode(await read(file));
		const meeting = { ...recording(options), text, filename: basename(file), me: options.me, generateKeyPoints: options.keyPoints };
		const imported = await desk.perform(controls.meetings.import, meeting);
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
