import { parseMeeting } from '../../sandbox/import/index.ts';

/** A line of words, with `length` characters in all. */
const words = (length: number, first = 'b'): string => `${first}ord `.repeat(Math.ceil(length / 5)).slice(0, length).replace(/ $/, 's');
const BELOW = 'Ada Quill: so we go.';

/** Who says the line that begins with the words `Ada Quill:`, below the given ones. */
async function speakerOf(above: readonly string[], below: readonly string[] = []): Promise<string> {
	const { segments } = await parseMeeting([...above, BELOW, 'Jon: Yes.', 'Mara: No.', ...below].join('\n'), 'x.txt');
	const { speaker, text } = segments.find((segment) => segment.text.endsWith('so we go.')) ?? {};
	return text === 'so we go.' ? String(speaker) : `${speaker}, who goes on`;
}

const wrapped = (width: number, more = 2): string[] => [`Mara: ${words(width - 6)}`, ...['c', 'f', 'h', 'l', 'm'].slice(0, more).map((first) => words(width, first))];
const ADDRESS = `Jon: https://x.example/${'a'.repeat(80)}`;
const MANY = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 'Jon: Yes.' : 'Mara: No.'));

it.each<[what: string, above: readonly string[], below?: readonly string[]]>([
	['lines of one width', wrapped(40)],
	['lines of about one width', [`Mara: ${words(52)}`, words(60, 'c'), words(57, 'f'), words(59, 'h')]],
	['a longer address among many lines', wrapped(50), [ADDRESS, ...MANY]],
	['a line that people ended, among others', wrapped(50, 5), ['and so we went', 'Jon: Yes.']],
])('a name below %s is part of what is said', async (_, above, ...[below]) => {
	expect(await speakerOf(above, below)).toBe('Mara, who goes on');
});

it.each<[what: string, above: readonly string[], below?: readonly string[]]>([
	['lines of one width that are short', wrapped(39)],
	['two lines of one width', wrapped(40, 1)],
	['a sentence that ends with its line', [...wrapped(50, 4), `${words(49)}.`]],
	['a line where its first word has room', [...wrapped(50, 4), words(46)]],
	['lines that people ended', wrapped(50), ['and so we went', 'and on', 'Jon: Yes.']],
	['a longer line among few', wrapped(50), [ADDRESS]],
])('a name below %s is a speaker', async (_, above, ...[below]) => {
	expect(await speakerOf(above, below)).toBe('Ada Quill');
});

it('turns of about one width are not wrapped', async () => {
	const said = ['hi all can we start with the budget please', 'sure i have the numbers here from last week', 'great so what do we have left for this year', 'about four thousand euros after the invoices', 'ok then let us order the new scanners now', 'i will send the order to the supplier today'];
	const { segments, notes } = await parseMeeting(said.map((text, index) => `${index % 2 === 0 ? 'Nora' : 'Ada'}: ${text}`).join('\n'), 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual(said.map((text, index) => [index % 2 === 0 ? 'Nora' : 'Ada', text]));
	expect(notes).toEqual([]);
});

it('a name behind a time is a speaker, wherever the line above ends', async () => {
	const above = [`[0:01] Mara: ${words(27)}`, words(40, 'c'), words(40, 'f'), words(40, 'h')];
	const { segments } = await parseMeeting([...above, `[0:09] ${BELOW}`, '[0:12] Jon: Yes.', '[0:15] Mara: No.'].join('\n'), 'x.txt');
	expect(segments.map(({ speaker, startMs }) => [speaker, startMs / 1000])).toEqual([['Mara', 1], ['Ada Quill', 9], ['Jon', 12], ['Mara', 15]]);
});
