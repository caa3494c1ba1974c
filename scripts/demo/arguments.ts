import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What the demo shows when it is not told otherwise. Relative to the package's folder. */
export const MEETING = 'examples/meetings/quillbrook-pilot.vtt';

/** The workflow it runs, as anybody can import it into n8n. */
export const WORKFLOW = 'examples/follow-up-email.json';

/** Something the person at the keyboard can mend: shown as this one line, without a stack trace. */
export class DemoError extends Error {
	override readonly name = 'DemoError';
}

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
