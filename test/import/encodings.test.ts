import * as fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { decode, ImportError, parseMeeting } from '../../sandbox/import/index.ts';

const TEXT = 'Zoë: Größe prüfen, señor – “naïve” costs €5.\nRené: Ça va, à bientôt.\n';
const UTF_8 = Buffer.from(TEXT);
const UTF_16 = Buffer.from(TEXT, 'utf16le');
const bigEndian = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const OUTSIDE_LATIN_1: Readonly<Record<string, number>> = { '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80 };
const windows = (text: string): Uint8Array => Uint8Array.from([...text].map((letter) => OUTSIDE_LATIN_1[letter] ?? letter.charCodeAt(0)));

describe('a file', () => {
	it.each([
		['UTF-8', UTF_8],
		['UTF-8 with a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), UTF_8])],
		['UTF-16', UTF_16],
		['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), UTF_16])],
		['UTF-16, big-endian', bigEndian(UTF_16)],
		['UTF-16, big-endian, with a byte order mark', Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian(UTF_16)])],
	])('can be %s', (_, bytes) => {
		expect(decode(bytes)).toEqual({ text: TEXT, notes: [] });
	});

	it.each([
		['German', 'Jürgen: Schöne Grüße aus München.\nKäthe: Natürlich, für Freitag.\n'],
		['French', 'Zoé: À bientôt, c’est déjà réglé.\nRené: Très bien, où ça ?\n'],
		['Spanish', 'José: ¿Qué tal? Mañana por la mañana.\nMaría: Sí, señor.\n'],
		['Portuguese', 'João: Não, amanhã às três.\nAna: Então, ação.\n'],
		['one accent', 'Ann: That is naïve.\nBob: It is.\n'],
		['quotes and a price', TEXT],
	])('can be Windows-1252, and the import says so: %s', (_, text) => {
		const { text: decoded, notes } = decode(windows(text.replaceAll('’', '\'')));
		expect(decoded).toBe(text.replaceAll('’', '\''));
		expect(notes).toEqual([expect.stringContaining('windows-1252')]);
	});

	it('can have an older encoding of another script', () => {
		const cyrillic = [...'Анна: Добрый день, коллеги, начнём с отчёта.\nБорис: Хорошо, он почти готов.\n'];
		const koi = Uint8Array.from(cyrillic.map((letter) => (letter === 'ё' ? 0xb8 : letter >= 'А' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))));
		expect(decode(koi).text).toBe(cyrillic.join(''));
		expect(decode(Buffer.concat([Buffer.alloc(200_000, 'so we go\n'), ...Array.from({ length: 20 }, () => koi)])).text).toMatch(cyrillic.join(''));
	});

	it('can be UTF-16 in a script without Latin letters', () => {
		const text = '张三：你好，一起开始吧。\n李四：好的，一会儿见。\n'.repeat(5);
		expect(decode(Buffer.from(text, 'utf16le')).text).toBe(text);
		expect(decode(bigEndian(Buffer.from(text, 'utf16le'))).text).toBe(text);
	});

	it.each([
		['zeros', Buffer.alloc(1000)],
		['half a UTF-16 letter', Buffer.concat([UTF_16, Buffer.from([0x41])])],
	])('is refused if it is %s', async (_, bytes) => {
		await expect((async () => parseMeeting(decode(bytes).text, 'x.txt'))()).rejects.toThrow(/line \d+: (?:this is not readable text|the file is empty)/);
	});

	it('never fails with anything but ImportError, whatever its bytes', async () => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
				const outcome = await (async () => parseMeeting(decode(bytes).text, ''))().catch((error: unknown) => error);
				if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ImportError);
			}),
			{ numRuns: 500, seed: 7 },
		);
	});
});

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

it.each<[name: string, bytes: Uint8Array]>([
	['a PDF document', latin('%PDF-1.7')],
	['a document of an older Office', latin('\xd0\xcf\x11\xe0\xa1')],
	['a recording (MP4)', latin('\0\0\0\x20ftypisom')],
	['a recording (MP3)', latin('ID3\x04')],
	['a recording (WAV or AVI)', latin('RIFF\x24\x08')],
	['a recording (Ogg)', latin('OggS\0')],
	['a recording (WebM)', latin('\x1a\x45\xdf\xa3')],
	['a picture', latin('\x89PNG\r\n')],
	['a picture', latin('\xff\xd8\xff\xe0')],
	['a compressed file (gzip)', latin('\x1f\x8b\x08')],
	...([['xl/a.xml', 'an Excel workbook'], ['ppt/a.xml', 'a PowerPoint presentation'], ['mimetype', 'an OpenDocument file'], ['content.xml', 'an OpenDocument file'], ['word/a.xml', 'a damaged Word document'], ['a/xl/b', 'a ZIP archive'], ['a/ppt/b', 'a ZIP archive'], ['a/word/b', 'a ZIP archive'], ['mimetypes', 'a ZIP archive'], ['a/mimetype', 'a ZIP archive']] as const).map(([file, name]): [string, Uint8Array] => [name, zipSync({ 'a.txt': strToU8('x'), [file]: strToU8('x') })]),
])('is refused by its first bytes or files: %s', (name, bytes) => {
	expect(() => decode(bytes)).toThrow(`line 1: this is ${name}`);
});

it('is refused alike if it is pasted', async () => {
	await expect(parseMeeting('%PDF-1.4 xxxxx', 'Pasted transcript')).rejects.toThrow('line 1: this is a PDF document');
});

it.each(['A: %PDF', 'A: ID3', 'ID', 'PK', 'PK\u0003x', 'PXX\u0004', 'XK\u0003\u0004', 'PK\u0001\u0004', 'x PK\u0003\u0004'])('is text, whatever is in it: %j', (text) => {
	expect(decode(latin(text))).toEqual({ text, notes: [] });
});

it('a Word document has a line for each paragraph, and empty lines around those of several lines', () => {
	const body = '<w:p><w:r><w:t>Hi </w:t><w:tab/><w:t>a&amp;b</w:t></w:r></w:p> so <w:p><w:r><w:t>x</w:t><w:br/><w:t>y</w:t><w:cr/><w:t> z </w:t></w:r></w:p><w:p/><w:p><w:r><w:instrText>no</w:instrText><w:t>w</w:t> </w:r></w:p>';
	expect(decode(zipSync({ 'word/other.xml': strToU8('<w:p><w:t>no'), 'word/document.xml': strToU8(`<w:document>no${body}<w:p><w:r><w:t>v</w:t><w:br/></w:r></w:p></w:document>`) })).text).toBe('Hi \ta&b\n\nx\ny\n z\n\n\nw\nv\n');
});

it.each([
	['Zoë: a?b\nÄ?', 'Line 1: bytes that are not UTF-8 were left out, the first of 2 places. Compare with the original.'],
	['Zoe: a\nä: ??b', 'Line 2: bytes that are not UTF-8 were left out. Compare with the original.'],
	['ä? b? ö', 'Line 1: bytes that are not UTF-8 were left out, the first of 2 places. Compare with the original.'],
])('is UTF-8 with damaged bytes if it has as many letters of it: %j', (text, note) => {
	const bytes = Buffer.concat(text.split('?').flatMap((part, index) => [...(index > 0 ? [Buffer.from([0xff])] : []), Buffer.from(part)]));
	expect(decode(bytes)).toEqual({ text: text.replaceAll('?', ''), notes: [note] });
});

it.each(['Zo: a\xffb', '\xe4 b \xff c', '\xc3\xab\xff x\xff'])('is no UTF-8 if it has fewer letters of it: %j', (text) => {
	expect(decode(latin(text)).notes).toEqual(['The file is not UTF-8. It was read as windows-1252; check its accented letters.']);
});

it.each(['a: b', 'A\nB\r\n', 'A:\n'])('is UTF-16 however short it is: %j', (text) => {
	expect(decode(Buffer.from(text, 'utf16le'))).toEqual({ text, notes: [] });
	expect(decode(bigEndian(Buffer.from(text, 'utf16le')))).toEqual({ text, notes: [] });
});

it('is no UTF-16 for a few zeros', () => {
	for (const text of ['a: b\0\n\0', `${'so we go on. '.repeat(100)} \0 \0 \0`, ' \0 \0\0 \0 ']) expect(decode(latin(text)).text).toBe(text);
});

it('is UTF-16 by its byte order mark alone', () => {
	const bytes = Buffer.from('\uFEFF你好你好', 'utf16le');
	for (const each of [bytes, bigEndian(bytes)]) expect(decode(each)).toEqual({ text: '你好你好', notes: [] });
});

it.each(['\xffa: b c', 'a\xfe: b c', '\xfea: b c', 'a\xff: b c'])('has no byte order mark if it has half of one: %j', (text) => {
	expect(decode(latin(text)).text).toBe(text);
});

it('is no text if it has zeros among other letters, or half of one', () => {
	for (const bytes of [latin('ab\0\xff x'), Buffer.concat([UTF_16, Buffer.from([0x41])]), Buffer.concat([Buffer.from('\uFEFF你好', 'utf16le'), Buffer.from([0x41])])]) expect(() => decode(bytes)).toThrow('line 1: this is not readable text');
});

describe('characters that nobody sees', () => {
	const read = async (text: string, filename = 'x.txt') => {
		const { segments, notes } = await parseMeeting(decode(Buffer.from(text)).text, filename);
		return { turns: segments.map(({ speaker, text: said }) => [speaker, said]), notes };
	};
	const TURNS = [['Ann', 'The minutes go out.'], ['Bob', 'Fine.'], ['Ann', 'Bye.'], ['Bob', 'Bye.']];
	const marked = [['Ann', 'The min\u00ADutes go\u200B out.'], ['\u200BBob', 'Fine.'], ['\uFEFFA\u00ADnn', 'Bye\u2060.'], ['Bob\u200F', '\u200EBye.']] as const;

	it.each([
		['text', 'x.txt', marked.map(([name, said]) => `${name}: ${said}`).join('\n')],
		['captions', 'x.vtt', `WEBVTT\n\n${marked.map(([name, said], at) => `0${at}:00.000 --> 0${at}:01.000\n<v ${name}>${said}`).join('\n\n')}`],
		['a table', 'x.csv', `Start,Speaker,Text\n${marked.map((turn, at) => [at, ...turn].join(',')).join('\n')}`],
		['JSON', 'x.json', JSON.stringify(marked.map(([speaker, text], start) => ({ start, speaker, text })))],
		['JSON with escapes', 'x.json', JSON.stringify(marked.map(([speaker, text], start) => ({ start, speaker, text }))).replace(/[^\0-\x7f]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)],
	])('make no other words or people in %s', async (_, filename, text) => {
		expect(await read(text, filename)).toEqual({ turns: TURNS, notes: [] });
	});

	it('stay where a script or an emoji needs them', async () => {
		const [family, word] = ['\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'];
		expect((await read(`Ann: Look ${family}.\nBob: ${word}.`)).turns).toEqual([['Ann', `Look ${family}.`], ['Bob', `${word}.`]]);
	});

	it('break a line where Word has a break within a paragraph', async () => {
		expect(await read('Ann: The minutes go out.\nBob: Fine.\vAnn: Bye.\nBob: Bye.')).toEqual({ turns: TURNS, notes: [] });
	});
});
