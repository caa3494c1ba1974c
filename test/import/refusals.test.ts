import * as fc from 'fast-check';
import { ImportError, parseMeeting } from '../../sandbox/import/index.ts';
import { anyText } from '../support/anyText.ts';

const CUE = '00:00:01.000 --> 00:00:02.000\n<v Anna>Hi\n';

const refused: [what: string, text: string, filename: string, line: number, advice: RegExp][] = [
	['an empty file', '', 'a.vtt', 1, /empty/],
	['blank lines only', ' \n\n\t', 'a.vtt', 1, /empty/],
	['binary data', 'WEBVTT\n\n\u0000\u0001', 'a.vtt', 3, /not readable text/],
	['bytes that are not UTF-8', 'Anna: \uFFFD\uFFFD', 'a.txt', 1, /not readable text/],
	['a web page in place of the file', '<!DOCTYPE html>\n<html><body>Sign in</body></html>', 'a.vtt', 1, /this is a web page; download the transcript itself/],
	['a document of a word processor', '{\\rtf1\\ansi Ada: Hello\\par Ben: Hi}', 'a.txt', 1, /this is a rich text document \(RTF\); save it as DOCX/],
	['WebVTT without cues', 'WEBVTT\n\nNOTE nothing\n', 'a.vtt', 1, /nobody speaks/],
	['cues without text', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna></v>\n', 'a.vtt', 1, /nobody speaks/],
	['incomplete JSON', '[\n{"speaker": "A",\n', 'a.json', 3, /not valid JSON/],
	['a list of tasks', 'Owner,Action,Due\nJoan,Call the printer,2026-12-01\n', 'a.csv', 1, /this table lists tasks, not what was said; a transcript has the columns Speaker, Start and Text/],
	['what is due first', 'Due;What\nFriday;Call the printer\n', 'a.csv', 1, /this table lists tasks/],
	['tasks in German', 'Wer;Was;Bis wann\nAda;Angebot senden;Freitag\n', 'a.csv', 1, /this table lists tasks/],
	['tasks and when they are due', '| Who | What | When |\n|---|---|---|\n| Joan | call the printer | Friday |\n', 'a.md', 1, /this table lists tasks/],
	['JSON of another shape', '{"a": 1,\n"b": ["c"]}', 'a.json', 1, /the file is not in the expected format/],
];

it.each(refused)('refuses %s and says where and what to do', async (_, text, filename, line, advice) => {
	const error = await parseMeeting(text, filename).catch((reason: unknown) => reason);
	expect(error).toBeInstanceOf(ImportError);
	expect(error).toMatchObject({ line, message: expect.stringMatching(advice) });
	expect(error).toHaveProperty('message', expect.stringMatching(new RegExp(`^line ${line}: `)));
});

const damaged: [what: string, text: string, filename: string, turns: [string | null, string, number][], note: RegExp][] = [
	['WebVTT without its header', CUE, 'a.vtt', [['Anna', 'Hi', 1]], /^$/],
	['an unreadable time', `WEBVTT\n\n${CUE}\n00:00:xx.000 --> 00:00:05.000\nBob\n`, 'a.vtt', [['Anna', 'Hi', 1], [null, 'Bob', 2]], /^Line 6: a time that cannot be read; the text was kept/],
	['a wrong arrow', `WEBVTT\n\n${CUE}\n00:00:03.000 -> 00:00:05.000\nBob\n`, 'a.vtt', [['Anna', 'Hi', 1], [null, 'Bob', 3]], /^Line 6: an arrow between times that is not written -->/],
	['an end before the start', `WEBVTT\n\n${CUE}\n00:00:05.000 --> 00:00:03.000\nBob\n`, 'a.vtt', [['Anna', 'Hi', 1], [null, 'Bob', 5]], /^Line 6: a caption that ends before it starts; its text was kept/],
	['a cue inside a text', `WEBVTT\n\n${CUE}00:00:03.000 --> 00:00:05.000\nBob\n`, 'a.vtt', [['Anna', 'Hi', 1], [null, 'Bob', 3]], /^Line 5: text without a name/],
	['a cue right under the header', `WEBVTT\n${CUE}`, 'a.vtt', [['Anna', 'Hi', 1]], /^$/],
	['minutes above 59', '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:61:00,000 --> 00:62:00,000\nHo\n', 'a.srt', [[null, 'Hi', 1], [null, 'Ho', 3660]], /^No speaker was recognized in this file\.$/],
	['an entry without text', '[\n{"text": "a"},\n{"speaker": "B"}\n]', 'a.json', [[null, 'a', 0]], /^Entry 2: an entry without text; it was left out/],
	['JSON with an impossible time', '{"segments": [\n{"text": "a",\n"start": "noon"}]}', 'a.json', [[null, 'a', 0]], /^Entry 1: a time that cannot be read/],
	['JSON with an impossible day', '[\n{"text": "a", "start": "2026-02-28T10:00:00Z"},\n{"text": "b", "start": "2026-02-30T10:00:00Z"}]', 'a.json', [[null, 'a', 0], [null, 'b', 0.4]], /^Entry 2: a time that cannot be read/],
	['JSON that ends early', '[{"speaker": "Anna", "text": "Hi", "start": 1},\n{"speaker": "Bob", "te', 'a.json', [['Anna', 'Hi', 1]], /^Line 2: the file is not valid JSON from here on/],
];

it.each(damaged)('reads %s, and says what was mended', async (_, text, filename, turns, note) => {
	const { segments, notes } = await parseMeeting(text, filename);
	expect(segments.map(({ speaker, text: said, startMs }) => [speaker, said, startMs / 1000])).toEqual(turns);
	expect(notes.join(' ')).toMatch(note);
});

/** Pieces of real files in the wrong places find more than random characters do. */
const pieces = fc.constantFrom(
	'WEBVTT',
	'\n',
	'\n\n',
	'\r\n',
	'\uFEFF',
	'00:00:01.000 --> 00:00:02.000',
	'00:01 --> 00:00',
	'-->',
	'<v ',
	'<v Anna>',
	'</v>',
	'<c><c>',
	'<00:00:01.500>',
	'&amp;',
	'&lt',
	'Anna: hi',
	'Bob:',
	'NOTE',
	'REGION\nid=a',
	'STYLE',
	'1',
	'[',
	'{"text":"a"}',
	'{"segments":[',
	']',
	'}',
	',',
	'"start":-1',
	'title: x',
	'# x',
	'[00:01] A: b',
	'\u0000',
	'😀',
	'__proto__: x',
	'{"__proto__":{"text":1}}',
	'9'.repeat(30),
);
const hostile = fc.oneof(
	anyText(),
	fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
);

it('throws nothing but ImportError, whatever the file holds', async () => {
	await fc.assert(
		fc.asyncProperty(
			hostile,
			fc.constantFrom('a.vtt', 'a.srt', 'a.json', 'a.txt', '', '../../etc/passwd'),
			async (text, filename) => {
				const outcome = await parseMeeting(text, filename).catch((error: unknown) => error);
				if (outcome instanceof ImportError) {
					expect(outcome.line).toBeGreaterThanOrEqual(1);
					expect(outcome.line).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
					return;
				}
				expect(outcome).not.toBeInstanceOf(Error);
				expect(outcome).toMatchObject({
					segments: expect.arrayContaining([expect.objectContaining({ text: expect.stringMatching(/\S/) })]),
				});
			},
		),
		{ numRuns: 500, seed: 20_260_304 },
	);
});

it('reads tags nested ten thousand deep without overflowing', async () => {
	const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<c>'.repeat(10_000)}deep`;
	expect((await parseMeeting(text, 'a.vtt')).segments[0]?.text).toBe('deep');
});

it('refuses JSON nested a hundred thousand deep', async () => {
	await expect(parseMeeting('['.repeat(100_000), 'a.json')).rejects.toBeInstanceOf(ImportError);
});

it('keeps segments in order of time and never before zero', async () => {
	const segment = fc.record({ text: fc.stringMatching(/^[a-z]{1,9}$/), start: fc.integer({ min: 0, max: 9999 }) });
	await fc.assert(
		fc.asyncProperty(fc.array(segment, { minLength: 1 }), async (segments) => {
			const parsed = await parseMeeting(JSON.stringify(segments), 'a.json');
			const starts = parsed.segments.map(({ startMs }) => startMs);
			expect(starts).toEqual(starts.toSorted((a, b) => a - b));
			expect(parsed.segments.every(({ startMs, endMs }) => startMs >= 0 && endMs >= startMs)).toBe(true);
			expect(parsed.segments).toHaveLength(segments.length);
		}),
	);
});

const MANY = 100_000;
const CUE_OF = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`;

/** Quadratic work on these takes minutes instead of moments. */
it.each([
	['blanks in a line without a name', `A: b\nx${' '.repeat(MANY)}(`, 'a.txt'],
	['blanks behind a name', `A:${' '.repeat(MANY)}b\u2028c`, 'a.txt'],
	['blanks before a bracket', `A: b\nx${' '.repeat(MANY)}(0:12)`, 'a.txt'],
	['one word', `A: ${'a'.repeat(MANY)}`, 'a.txt'],
	['brackets before a name', `A: b\n${'['.repeat(MANY)}Ann] 0:01`, 'a.txt'],
	['names with times', 'Ann 0:01\nx\n'.repeat(MANY / 12), 'a.txt'],
	['stars', `A: b\n${'*'.repeat(MANY)}`, 'a.txt'],
	['headings', `A: b\n${'# x\n'.repeat(MANY / 4)}`, 'a.txt'],
	['dashes', `A: b\n${'-'.repeat(MANY)}`, 'a.txt'],
	['blanks in a WebVTT header', `WEBVTT${' '.repeat(MANY)}a\u2028b\n\n00:01.000 --> 00:02.000\nhi`, 'a.vtt'],
	['blanks in a note', `WEBVTT\n\nNOTE${' '.repeat(MANY)}a\u2028b\n\n00:01.000 --> 00:02.000\nhi`, 'a.vtt'],
	['blanks around an arrow', `WEBVTT\n\n00:01.000${' '.repeat(MANY)}-->${' '.repeat(MANY)}00:02.000\nhi`, 'a.vtt'],
	['tags never closed', CUE_OF(`hi ${'<v '.repeat(MANY / 3)}`), 'a.vtt'],
	['names used once', `WEBVTT\n\n${Array.from({ length: MANY / 6 }, (_, n) => `00:01.000 --> 00:02.000\nN${n}: x\ny\nz`).join('\n\n')}`, 'a.vtt'],
])('reads a hundred thousand characters in one sweep: %s', async (_, text, filename) => {
	expect((await parseMeeting(text, filename)).segments.length).toBeGreaterThan(0);
});
