import { resolve } from 'node:path';
import { parseWords, UserError } from '../../packages/rehearsal/terminal.ts';

/** The default meeting, relative to the package's folder. */
export const MEETING = 'examples/meetings/quillbrook-pilot.vtt';

export const USAGE = `Usage: npm run demo [-- path/to/meeting.vtt]

Without a path, the demo uses the sample meeting ${MEETING}`;

export type Arguments = { readonly help: true } | { readonly help: false; readonly file: string };

/** Parses the words after `npm run demo --`. Resolves a path from `folder`. */
export function parseArguments(words: readonly string[], folder: string): Arguments {
	const help = 'npm run demo -- path/to/meeting.vtt';
	const { values, positionals: [file, ...more] } = parseWords({ args: [...words], allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } }, help);
	if (values.help) return { help: true };
	if (more.length > 0) throw new UserError(`Only one meeting at a time, but you passed ${more.length + 1}. Try ${help}`);
	return { help: false, file: file === undefined ? MEETING : resolve(folder, file) };
}
