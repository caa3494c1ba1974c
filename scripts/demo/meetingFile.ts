import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { decode, ImportError, parseMeeting, type ParsedMeeting } from '../../sandbox/import/index.ts';
import { UserError } from '../../packages/rehearsal/terminal.ts';

export interface MeetingFile {
	/** Path. */
	readonly file: string;
	readonly filename: string;
	readonly text: string;
	readonly parsed: ParsedMeeting;
}

const HINT = 'Try a file in examples/meetings, or npm run demo without a path.';

const unreadable: Readonly<Record<string, string>> = {
	ENOENT: 'No such file',
	EISDIR: 'This is a folder, not a file',
	EACCES: 'You have no permission to read this file',
};

function read(file: string): Buffer {
	try {
		return readFileSync(file);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		throw new UserError(`${unreadable[code] ?? `This file cannot be read (${code})`}: ${file}. ${HINT}`);
	}
}

/** Reads and checks a recorded meeting. Throws `UserError` with a way to fix the problem. */
export async function readMeetingFile(file: string): Promise<MeetingFile> {
	const filename = basename(file);
	const bytes = read(file);
	try {
		const { text } = decode(bytes);
		return { file, filename, text, parsed: await parseMeeting(text, filename) };
	} catch (error) {
		if (error instanceof ImportError) throw new UserError(`The demo cannot read this file as a meeting: ${file}, ${error.message}.`);
		throw error;
	}
}
