import * as fc from 'fast-check';
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
