import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../../packages/rehearsal/terminal.ts';

/** The default meeting, relative to the package's folder. */
export const MEETING = 'examples/meetings/quillbrook-pilot.vtt';

export const USAGE = `Usage: npm run demo [-- path/to/meeting.vtt]

Without a path, the demo uses the sample meeting ${MEETING}`;

export type Arguments = { readonly help: true } | { readonly help: false; readonly file: string };

/** Parses the words after `npm run demo --`. Resolves a path from `folder`. */
export function parseArguments(words: readonly string[], folder: string): Arguments {
	try {
		const { values, positionals } = parseArgs({
			args: [...words],
			allowPositionals: true,
			options: { help: { type: 'boolean', short: 'h' } },
		});
		if (values.help) return { help: true };
		const [file, ...more] = positionals;
		if (more.length > 0) throw new Error(`Only one meeting at a time, but you passed ${positionals.length}`);
		return { help: false, file: file === undefined ? MEETING : resolve(folder, file) };
	} catch (error) {
		throw new UserError(`${error instanceof Error ? error.message.split('. ')[0] : error}. Try: npm run demo -- path/to/meeting.vtt`);
	}
}
