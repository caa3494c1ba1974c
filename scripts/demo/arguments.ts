import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DemoError } from './demoError.ts';
import { MEETING } from './files.ts';

export const USAGE = `Usage: npm run demo [-- path/to/meeting.vtt]

Without a path, the demo uses the meeting that comes with it: ${MEETING}`;

export type Arguments = { readonly help: true } | { readonly help: false; readonly file: string };

/** Reads the words after `npm run demo --`. A path is meant from `folder` on. */
export function parseArguments(words: readonly string[], folder: string): Arguments {
	try {
		const { values, positionals } = parseArgs({
			args: [...words],
			allowPositionals: true,
			options: { help: { type: 'boolean', short: 'h' } },
		});
		if (values.help) return { help: true };
		const [file, ...more] = positionals;
		if (more.length > 0) throw new Error(`One meeting at a time, please: ${positionals.length} were given`);
		return { help: false, file: file === undefined ? MEETING : resolve(folder, file) };
	} catch (error) {
		throw new DemoError(`${error instanceof Error ? error.message.split('. ')[0] : error}. Try: npm run demo -- path/to/meeting.vtt`);
	}
}
