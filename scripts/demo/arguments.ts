import { resolve } from 'node:path';
import { parseWords, UserError } from '../../packages/rehearsal/terminal.ts';

/** The default meeting, relative to the package's folder. */
export const MEETING = 'examples/meetings/quillbrook-pilot.vtt';

export const USAGE = `Usage: npm run demo [-- path/to/meeting.vtt] [--start DATE]

  --start DATE   start of the meeting, such as 2026-03-02T09:15:00Z (default: from the file, otherwise as if it had just ended)

Without a path, the demo uses the sample meeting ${MEETING}`;

export type Arguments = { readonly help: true } | { readonly help: false; readonly file: string; readonly start: Date | undefined };

/** Parses the words after `npm run demo --`. Resolves a path from `folder`. */
export function parseArguments(words: readonly string[], folder: string): Arguments {
	const help = 'npm run demo -- path/to/meeting.vtt';
	const { values, positionals: [file, ...more] } = parseWords({ args: [...words], allowPositionals: true, options: { start: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }, help);
	if (values.help) return { help: true };
	if (more.length > 0) throw new UserError(`Only one meeting at a time, but you passed ${more.length + 1}. Try ${help}`);
	const start = values.start === undefined ? undefined : new Date(values.start);
	if (start && Number.isNaN(start.getTime())) throw new UserError(`--start takes a date and time, such as 2026-03-02T09:15:00Z, not “${values.start}”.`);
	return { help: false, start, file: file === undefined ? MEETING : resolve(folder, file) };
}
