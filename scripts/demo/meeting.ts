import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ImportError, parseMeeting, type ParsedMeeting } from '../../sandbox/import/index.ts';
import { DemoError } from './arguments.ts';

export interface Meeting {
	/** Path. */
	readonly file: string;
	readonly filename: string;
	readonly text: string;
	readonly parsed: ParsedMeeting;
}

const TRY = 'Try one of examples/meetings, or npm run demo without a path.';

const unreadable: Readonly<Record<string, string>> = {
	ENOENT: 'There is no such file',
	EISDIR: 'This is a folder, not a file',
	EACCES: 'This file may not be read by you',
};

function readText(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		throw new DemoError(`${unreadable[code] ?? `This file cannot be read (${code})`}: ${file}. ${TRY}`);
	}
}

/** Reads and checks a recorded meeting before anything is started. Throws `DemoError` saying what to do. */
export async function readMeeting(file: string): Promise<Meeting> {
	const filename = basename(file);
	const text = readText(file);
	try {
		return { file, filename, text, parsed: await parseMeeting(text, filename) };
	} catch (error) {
		if (error instanceof ImportError) throw new DemoError(`This is not a meeting the demo can read: ${file}, ${error.message}.`);
		throw error;
	}
}
