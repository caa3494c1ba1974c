import { parseMeeting } from '../../sandbox/import/index.ts';

const turnsOf = async (text: string, filename = 'x.vtt', me?: string) =>
	(await parseMeeting(text, filename, me)).segments.map(({ speaker, text: said }) => [speaker, said]);
const cues = (...texts: string[]): string => `WEBVTT\n\n${texts.map((text, n) => `00:0${n}.000 --> 00:0${n}.900\n${text}`).join('\n\n')}\n`;

describe('nobody is given the words of somebody else', () => {
	it.each([
		['a cue without a voice', cues('<v Ada>Hello</v>', 'Mhm', '<v Ben>Bye'), [['Ada', 'Hello'], [null, 'Mhm'], ['Ben', 'Bye']]],
		['a name used once', cues('Ada: Hello', 'Ada: So', 'so on', 'Ben Brook: Yes', 'Ada: Bye'), [['Ada', 'Hello'], ['Ada', 'So'], [null, 'so on'], ['Ben Brook', 'Yes'], ['Ada', 'Bye']]],
		['a short name used once', cues('Ada: Hello', 'and on', 'and on', 'Ben: Yes', 'and on', 'Ada: Bye'), [['Ada', 'Hello'], ['Ada', 'and on'], ['Ada', 'and on'], ['Ben', 'Yes'], ['Ben', 'and on'], ['Ada', 'Bye']]],
		['what may be a name', cues('Ada: Hello', 'ben: yes', 'and on', 'Ada: Bye'), [['Ada', 'Hello'], [null, 'ben: yes'], [null, 'and on'], ['Ada', 'Bye']]],
		['a word before a colon', cues('Ada: Hello', 'Remember: ten sharp', 'Ben: Yes', 'Ada: Bye'), [['Ada', 'Hello'], [null, 'Remember: ten sharp'], ['Ben', 'Yes'], ['Ada', 'Bye']]],
		['a change of speaker without a name', cues('Ada: Hello', '- Yes.\n- No.', 'Hm', '>> Well', 'Ada: Bye'), [['Ada', 'Hello'], [null, 'Yes.'], [null, 'No.'], [null, 'Hm'], [null, 'Well'], ['Ada', 'Bye']]],
		['what the exporter calls unknown', cues('<v Unknown Speaker>Hello', '<v Ada>Hi', 'Unknown: hm'), [[null, 'Hello'], ['Ada', 'Hi'], [null, 'hm']]],
	])('captions: %s', async (_, text, turns) => {
		expect(await turnsOf(text)).toEqual(turns);
	});

	it.each([
		['text below a time', 'Ada: Hello\nBen: Yes\n\n00:05:00\n\nand on\nAda: Bye', [['Ada', 'Hello'], ['Ben', 'Yes'], [null, 'and on'], ['Ada', 'Bye']]],
		['a time without a name', '[0:01] Ada: Hello\n[0:02] hm\n[0:03] Ada: Bye', [['Ada', 'Hello'], [null, 'hm'], ['Ada', 'Bye']]],
		['a label in the words below a name', 'Ada  0:01\nThe plan: go on\n\nBen  0:05\nYes\nAda: no\n', [['Ada', 'The plan: go on'], ['Ben', 'Yes'], [null, 'Ada: no']]],
	])('text: %s', async (_, text, turns) => {
		expect(await turnsOf(text, 'x.txt')).toEqual(turns);
	});

	it('leaves out what stands under a heading, and says so', async () => {
		const { segments, leftOut } = await parseMeeting('# Sync\n## Transcript\nAda: Hello\nBen: Yes\n## Next steps\nBook the room\n', 'x.md');
		expect(segments.map(({ text }) => text)).toEqual(['Hello', 'Yes']);
		expect(leftOut).toEqual(['Transcript', 'Next steps', 'Book the room']);
	});
});

it.each(['Unknown', '[Unknown speaker]', '(unidentified)', 'unidentified participant', 'unknown user', 'Speaker unknown', 'null', 'None', 'N/A'])('“%s” is nobody', async (name) => {
	expect(await turnsOf(cues('<v Ada>Hello', `<v ${name}>Mhm`))).toEqual([['Ada', 'Hello'], [null, 'Mhm']]);
});

it.each(['Unknown Soldier', 'The unknown', 'Nonesuch', 'Anna/A'])('“%s” is somebody', async (name) => {
	expect(await turnsOf(cues('<v Ada>Hello', `<v ${name}>Mhm`))).toEqual([['Ada', 'Hello'], [name, 'Mhm']]);
});

it('two doubts in a caption are told as two', async () => {
	expect((await parseMeeting(cues('Ada: Hello', 'so', 'Ada: well\nben: yes\ncy: no', 'Ada: Bye'), 'x.vtt')).notes[1]).toMatch(/^Line 9: “ben”, “cy” may be names/);
});

it.each([[5, ''], [6, ' and 1 more'], [7, ' and 2 more']])('of %i doubts, five are quoted, cut to sixty characters', async (count, more) => {
	const lines = Array.from({ length: count }, (_, index) => `ben${index} ${'x'.repeat(60)}: yes`);
	const { notes } = await parseMeeting(['Ada: Hello', 'and so', 'Jon: Well', ...lines, 'Jon: Bye', ...lines.map(() => 'Ada: Bye')].join('\n'), 'x.txt');
	expect(notes.at(-1)).toBe(`Lines 4, 5, 6, 7, 8${more}: ${[0, 1, 2, 3, 4].map((index) => `“ben${index} ${'x'.repeat(54)}…”`).join(', ')} may be names or part of what is said; nobody is named as the speaker.`);
});

describe('the speaker who is the user', () => {
	const text = 'Ada Quill: Hello\nBen Brook: Yes\nCy: No\nUnknown: hm\nBen Brook: Well\nCy: Bye';
	const stored = [['local', 'Hello'], ['remote', 'Yes'], ['remote', 'No'], [null, 'hm'], ['remote', 'Well'], ['remote', 'Bye']];

	it.each(['Ada Quill', 'ada quill', 'Ada'])('can be called %s', async (me) => {
		expect(await turnsOf(text, 'x.txt', me)).toEqual(stored);
		expect((await parseMeeting(text, 'x.txt', me)).notes).toEqual(['Stored as “remote”, as the service does: Ben Brook, Cy.']);
	});

	it('is not told that “remote” is stored as such', async () => {
		expect((await parseMeeting('Ada: Hello\nremote: Yes\nAda: Bye', 'x.txt', 'Ada')).notes).toEqual([]);
	});

	it.each([['Me', 'Them'], ['you', 'them']])('is %s, if the other is %s and nobody else speaks', async (me, them) => {
		expect(await turnsOf(cues(`<v ${me}>Hello`, `<v ${them}>Yes`))).toEqual([['local', 'Hello'], ['remote', 'Yes']]);
		expect(await turnsOf(cues(`<v ${me}>Hello`, '<v Ada>Yes'))).toEqual([[me, 'Hello'], ['Ada', 'Yes']]);
		expect(await turnsOf(cues(`<v ${me}>Hello`, `<v ${them}>Yes`, '<v Ada>So'))).toEqual([[me, 'Hello'], [them, 'Yes'], ['Ada', 'So']]);
	});

	it('keeps all names if nobody is named', async () => {
		expect(await turnsOf(text, 'x.txt')).toEqual([['Ada Quill', 'Hello'], ['Ben Brook', 'Yes'], ['Cy', 'No'], [null, 'hm'], ['Ben Brook', 'Well'], ['Cy', 'Bye']]);
	});

	it.each([
		['Dee', text, /^line 1: nobody in this file is called “Dee”; the speakers are Ada Quill, Ben Brook, Cy$/],
		['Ada', 'Ada Quill: Hello\nAda Brook: Yes', /^line 1: more than one speaker in this file is called “Ada”/],
		['Ada', '[0:01] Hello\n[0:02] Yes', /no speaker is named$/],
	])('is refused if the file does not tell who it is', async (me, file, words) => {
		await expect(parseMeeting(file, 'x.txt', me)).rejects.toThrow(words);
	});
});

describe('times', () => {
	it('are kept as the file has them, and spread between them by length', async () => {
		const said = 'word '.repeat(100);
		const { segments } = await parseMeeting(`Ada: Hello\n\n00:01:00\n\nAda: ${said}\nBen: ${said}\n\n00:01:30\n\nAda: Bye`, 'x.txt');
		expect(segments.map(({ startMs }) => startMs)).toEqual([0, 60_000, 75_000, 90_000]);
	});
});
