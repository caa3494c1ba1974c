import { analyse } from 'chardet';
import { TextDecoder } from 'node:util';
import { isArchive, textOfDocument } from './document.ts';
import { ImportError } from './parsedMeeting.ts';

/** The text of a file, and how it was decoded if that was a guess. */
export interface Decoded {
	readonly text: string;
	readonly notes: readonly string[];
}

/** Bytes, enough to recognize a language. */
const SAMPLE = 100_000;
/**
 * Below these, a guess about a short text is chance, and Western European text is most likely. Latin alphabets differ in few
 * letters.
 */
const LEAST_CONFIDENCE = { latin: 50, other: 20 };
const LATIN = /ISO-8859-[29]|windows-125[047]/;
/** In every script, transcripts have line breaks, spaces or colons. */
const MARKS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x20, 0x3a]);
const LEAST_MARKS = 0.005;
export const NO_TEXT = 'this is not readable text; export the transcript as WebVTT, SRT, JSON or plain text';

/** Files that are not text, by their first bytes (from the given one on). */
const OTHERS: readonly (readonly [from: number, start: string, what: string])[] = [
	[0, '%PDF', 'a PDF document; export the transcript as DOCX, WebVTT, SRT or text'],
	[0, '\xd0\xcf\x11\xe0', 'a document of an older Office; save it as DOCX or as text'],
	[4, 'ftyp', 'a recording (MP4), not a transcript; import the transcript of it'],
	[0, 'ID3', 'a recording (MP3), not a transcript; import the transcript of it'],
	[0, 'RIFF', 'a recording (WAV or AVI), not a transcript; import the transcript of it'],
	[0, 'OggS', 'a recording (Ogg), not a transcript; import the transcript of it'],
	[0, '\x1a\x45\xdf\xa3', 'a recording (WebM), not a transcript; import the transcript of it'],
	[0, '\x89PNG', 'a picture; export the transcript as text'],
	[0, '\xff\xd8\xff', 'a picture; export the transcript as text'],
	[0, '\x1f\x8b', 'a compressed file (gzip); unpack it first'],
];

/** Refuses what is not text by its beginning, whether it comes as bytes or was pasted. @throws ImportError */
export function refuseOthers(codeAt: (index: number) => number | undefined): void {
	const [, , other] = OTHERS.find(([from, start]) => [...start].every((letter, index) => codeAt(from + index) === letter.charCodeAt(0))) ?? [];
	if (other !== undefined) throw new ImportError(1, `this is ${other}`);
}

/**
 * The text of a file: a Word document, UTF-8 or UTF-16, with or without a byte order mark, or an older encoding that its letters
 * suggest. @throws ImportError
 */
export function decode(bytes: Uint8Array): Decoded {
	if (isArchive(bytes)) return { text: textOfDocument(bytes), notes: [] };
	refuseOthers((index) => bytes[index]);
	const unicode = unicodeOf(bytes);
	try {
		return { text: new TextDecoder(unicode, { fatal: true }).decode(bytes), notes: [] };
	} catch {
		if (unicode !== 'utf-8' || bytes.includes(0)) throw new ImportError(1, NO_TEXT);
	}
	const mended = withoutBadBytes(bytes);
	if (mended !== null) return mended;
	const guess = guessOf(bytes);
	const text = guess.decode(bytes);
	return { text, notes: [`The file is not UTF-8. It was read as ${guess.encoding}; check its accented letters.`] };
}

/** Reads UTF-8 in which a few bytes are damaged. Letters in other encodings are never valid UTF-8. */
function withoutBadBytes(bytes: Uint8Array): Decoded | null {
	const text = new TextDecoder('utf-8').decode(bytes);
	const bad = text.match(/\uFFFD+/g)?.length ?? 0;
	const good = text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
	if (good < Math.max(1, bad)) return null;
	const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length;
	return { text: text.replaceAll('\uFFFD', ''), notes: [`Line ${line}: bytes that are not UTF-8 were left out${bad > 1 ? `, the first of ${bad} places` : ''}. Compare with the original.`] };
}

function unicodeOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	const start = bytes.subarray(0, SAMPLE);
	const [little, big] = [marksIn(start, 0), marksIn(start, 1)];
	const least = Math.max(2, start.length * LEAST_MARKS);
	if (little >= least && little > 2 * big) return 'utf-16le';
	if (big >= least && big > 2 * little) return 'utf-16be';
	return 'utf-8';
}

/** The number of line breaks, spaces and colons in UTF-16, their zero byte being the second (0) or the first (1). */
function marksIn(bytes: Uint8Array, zeroFirst: 0 | 1): number {
	let found = 0;
	for (let index = 0; index < bytes.length; index += 2) {
		if (bytes[index + 1 - zeroFirst] === 0 && MARKS.has(bytes[index + zeroFirst] ?? 0)) found += 1;
	}
	return found;
}

function guessOf(bytes: Uint8Array): TextDecoder {
	const first = bytes.findIndex((byte) => byte > 0x7f);
	const [best] = analyse(bytes.subarray(first, first + SAMPLE));
	if (best === undefined || best.confidence < LEAST_CONFIDENCE[LATIN.test(best.name) ? 'latin' : 'other']) return new TextDecoder('windows-1252');
	try {
		return new TextDecoder(best.name);
	} catch {
		// The library knows more encodings than the platform can decode.
		return new TextDecoder('windows-1252');
	}
}
