import { ImportError } from './importError.ts';

const LINE_BREAK = /\r\n|\r|\n/;
/** What UTF-8 text never holds: NUL and the other control characters, and what undecodable bytes become. */
const BINARY = /(?![\t\n\r\f])\p{Cc}|\uFFFD/u;

/** The lines of a text file, trailing blanks and byte order mark removed. Throws `ImportError` for none, or binary. */
export function linesOf(text: string): string[] {
	const lines = text
		.replace(/^\uFEFF/, '')
		.split(LINE_BREAK)
		.map((line) => line.trimEnd());
	const broken = lines.findIndex((line) => BINARY.test(line));
	if (broken >= 0) {
		throw new ImportError(
			broken + 1,
			'this is not UTF-8 text; export the transcript as WebVTT, SRT, JSON or plain text',
		);
	}
	if (lines.every((line) => line === '')) {
		throw new ImportError(1, 'the file is empty; export the transcript again');
	}
	return lines;
}
