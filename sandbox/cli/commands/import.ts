import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { styleText } from 'node:util';
import { controls } from '../../control/index.ts';
import { messageOf } from '../../errors.ts';
import { atDesk } from '../command.ts';
import type { Desk } from '../desk.ts';
import { CliError, exitCodes, usage } from '../failure.ts';
import { plain } from '../output.ts';
import { person, time } from '../values.ts';

interface Imported {
	readonly file: string;
	readonly ok: true;
	readonly conversationId: string;
	readonly title: string;
	readonly segmentCount: number;
	readonly minutes: number;
}

interface Refused {
	readonly file: string;
	readonly ok: false;
	readonly problem: string;
}

/** What became of one file. */
export type Outcome = Imported | Refused;

/** What became of every file, and what to do about those that were refused. */
export function importReport(outcomes: readonly Outcome[]): string {
	const refused = outcomes.filter(({ ok }) => !ok).length;
	return [...outcomes.map(lines), '', summary(outcomes.length, refused)].join('\n');
}

function lines(outcome: Outcome): string {
	if (!outcome.ok) return `${styleText('red', '✗')} ${plain(outcome.file)}\n  ${plain(outcome.problem)}`;
	const { file, title, segmentCount, minutes, conversationId } = outcome;
	const size = `${segmentCount} segment${segmentCount === 1 ? '' : 's'}, ${minutes} min`;
	return `${styleText('green', '✓')} ${plain(file)}\n  ${plain(title)}\n  ${conversationId}, ${size}`;
}

function summary(total: number, refused: number): string {
	const imported = total - refused;
	if (refused === 0) return `Imported ${imported} meeting${imported === 1 ? '' : 's'}.`;
	if (imported === 0) return 'Imported nothing. Mend the files and import them again.';
	return `Imported ${imported} of ${total} files.\nNothing of the others was kept: mend them, and import only them again.`;
}

/** A bar on standard error that goes away when it is done; nothing where nobody watches. */
export function progressBar(total: number, quiet: boolean) {
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
	readonly start?: string;
	readonly attendee?: readonly object[];
	readonly calendarEvent?: string;
	readonly keyPoints?: boolean;
	readonly failed?: string;
}

export function importCommand(program: Command): void {
	program
		.command('import')
		.description('Take in recorded meetings, as the desktop application would after a call')
		.argument('[files...]', 'WebVTT, SubRip, plain "Name: text" lines, or JSON segments; the content tells which')
		.option('--user <user>', 'whose meetings; may be left out while there is only one user')
		.option('--title <title>', 'title of a single file; default: from the file, else from its name')
		.option('--start <time>', 'when the meeting began; default now', time)
		.option('--attendee <person>', "'Ada Example <ada@example.com>'; may be repeated", person)
		.option('--calendar-event <id>', 'identifier of the calendar event it belongs to')
		.option('--key-points', 'make key points at once, for one AI credit each')
		.option('--failed <reason>', 'instead of files: a meeting with this --title that could not be transcribed')
		.option('--allow-loopback-http', 'tell webhooks at http://localhost although no sandbox is running that may')
		.addHelpText(
			'after',
			`
Each file is taken whole or not at all. What is wrong with a refused one is said
with its line number, and the exit code is 1; the others are imported.

Examples:
  $ meeting-assistant-sandbox import call.vtt --key-points \\
      --attendee 'Ada Example <ada@example.com>'
  $ meeting-assistant-sandbox import calls/*.srt --start 2026-03-02T09:15:00Z
  $ meeting-assistant-sandbox import --title Weekly --failed 'No sound'
`,
		)
		.action((files: string[], options: ImportOptions, command: Command) =>
			atDesk(command, async ({ desk, show, json }) => {
				const { title, failed } = options;
				if (failed !== undefined) {
					if (files.length > 0 || title === undefined) throw usage('--failed takes a --title and no files.');
					const recorded = await desk.perform(controls.meetings.recordFailed, { ...recording(options), error: failed });
					return show(recorded, () => `Recorded ${recorded.conversationId}, without a transcript.`);
				}
				if (files.length === 0) throw usage('Name the files to import, for example: import call.vtt');
				if (files.length > 1 && title !== undefined) throw usage('--title goes with a single file.');
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
		const text = await read(file);
		const meeting = { ...recording(options), text, filename: basename(file), generateKeyPoints: options.keyPoints };
		return { file, ok: true, ...(await desk.perform(controls.meetings.import, meeting)) };
	} catch (error) {
		return { file, ok: false, problem: messageOf(error) };
	}
}

const readProblems: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such file',
	EISDIR: 'this is a folder: name the files in it',
	EACCES: 'this file may not be read: change its rights',
};

async function read(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		throw new CliError(readProblems[code] ?? messageOf(error));
	}
}
