import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { ImportError } from './parsedMeeting.ts';

/** Max unpacked size. An hour's transcript has a tenth of this, so a larger file is something else. */
const LARGEST = 100_000_000;

/** Other kinds of ZIP archives, each recognized by a file in it. */
const ARCHIVES: readonly (readonly [part: RegExp, what: string])[] = [
	[/^xl\//, 'an Excel workbook; save it as CSV, with columns called Speaker, Start and Text'],
	[/^ppt\//, 'a PowerPoint presentation; export the transcript as WebVTT, SRT or text'],
	[/^(?:mimetype|content\.xml)$/, 'an OpenDocument file; save it as DOCX or as text'],
	[/^word\//, 'a damaged Word document; export it again'],
];

export const isArchive = (bytes: Uint8Array): boolean => [0x50, 0x4b, 3, 4].every((byte, at) => bytes[at] === byte);

/** The text of a Word document: its paragraphs as lines, with an empty line around those of several lines. @throws ImportError */
export function textOfDocument(bytes: Uint8Array): string {
	const names: string[] = [];
	let body: Uint8Array | undefined;
	try {
		body = unzipSync(bytes, {
			filter({ name, originalSize }) {
				names.push(name);
				return name === 'word/document.xml' && originalSize <= LARGEST;
			},
		})['word/document.xml'];
	} catch {
		// The parts found so far tell what kind of file it is.
	}
	if (body !== undefined) return textOfXml(strFromU8(body));
	const [, what] = ARCHIVES.find(([part]) => names.some((name) => part.test(name))) ?? [];
	throw new ImportError(1, `this is ${what ?? 'a ZIP archive; unpack it, and import the transcript in it'}`);
}

function textOfXml(xml: string): string {
	const paragraphs: string[] = [];
	let text = '';
	let isText = false;
	const parser = new Parser(
		{
			onopentagname(name) {
				if (name === 'w:t') isText = true;
				else if (name === 'w:br' || name === 'w:cr') text += '\n';
				else if (name === 'w:tab') text += '\t';
			},
			ontext(part) {
				if (isText) text += part;
			},
			onclosetag(name) {
				isText = false;
				if (name !== 'w:p') return;
				paragraphs.push(text.trim().includes('\n') ? `\n${text.trim()}\n` : text);
				text = '';
			},
		},
		{ xmlMode: true },
	);
	parser.end(xml);
	return paragraphs.join('\n');
}
