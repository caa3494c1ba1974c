import { decode, parseMeeting } from '../../sandbox/import/index.ts';

const read = async (text: string, filename = 'x.txt') => {
	const { segments, notes, title, leftOut } = await parseMeeting(text, filename);
	return { turns: segments.map(({ speaker, text: said }) => [speaker, said]), times: segments.map(({ startMs }) => startMs / 1000), notes: notes.join(' '), title, leftOut };
};

/** Four turns, of which the third has another header. */
const between = (write: (name: string, time: string, text: string) => string, damaged: string): string =>
	[write('Mara Holt', '0:05', 'Shall we begin?'), write('Jon Pike', '0:09', 'Yes please.'), damaged, write('Mara Holt', '0:40', 'Fine.'), write('Jon Pike', '0:45', 'Bye.')].join('\n');
const otter = (name: string, time: string, text: string): string => `${name}  ${time}\n${text}\n`;
const rev = (name: string, time: string, text: string): string => `${name} (${time}):\n${text}\n`;
const krisp = (name: string, time: string, text: string): string => `${name} | ${time}\n${text}`;
const fathom = (name: string, time: string, text: string): string => `${time} - ${name}\n  ${text}\n`;
const zoom = (name: string, time: string, text: string): string => `[${name}] 00:0${time}\n${text}\n`;
const timed = (name: string, time: string, text: string): string => `[00:0${time}] ${name}: ${text}`;
const bare = (name: string, time: string, text: string): string => `00:0${time} ${name}: ${text}`;
const own = (name: string, time: string, text: string): string => `**[00:0${time}] ${name}:** ${text}\n`;
const dated = (name: string, time: string, text: string): string => `${name}  25/11/2026 1${time}\n${text}\n`;
const copied = (name: string, time: string, text: string): string => `${name}\n${time}\n${text}`;
const label = (name: string, _: string, text: string): string => `${name}: ${text}`;

describe('a damaged start of a turn', () => {
	it.each([
		['a letter in the time (Otter)', otter, 'Jon Pike  0:3x\nNo way.\n', 'Jon Pike'],
		['the letter O for zero (Otter)', otter, 'Jon Pike  0:O3\nNo way.\n', 'Jon Pike'],
		['half a time (Otter)', otter, 'Jon Pike  0:\nNo way.\n', 'Jon Pike'],
		['an impossible time (Otter)', otter, 'Jon Pike  99:99\nNo way.\n', 'Jon Pike'],
		['no time (Otter)', otter, 'Jon Pike\nNo way.\n', 'Jon Pike'],
		['a sign in the place of the time (Otter)', otter, 'Jon Pike  –\nNo way.\n', 'Jon Pike'],
		['no time, among dates', dated, 'Jon Pike\nNo way.\n', 'Jon Pike'],
		['half a name (Otter)', otter, 'Jon  0:33\nNo way.\n', null],
		['another who speaks once, with a damaged time (Otter)', otter, 'Ben Brook  0:3x\nNo way.\n', null],
		['a turn without words above one of somebody who speaks once (Otter)', otter, 'Mara Holt  0:30\nBen Brook  0:33\nNo way.\n', 'Ben Brook'],
		['no header (Otter)', otter, 'No way.\n', null],
		['words on the line (Otter)', otter, 'Jon Pike  0:33 No way.\n', 'Jon Pike'],
		['another who speaks once, with words on the line (Otter)', otter, 'Ben Brook  0:33 No way.\n', null],
		['a letter in the time (Rev)', rev, 'Jon Pike (0:3x):\nNo way.\n', 'Jon Pike'],
		['a letter in the time (Krisp)', krisp, 'Jon Pike | 0:3x\nNo way.', 'Jon Pike'],
		['another who speaks once, with a damaged time (Krisp)', krisp, 'Ben Brook | 0:3x\nNo way.', null],
		['no name (Krisp)', krisp, ' | 0:33\nNo way.', null],
		['no sign (Krisp)', krisp, 'Jon Pike 0:33\nNo way.', 'Jon Pike'],
		['a letter in the time (Fathom)', fathom, '0:3x - Jon Pike\n  No way.\n', 'Jon Pike'],
		['no name (Fathom)', fathom, '0:33 - \n  No way.\n', null],
		['no bracket (Zoom)', zoom, '[Jon Pike 00:00:33\nNo way.\n', 'Jon Pike'],
		['a letter in the time (tl;dv)', timed, '[00:00:3x] Jon Pike: No way.', 'Jon Pike'],
		['half a time (tl;dv)', timed, '[00:00: Jon Pike: No way.', 'Jon Pike'],
		['no bracket (tl;dv)', timed, '[00:00:33 Jon Pike: No way.', 'Jon Pike'],
		['no colon (tl;dv)', timed, '[00:00:33] Jon Pike No way.', null],
		['a letter in the time', bare, '00:00:3x Jon Pike: No way.', 'Jon Pike'],
		['the letter O for zero', bare, '00:00:O3 Jon Pike: No way.', 'Jon Pike'],
		['a letter in the time (our own Markdown)', own, '**[00:00:3x] Jon Pike:** No way.\n', 'Jon Pike'],
		['half the bold (our own Markdown)', own, '**[00:00:33] Jon Pike: No way.\n', 'Jon Pike'],
		['the other half of the bold (our own Markdown)', own, '[00:00:33] Jon Pike:** No way.\n', 'Jon Pike'],
		['a letter in the time (two lines)', copied, 'Jon Pike\n0:3x\nNo way.', 'Jon Pike'],
		['no name above the time (two lines)', copied, '0:33\nNo way.', null],
		['a semicolon', label, 'Jon Pike; No way.', null],
		['no colon', label, 'Jon Pike No way.', null],
		['no name', label, ': No way.', null],
		['words before the colon', label, 'Jon Pike said: No way.', null],
	] as const)('%s', async (_, write, damaged, speaker) => {
		const text = between(write, damaged);
		const { turns, notes } = await read(text, text.startsWith('**') ? 'x.md' : 'x.txt');
		const words = speaker === null && write !== otter && write !== copied && write !== fathom && write !== krisp ? expect.stringMatching(/No way\.$/) : 'No way.';
		expect(turns).toEqual([['Mara Holt', 'Shall we begin?'], ['Jon Pike', 'Yes please.'], [speaker, words], ['Mara Holt', 'Fine.'], ['Jon Pike', 'Bye.']]);
		// Lines that are clearly right need no note.
		const line = text.slice(0, text.indexOf(damaged)).split('\n').length;
		expect(notes).toMatch(speaker === null || /x|O|: *$|99|00: |0:30/m.test(damaged) ? new RegExp(`Line (?:${line}|${line + 1})\\b`) : /^$/);
	});

	it.each<[line: string, turn: [string | null, string, number], note: RegExp]>([
		['[0:03] Mar: No.', [null, 'Mar: No.', 3], /^Line 3: “Mar” may be a name/],
		['[Mara] [0:03] No.', ['Mara', 'No.', 3], /^$/],
		['Mara 0:03 No (yet).', ['Mara', 'No (yet).', 3], /^$/],
		['Mara 0:03: No.', ['Mara', 'No.', 3], /^$/],
		['Mara 0:0x No.', ['Mara', 'No.', 2.4], /^Line 3: a time that cannot be read/],
		['Mara 33', ['Mara', '', 0], /^Line 3: a time that cannot be read.* Line 3: a turn without words/],
		['Mara 33 No.', [null, 'Mara 33 No.', 2.4], /^Line 3: “Mara” may be a name/],
		['Mara | No.', [null, 'Mara | No.', 2.4], /^Line 3: “Mara” may be a name/],
		['Mara', [null, 'Mara', 2.4], /^Line 3: “Mara” may be a name/],
		['[0:0x] Ben: No.', [null, 'Ben: No.', 2.4], /^Line 3: a time that cannot be read/],
		['[0:0x] No.', [null, 'No.', 2.4], /^Line 3: a time that cannot be read/],
		['Mara: [0:0x] No.', ['Mara', 'No.', 2.4], /^Line 3: a time that cannot be read/],
		['Mara: at 0:0x', ['Mara', 'at 0:0x', 2.4], /^$/],
		['Mara !', [null, 'Mara !', 2.4], /^Line 3: “Mara” may be a name/],
		['[10:30 x] No.', [null, '[10:30 x] No.', 2.4], /^Line 3: “\[10:30 x\]” may be a name/],
	])('among lines with times: %s', async (line, [speaker, said, at], note) => {
		const { turns, times, notes } = await read(`[0:01] Mara: One.\n[0:02] Jon: Two.\n${line}\n[0:04] Mara: Three.\n[0:05] Jon: Four.`);
		expect([turns.slice(2, -2), times.slice(2, -2)]).toEqual(said === '' ? [[], []] : [[[speaker, said]], [at]]);
		expect(notes).toMatch(note);
	});

	it.each<[lines: string, before: string, turn: [string | null, string], note: RegExp]>([
		['\nMa  0:03\nNo.', 'Two.', [null, 'No.'], /^Line 7: “Ma 0:03” looks like the start of a turn/],
		['\nBen  0:03 said so\nNo.', 'Two.', [null, 'said so No.'], /^Line 7: “Ben” may be a name/],
		['\nthe long line we have  0:03 said so\nNo.', 'Two.', [null, 'the long line we have 0:03 said so No.'], /^Line 7: text without a name/],
		['\nBen (0:03)\nNo.', 'Two.', [null, 'No.'], /^Line 7: “Ben \(0:03\)” looks like the start of a turn/],
		['\nben brook (0:03)\nNo.', 'Two.', [null, 'ben brook (0:03) No.'], /^Line 7: text without a name/],
		['\nso we all go (0:3x)\nNo.', 'Two.', [null, 'so we all go (0:3x) No.'], /^Line 7: text without a name/],
		['Ben (0:03)\nNo.', 'Two. Ben (0:03) No.', ['Mara', 'Three.'], /^$/],
		['0:03\nNo.', 'Two.', [null, 'No.'], /^Line 6: “0:03” looks like the start of a turn/],
		['10:30\nNo.', 'Two.', [null, 'No.'], /^Line 6: “10:30” looks like the start of a turn/],
		['0:01\nNo.', 'Two.', [null, 'No.'], /^Line 6: “0:01” looks like the start of a turn/],
		['\nJon said so\nNo.', 'Two.', [null, 'Jon said so No.'], /^Line 7: text without a name|^Line 7: “Jon” may be a name/],
		['Jon said so\nNo.', 'Two. Jon said so No.', ['Mara', 'Three.'], /^$/],
		['\nso we go (10:30)\nNo.', 'Two.', [null, 'so we go (10:30) No.'], /^Line 7: text without a name/],
		['\n10:30\nNo.', 'Two.', [null, 'No.'], /^Line 7: “10:30” looks like the start of a turn/],
		['- 10:30\nNo.', 'Two.', [null, 'No.'], /^Line 6: “- 10:30” looks like the start of a turn/],
	])('among names and times on lines of their own: %j', async (lines, before, turn, note) => {
		const { turns, notes, times, leftOut } = await read(`Mara  0:01\nOne.\n\nJon  0:02\nTwo.\n${lines}\n\nMara  0:04\nThree.\n\nJon  0:05\nFour.`);
		expect(turns.slice(1, 3)).toEqual([['Jon', before], turn]);
		expect(notes).toMatch(note);
		expect(times).toEqual([1, 2, ...(turn[0] === null ? [/^\s*\S*\s*\(?0:03/.test(lines) ? 3 : expect.any(Number)] : []), 4, 5]);
		expect(leftOut.map((each) => each.replace('  ', ' '))).toEqual(/“(.*)” looks like/.exec(notes)?.slice(1) ?? []);
	});

	const eight = (third: string): string => [1, 2, 3, 4].map((n) => `Mara: ${n} so.\nJon: ${n} ho.${n === 2 ? third : ''}`).join('\n');
	const headed = (third: string): string => [1, 2, 3, 4].map((n) => `Mara  ${n}:00\n${n} so.\nJon  ${n}:30\n${n} ho.${n === 2 ? third : ''}`).join('\n');

	it.each([
		['a line without a name, where each turn is one line', eight('\nNo.'), [null, 'No.']],
		['two lines without a name, where three quarters of turns are one line', eight('\nNo.\nYes.'), [null, 'No.']],
		['lines without a name, where fewer turns are one line', eight('\nNo.\nYes.\nWell.'), ['Mara', '3 so.']],
		['a line without a name, where there are fewer turns', eight('\nNo.').replace('Mara: 1 so.\n', ''), ['Jon', '3 ho.']],
		['another line, where each turn is one line below its header', headed('\nNo.'), [null, 'No.']],
		['lines, where fewer turns are one line below their header', headed('\nNo.\nYes.\nWell.'), ['Mara', '3 so.']],
		['a paragraph without a name, where paragraphs start with one', 'Mara: One.\n \nJon: Two.\n \nMara: Three.\n \nJon: Four.\n \nNo.\nSo.', [null, 'No. So.']],
		['a paragraph without a name below a title, where paragraphs start with one', 'Weekly\n\nSales\n\nMara: One.\n\nJon: Two.\n\nMara: Three.\n\nJon: Four.\n\nNo.', [null, 'No.']],
		['a paragraph without a name, where only three quarters of them start with one', 'Mara: One.\n\nJon: Two.\n\nMara: Three.\n\nJon: Four.\n\nNo.\n\nSo.', undefined],
		['a line below a time without a name', 'Mara: One.\nJon: Two.\nMara: Three.\nJon: Four.\n0:14\nNo.', [null, 'No.']],
		['an answer without a name to a question in bold', 'Jon: Hi.\n**Mara: When?**\nJon: On Friday.\n**Mara: Why?**\nIt rains.', [null, 'It rains.']],
		['bold words within a turn', '**Mara:**\nShall we?\n\n**Jon:**\nYes.\n\n**Mara:**\nGood.\n\n**Jon:**\nBye.\n\n**Mara:**\nSee you\n**soon.**', ['Mara', 'See you soon.']],
		['a paragraph without a name, where there are only two turns', 'Mara: One.\n\nJon: Two.\n\nNo.', undefined],
		['a paragraph without a name, where lines start with one', 'Mara: One.\nJon: Two.\nMara: Three.\nJon: Four.\n\nNo.', [null, 'No.']],
		['a paragraph without a name, where only one person has one', 'Mara: One.\n\nYes.\n\nMara: Two.\n\nWell.\n\nNo.', [null, 'No.']],
		['a name behind a change of speaker', '>> MARA: a\n>> JON: b\n>> MARA: c\n>> JON: d\n>> Mara no', [null, 'Mara no']],
	])('%s', async (_, text, turn) => {
		const { turns, notes } = await read(text);
		expect(turns[4]).toEqual(turn);
		expect(/nobody is named|may be a name/.test(notes)).toBe(turn?.[0] === null);
	});

	it('a time on the line of the words is kept', async () => {
		expect((await read(between(otter, 'Jon Pike  0:33 No way.\n'))).times).toEqual([5, 9, 33, 40, 45]);
	});

	it.each([
		['a quote', 'Mara Holt  0:05\nHe wrote this:\nJon Pike: I never agreed.\n\nJon Pike  0:09\nYes.\n\nMara Holt  0:12\nGood.\n', 'Jon Pike: I never agreed.'],
		['a name alone', 'Mara Holt  0:05\nIt is by\nJon Pike\n\nJon Pike  0:09\nYes.\n\nMara Holt  0:12\nGood.\n', 'Jon Pike'],
	])('%s within a turn is not cut off into the mouth of the one who is named', async (_, text, words) => {
		const { turns, notes, times } = await read(text);
		expect(turns[1]).toEqual([null, words]);
		expect(turns.filter(([speaker]) => speaker === 'Jon Pike')).toEqual([['Jon Pike', 'Yes.']]);
		expect(times.slice(2)).toEqual([9, 12]);
		expect(notes).toMatch(/^Line 3: “Jon Pike” may be a name/);
	});

	it.each([
		['hours', 'Mara Holt  0:05\nThese are the hours.\nMonday  9:00\nTuesday  10:00\n\nJon Pike  0:09\nYes.\n\nMara Holt  0:12\nGood.\n', [['Mara Holt', 'These are the hours. Monday 9:00 Tuesday 10:00'], ['Jon Pike', 'Yes.'], ['Mara Holt', 'Good.']]],
		['a time at the end of a line', 'Mara Holt  0:05\nLet us meet at 10:30\nand go on.\n\nJon Pike  0:09\nYes.\n\nMara Holt  0:12\nGood.\n', [['Mara Holt', 'Let us meet at 10:30 and go on.'], ['Jon Pike', 'Yes.'], ['Mara Holt', 'Good.']]],
	])('%s within a turn are no header', async (_, text, turns) => {
		expect((await read(text)).turns).toEqual(turns);
	});
});

describe('damaged captions', () => {
	const cues = (...parts: string[]): string => `WEBVTT\n\n${parts.join('\n\n')}\n`;
	const first = '00:00:01.000 --> 00:00:02.000\n<v Mara>Hello.</v>';
	const last = '00:00:07.000 --> 00:00:08.000\n<v Mara>Bye.</v>';

	it.each([
		['the letter O for zero', '00:00:O3.000 --> 00:00:04.000\n<v Jon>No.</v>', ['Jon', 'No.'], /^Line 6: a time that cannot be read/],
		['no head of the arrow', '00:00:03.000 -- 00:00:04.000\n<v Jon>No.</v>', ['Jon', 'No.'], /^Line 6: an arrow/],
		['no arrow', '00:00:03.000 00:00:04.000\n<v Jon>No.</v>', ['Jon', 'No.'], /^Line 6: an arrow/],
		['a reversed line of times', '000.40:00:00 >-- 000.30:00:00\n<v Jon>No.</v>', ['Jon', 'No.'], /^Line 6: /],
		['a voice that is not closed', '00:00:03.000 --> 00:00:04.000\n<v Jon No.', [null, 'Jon No.'], /^Line 6: “<v Jon No.” may be a name/],
		['half an end tag', '00:00:03.000 --> 00:00:04.000\n<v Jon>No.</v', ['Jon', 'No.'], /^$/],
		['no voice', '00:00:03.000 --> 00:00:04.000\nNo.', [null, 'No.'], /^Line 6: text without a name/],
	])('WebVTT: %s', async (_, cue, turn, note) => {
		const { turns, notes } = await read(cues(first, cue, last), 'x.vtt');
		expect(turns).toEqual([['Mara', 'Hello.'], turn, ['Mara', 'Bye.']]);
		expect(notes).toMatch(note);
	});

	const srt = (middle: string): string => `1\n00:00:01,000 --> 00:00:02,000\nMara: Hello.\n\n${middle}\n\n3\n00:00:05,000 --> 00:00:06,000\nMara: Well.\n\n4\n00:00:07,000 --> 00:00:08,000\nJon: Bye.\n`;

	it.each([
		['all on one line', '2 00:00:03,000 --> 00:00:04,000 Jon: No.', ['Jon', 'No.']],
		['no line of times', '2\nJon: No.', ['Jon', 'No.']],
		['only the start', '2\n00:00:03,000\nJon: No.', ['Jon', 'No.']],
		['no colon', '2\n00:00:03,000 --> 00:00:04,000\nJon No.', [null, 'Jon No.']],
		['a change of speaker', '2\n00:00:03,000 --> 00:00:04,000\n>> No.', [null, 'No.']],
		['how somebody speaks', '2\n00:00:03,000 --> 00:00:04,000\nJON [angry]: No.', ['JON', '[angry] No.']],
	])('SubRip: %s', async (_, cue, turn) => {
		expect((await read(srt(cue), 'x.srt')).turns).toEqual([['Mara', 'Hello.'], turn, ['Mara', 'Well.'], ['Jon', 'Bye.']]);
	});

	it('a name alone in a caption says nothing, and what follows may be theirs', async () => {
		const { turns, notes } = await read(`${srt('2\n00:00:03,000 --> 00:00:04,000\nJon:')}\n5\n00:00:09,000 --> 00:00:10,000\nMara: Yes.\n\n6\n00:00:11,000 --> 00:00:12,000\nJon: No.\n`, 'x.srt');
		expect(turns).toEqual([['Mara', 'Hello.'], ['Mara', 'Well.'], ['Jon', 'Bye.'], ['Mara', 'Yes.'], ['Jon', 'No.']]);
		expect(notes).toMatch(/^Line 6: a turn without words/);
	});

	it('two voices without a name in a caption are noted', async () => {
		const { turns, notes } = await read(srt('2\n00:00:03,000 --> 00:00:04,000\n- I am done.\n- Great.'), 'x.srt');
		expect(turns.slice(1, 3)).toEqual([[null, 'I am done.'], [null, 'Great.']]);
		expect(notes).toMatch(/^Line 6: text without a name/);
	});

	it.each(['246', '.246', ':18.246'])('a file of which only the end is left, from within a time on: %s', async (rest) => {
		const { turns, notes } = await read(`${rest} --> 00:00:19.726\n<v Jon>No.</v>\n`, 'x.vtt');
		expect(turns).toEqual([['Jon', 'No.']]);
		expect(notes).toMatch(/^Line 1: a time that cannot be read/);
	});

	it('a file without line breaks', async () => {
		const { turns, times } = await read('1 00:00:01,000 --> 00:00:02,000 Mara: Hello. 2 00:00:03,000 --> 00:00:04,000 Jon: No. 3 00:00:05,000 --> 00:00:06,000 Mara: Bye.', 'x.srt');
		expect(turns).toEqual([['Mara', 'Hello.'], ['Jon', 'No.'], ['Mara', 'Bye.']]);
		expect(times).toEqual([1, 3, 5]);
	});

	it('times of the older documents of Teams', async () => {
		const text = '0:0:0.0 --> 0:0:3.12\nMara Holt\nHello.\n\n0:0:O3.0 --> 0:0:6.9\nJon Pike\nYes.\n\n0:0:9.0 -- 0:0:11.0\nJon Pike\nNo.\n\n0:0:12.0 --> 0:0:13.0\nMara Holt\nBye.\n';
		expect((await read(text)).turns).toEqual([['Mara Holt', 'Hello.'], ['Jon Pike', 'Yes.'], ['Jon Pike', 'No.'], ['Mara Holt', 'Bye.']]);
	});
});

it('the dialogue of ASS without a time stays behind the one above it', async () => {
	const line = (start: string, end: string, name: string, said: string) => `Dialogue: 0,${start},${end},Default,${name},0,0,0,,${said}`;
	const { turns } = await read(['[Script Info]', '[Events]', 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text', line('0:00:05.00', '0:00:06.00', 'Jon', 'Bye.'), line('0:00:01.00', '0:00:02.00', 'Mara', 'Hi.'), line('0:00:0x.00', '0:00:04.00', 'Jon', 'Yes.')].join('\n'), 'x.ass');
	expect(turns).toEqual([['Mara', 'Hi.'], ['Jon', 'Yes.'], ['Jon', 'Bye.']]);
});

describe('a time alone where headers have a name', () => {
	it('starts a turn of nobody, at that time', async () => {
		const { turns, times, notes } = await read('00:00 Mara Holt\nHello.\n00:05 Jon Pike\nYes.\n00:09\nNo name here.\n00:12 Mara Holt\nBye.');
		expect(turns).toEqual([['Mara Holt', 'Hello.'], ['Jon Pike', 'Yes.'], [null, 'No name here.'], ['Mara Holt', 'Bye.']]);
		expect(times).toEqual([0, 5, 9, 12]);
		expect(notes).toMatch(/^Line 5: /);
	});

	it('is above paragraphs of people who are not named', async () => {
		const { turns } = await read(`${between(otter, '0:33\nNo name here.\n\nNor here.\n')}\n${otter('Mara Holt', '0:50', 'Hm.')}\n${otter('Jon Pike', '0:55', 'Well.')}`);
		expect(turns.slice(2, 4)).toEqual([[null, 'No name here.'], [null, 'Nor here.']]);
	});
});

describe('a colon', () => {
	it('is no name’s where something is done before a word that is said', async () => {
		const { turns } = await read('WEBVTT\n\n00:01.000 --> 00:02.000\nMara: Hi.\n\n00:03.000 --> 00:05.000\n(laughs) Budget: forty\n\n00:05.000 --> 00:06.000\nMara: Ok.\n\n00:06.000 --> 00:07.000\nJon: Ok.', 'x.vtt');
		expect(turns[1]).toEqual([null, '(laughs) Budget: forty']);
	});

	it('behind a word once, where letters have no capitals, has a note', async () => {
		expect((await read('安娜：你好\n王伟：你好吗\n安娜：好\n预算：四万\n王伟：再见')).notes).toMatch(/^Line 4: “预算” was read as a speaker, who speaks only once/);
	});

	it('behind capital letters is behind a name if that recurs, whatever it begins with', async () => {
		expect((await read('THE COURT: Shall we begin?\n\nMR. PIKE: Yes, Your Honor.\n\nTHE COURT: Good.\n')).turns).toEqual([['THE COURT', 'Shall we begin?'], ['MR. PIKE', 'Yes, Your Honor.'], ['THE COURT', 'Good.']]);
	});

	it('behind capital letters, as all names have them, is nobody’s if it stands there once', async () => {
		const { turns, notes } = await read('INTERVIEWER: Where were you?\nWITNESS: At home.\nINTERVIEWER: And then?\nWITNESS: I called him.\nSo I went.\nTHE COURT: Sustained.\nWITNESS: Yes.');
		expect(turns.slice(3)).toEqual([['WITNESS', 'I called him. So I went.'], [null, 'THE COURT: Sustained.'], ['WITNESS', 'Yes.']]);
		expect(notes).toMatch(/^Line 6: “THE COURT” may be a name/);
	});

	it.each([
		['He said: no way.\nAnd I told them: we go.\nPhase 2: done by May.\nBudget: forty.\nTimeline: by June.'],
		['Jon said: "no way."\nMara answered: "fine."'],
		['"Jon: never," he wrote.\nQuestion: who pays?'],
		['Scope: all.\nColour: red.\nWeight: ten.\nHeight: two.\nWidth: one.'],
	])('names nobody where nobody speaks twice: %j', async (text) => {
		const { turns, notes } = await read(text);
		expect([new Set(turns.map(([speaker]) => speaker)), turns.map(([, said]) => said).join(' ')]).toEqual([new Set([null]), text.replaceAll('\n', ' ')]);
		expect(notes).toBe('No speaker was recognized in this file.');
	});

	it.each([
		['what somebody said', 'Mara: What did he say?\nJon said: "no way."\nMara: Hm.', [['Mara', 'What did he say?'], [null, 'Jon said: "no way."'], ['Mara', 'Hm.']]],
		['items of a list', '**Mara:** Shall we?\n\n**Jon:** These:\n\n- **Budget:** forty\n- **Timeline:** May\n\n**Mara:** Good.\n', [['Mara', 'Shall we?'], ['Jon', 'These:'], [null, '- Budget: forty'], [null, '- Timeline: May'], ['Mara', 'Good.']]],
		['tasks of people who speak', 'Mara: We go.\nJon: Yes.\nMara: Good.\n- Jon: write it\n', [['Mara', 'We go.'], ['Jon', 'Yes.'], ['Mara', 'Good.'], [null, '- Jon: write it']]],
		['numbered items', 'Mara: These:\n1. One: two\n2. Three: four\nJon: Yes.\nMara: Good.\nJon: Bye.', [['Mara', 'These:'], [null, '1. One: two'], [null, '2. Three: four'], ['Jon', 'Yes.'], ['Mara', 'Good.'], ['Jon', 'Bye.']]],
		['items with numbers in brackets', 'Mara: These:\n[1] One: two\n[2] Three: four\nJon: Yes.\nMara: Good.\nJon: Bye.', [['Mara', 'These:'], [null, '[1] One: two'], [null, '[2] Three: four'], ['Jon', 'Yes.'], ['Mara', 'Good.'], ['Jon', 'Bye.']]],
	])('among turns, names nobody: %s', async (_, text, turns) => {
		const { turns: found, notes } = await read(text, text.startsWith('*') ? 'x.md' : 'x.txt');
		expect(found).toEqual(turns);
		expect(notes).toMatch(/may be (?:a name|names) or part of what is said/);
	});

	it.each([
		['brackets', '[Mara Holt] Shall we?\n[Jon Pike] Yes.\n[Mara Holt] Good.', ['Mara Holt', 'Jon Pike']],
		['a recognizer', '[SPEAKER_00] Shall we?\n[SPEAKER_01] Yes.\n[SPEAKER_00] Good.', ['SPEAKER_00', 'SPEAKER_01']],
		['parentheses', '(Mara) Shall we?\n(Jon) Yes.\n(Mara) Good.', ['Mara', 'Jon']],
		['angle brackets', '<Mara> Shall we?\n<Jon> Yes.\n<Mara> Good.', ['Mara', 'Jon']],
		['a dash', 'Mara - Shall we?\nJon - Yes.\nMara - Good.', ['Mara', 'Jon']],
		['a tab', 'Mara\tShall we?\nJon\tYes.\nMara\tGood.', ['Mara', 'Jon']],
		['a time and a tab', '0:05\tMara\tShall we?\n0:09\tJon\tYes.\n0:12\tMara\tGood.', ['Mara', 'Jon']],
		['brackets in captions', 'WEBVTT\n\n00:01.000 --> 00:02.000\n[Mara] Shall we?\n\n00:03.000 --> 00:04.000\n[Jon] Yes.\n\n00:05.000 --> 00:06.000\n[Mara] Good.', ['Mara', 'Jon']],
	])('is not all that stands behind names: %s', async (_, text, [mara, jon]) => {
		expect((await read(text)).turns).toEqual([[mara, 'Shall we?'], [jon, 'Yes.'], [mara, 'Good.']]);
	});

	it.each(['[music]\nHello there.\n[laughs] Good.', '(laughs) Well.\n(coughs) Hm.\nAnd so on.', 'We met - as planned - on Monday.\nIt went well.'])('and brackets or dashes are no name where none recurs: %j', async (text) => {
		expect((await read(text)).turns.every(([speaker]) => speaker === null)).toBe(true);
	});
});

describe('what programs write around speech', () => {
	it.each([
		['the end of a meeting', 'Mara: Shall we?\nJon: Yes.\nMara: Good.\n\nMeeting ended after 00:06:12 👋\n', ['Meeting ended after 00:06:12 👋']],
		['notes of Fathom', '0:00 - Mara\n  Shall we?\nACTION ITEM: Send it\n\n0:04 - Jon\n  Yes.\nSCREEN SHARING: Jon started screen sharing - WATCH: https://fathom.example/2\n\n0:09 - Mara\n  Good.\n', ['ACTION ITEM: Send it', 'SCREEN SHARING: Jon started screen sharing - WATCH: https://fathom.example/2']],
		['a date', '2026年3月4日\n张三：Shall we?\n李四：Yes.\n张三：Good.', ['2026年3月4日']],
	])('is no speech: %s', async (_, text, furniture) => {
		const { turns, leftOut, title } = await read(text);
		expect(turns.map(([, said]) => said)).toEqual(['Shall we?', 'Yes.', 'Good.']);
		expect(leftOut).toEqual(furniture);
		expect(title).toBe('X');
	});

	it.each(['>> Good morning everybody.', 'We were just talking about the budget…', 'We were just talking about the budget'])('is not the first line, if somebody says it: %j', async (line) => {
		const { turns, title, notes } = await read(`${line}\nMARA: Shall we?\nJON: Yes.\nMARA: Good.\n`);
		expect(turns[0]).toEqual([null, line]);
		expect(title).toBe('X');
		expect(notes).toMatch(/^Line 1: text above the first speaker/);
	});

	it('keeps what stands under a heading between turns, as said by nobody known', async () => {
		const { turns, notes } = await read('**Mara:** Shall we?\n\n**Jon:** Yes.\n\n### Next: items\n\n- one thing\n- another\n\n**Mara:** Good.\n', 'x.md');
		expect(turns).toEqual([['Mara', 'Shall we?'], ['Jon', 'Yes.'], [null, '- one thing - another'], ['Mara', 'Good.']]);
		expect(notes).toMatch(/Line 7: text without a name/);
	});

	it.each([
		['in which no name comes twice', 'Mara Holt\n0:05\nShall we?\nJon Pike\n0:09\nYes.\nAda Quill\n0:12\nGood.', 'Ada Quill'],
		['for screen readers', 'MH\nMara Holt\n0 minutes 5 seconds\n0:05\nMara Holt 0 minutes 5 seconds\nShall we?\nJP\nJon Pike\n0 minutes 9 seconds\n0:09\nJon Pike 0 minutes 9 seconds\nYes.\nMH\nMara Holt\n0 minutes 12 seconds\n0:12\nMara Holt 0 minutes 12 seconds\nGood.', 'Mara Holt'],
		['that repeats names', 'Mara Holt\n0:05\nMara Holt\nShall we?\nJon Pike\n0:09\nJon Pike\nYes.\nMara Holt\n0:12\nMara Holt\nGood.', 'Mara Holt'],
	])('a copy of Teams %s', async (_, text, third) => {
		const { turns, times } = await read(text);
		expect(turns).toEqual([['Mara Holt', 'Shall we?'], ['Jon Pike', 'Yes.'], [third, 'Good.']]);
		expect(times).toEqual([5, 9, 12]);
	});

	it.each([
		['[04/03/2026, 10:00:05] Mara: Shall we?\n[04/03/2026, 10:00:09] Jon: Yes.\n[04/03/2026, 10:01:12] Mara: Good.', [0, 4, 67]],
		['04/03/2026, 10:00 - Mara: Shall we?\n04/03/2026, 10:01 - Jon: Yes.\n04/03/2026, 10:02 - Mara: Good.', [0, 60, 120]],
	])('times of day behind dates: %j', async (text, times) => {
		expect(await read(text)).toMatchObject({ times, turns: [['Mara', 'Shall we?'], ['Jon', 'Yes.'], ['Mara', 'Good.']] });
	});
});

describe('tables', () => {
	it.each([
		['a quote that is not closed', 'Start,Speaker,Text\n0:05,Mara,"Shall we?\n0:09,Jon,Yes.\n0:12,Mara,"Good, well."\n', [['Mara', 'Shall we?'], ['Jon', 'Yes.'], ['Mara', 'Good, well.']], /^Line 2: a quote that is not closed/],
		['a quote that is not opened, so that it is not clear who speaks', 'Start,Speaker,Text\n0:05,Mara,Shall we?\n0:09,Jon,Yes, all."\n0:12,Mara,Good.\n', [['Mara', 'Shall we?'], [null, 'Yes, all.'], ['Mara', 'Good.']], /^Line 3: a quote/],
		['a text of two lines', 'Start,Speaker,Text\n0:05,Mara,"Shall\nwe?"\n0:09,Jon,Yes.\n', [['Mara', 'Shall we?'], ['Jon', 'Yes.']], /^$/],
		['a name with a comma that nobody quoted', 'Speaker,Start,Text\nMara,0:05,Hello.\nPike, Jon,0:09,No.\n', [['Mara', 'Hello.'], ['Pike, Jon', 'No.']], /^$/],
		['a name of a column too few', 'time,Speaker,Transcript\n00:00:01,00:00:03,Mara,Shall we?\n00:00:03,00:00:05,Jon,Yes.\n', [[null, 'Mara,Shall we?'], [null, 'Jon,Yes.']], /^No speaker was recognized/],
		['a delimiter within a time', 'Start,End,Speaker,Text\n0:01,0:03,Mara,Shall we?\n0:03,0:,05,Jon,Yes.\n0:06,0:07,Mara,Good.\n', [['Mara', 'Shall we?'], [null, 'Jon,Yes.'], ['Mara', 'Good.']], /^Line 3: text without a name/],
		['a row that is cut, and no times', 'Speaker,Text\nMara,Shall we?\nJon,\nMara,Good.\n', [['Mara', 'Shall we?'], ['Mara', 'Good.']], /^Line 3: a turn without words.* no column with times/],
		['bars in Markdown', '| Time | Speaker | Text |\n|---|---|---|\n| 0:05 | Mara | Shall \\| we? |\n| 0:09 | Jon | Yes. |\n', [['Mara', 'Shall | we?'], ['Jon', 'Yes.']], /^$/],
	])('%s', async (_, text, turns, notes) => {
		const found = await read(text, 'x.csv');
		expect(found.turns).toEqual(turns);
		expect(found.notes).toMatch(notes);
	});

	it('cells beyond the columns are reported', async () => {
		expect((await read('| Speaker | Text | Time |\n|---|---|---|\n| Mara | Hello. | 0:05 | and more of it |\n', 'x.md')).leftOut).toEqual(['and more of it']);
	});
});

describe('JSON', () => {
	const word = (text: string, start: number, more: object = {}) => ({ text, word: text, punctuated_word: text, start, end: start + 0.5, ...more });
	const channels = [['Channel 1', 'Hello.'], ['Channel 2', 'Yes.']];
	const names = [['Mara Holt', 'Hello.'], ['Jon Pike', 'Yes.']];

	it.each([
		['Deepgram, a speaker in each of two channels', { results: { channels: [{ alternatives: [{ words: [word('Hello.', 0, { speaker: 0 })] }] }, { alternatives: [{ words: [word('Yes.', 1, { speaker: 0 })] }] }] } }, channels],
		['Deepgram, two speakers in a channel', { results: { channels: [{ alternatives: [{ words: [word('Hello.', 0, { speaker: 0 }), word('Hm.', 1, { speaker: 1 })] }] }, { alternatives: [{ words: [word('Yes.', 2, { speaker: 0 })] }] }] } }, [['Channel 1, Speaker 0', 'Hello.'], ['Channel 1, Speaker 1', 'Hm.'], ['Channel 2', 'Yes.']]],
		['Deepgram, utterances with channels alone', { results: { channels: [], utterances: [{ start: 0, end: 1, transcript: 'Hello.', channel: 0 }, { start: 1, end: 2, transcript: 'Yes.', channel: 1 }] } }, channels],
		['somebody who is not told apart in a channel', { utterances: [{ start: 0, end: 1, transcript: 'Hello.', channel: 0 }, { start: 1, end: 2, transcript: 'Hm.', channel: 0, speaker: 1 }, { start: 2, end: 3, transcript: 'Yes.', channel: 1 }] }, [['Channel 1', 'Hello.'], ['Channel 1, Speaker 1', 'Hm.'], ['Channel 2', 'Yes.']]],
		['ElevenLabs, two channels', { transcripts: [{ channel_index: 0, text: 'Hello.', words: [word('Hello.', 0, { speaker_id: 'speaker_0' })] }, { channel_index: 1, text: 'Yes.', words: [word('Yes.', 1, { speaker_id: 'speaker_0' })] }] }, channels],
		['WhisperX, two speakers in a segment', { segments: [{ start: 0, end: 3, text: ' Hello there. Yes.', speaker: 'A', words: [word('Hello', 0, { speaker: 'A' }), word('there.', 0.5), word('Yes.', 2, { speaker: 'B' })] }] }, [['Speaker A', 'Hello'], [null, 'there.'], ['Speaker B', 'Yes.']]],
		['Rev.ai, names apart', { speakers: [{ id: 0, name: 'Mara Holt' }, { id: 1, name: 'Jon Pike' }], monologues: [{ speaker: 0, elements: [{ type: 'text', value: 'Hello.', ts: 0 }] }, { speaker: 1, elements: [{ type: 'text', value: 'Yes.', ts: 1 }] }] }, names],
		['a map of names', { speakers: { A: 'Mara Holt', B: { name: 'Jon Pike' } }, utterances: [{ speaker: 'A', text: 'Hello.', start: 0, end: 900 }, { speaker: 'B', text: 'Yes.', start: 1000, end: 1900 }] }, names],
		['names of some people only, who may be others', { speakers: [{ id: 0, name: 'Mara Holt' }], segments: [{ speaker: 0, text: 'Hello.', start: 0 }, { speaker: 1, text: 'Yes.', start: 1 }] }, [['Speaker 0', 'Hello.'], ['Speaker 1', 'Yes.']]],
	])('%s', async (_, value, turns) => {
		expect((await read(JSON.stringify(value), 'x.json')).turns).toEqual(turns);
	});

	it('of Otter has times in samples', async () => {
		const { turns, times } = await read(JSON.stringify({ speech: { speakers: [{ id: 11, speaker_name: 'Mara Holt' }, { id: 12, speaker_name: 'Jon Pike' }], transcripts: [{ speaker_id: 11, transcript: 'Hello.', start_offset: 80_000, end_offset: 112_000 }, { speaker_id: 12, transcript: 'Yes.', start_offset: 144_000, end_offset: 160_000 }] } }), 'x.json');
		expect(turns).toEqual(names);
		expect(times).toEqual([5, 9]);
	});

	it('on one line is described by its entries', async () => {
		expect((await read('[{"text":"a","start":1},{"x":1},{"text":"b","start":2},{"y":2}]', 'x.json')).notes).toBe('Entries 2, 4: entries without text; they were left out. No speaker was recognized in this file.');
	});
});

it('keeps the encoding of a file with a damaged byte', () => {
	const bytes = Buffer.from('Zoë: Größe prüfen.\nRené: Ça va.\n');
	const { text, notes } = decode(Buffer.concat([bytes.subarray(0, 23), Buffer.from([0xff]), bytes.subarray(23)]));
	expect(text).toBe(bytes.toString());
	expect(notes).toEqual(['Line 2: bytes that are not UTF-8 were left out. Compare with the original.']);
});

it.each([
	['YAML', 'title: Weekly\nsegments:\n  - speaker: Mara\n    text: Shall we begin?\n  - speaker: Jon\n    text: Yes please.', 'a YAML file'],
	['a log', '2026-03-04T10:00:00Z INFO server: started\n2026-03-04T10:00:01Z WARN server: slow', 'a log'],
	['a system log', 'Mar  4 10:00:00 host sshd[123]: Accepted key\nMar  4 10:00:01 host cron[12]: job started', 'a log'],
	['LaTeX', '\\documentclass{article}\n\\begin{document}\nHello: world', 'a LaTeX document'],
	['a diff', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-hello: a', 'a list of changes (diff)'],
	['a contact', 'BEGIN:VCARD\nFN:Mara Holt\nEND:VCARD', 'a contact card (vCard)'],
	['RTTM', 'SPEAKER call 1 0.50 2.30 <NA> <NA> spk0 <NA> <NA>', 'a list of speakers without words (RTTM)'],
	['settings', '[main]\nname = Mara\nhost: example', 'a settings file (INI, TOML)'],
	['Python', 'import os\n\ndef main(args):\n    """Doc: this."""\n    print(args)', 'a program'],
])('refuses %s by its name', async (_, text, name) => {
	await expect(parseMeeting(text, 'x.txt')).rejects.toThrow(`line 1: this is ${name}; export the transcript as WebVTT, SRT, JSON or text`);
});

it.each([
	['a label of many words', 'Cllr. Petrov: Seconded.\nMember of the public: I object.\nThe Mayor: Carried.', [['Cllr. Petrov', 'Seconded.'], [null, 'Member of the public: I object.'], ['The Mayor', 'Carried.']]],
	['a blank before the colon', 'Cllr. Petrov: Seconded.\nThe Mayor : Carried.', [['Cllr. Petrov', 'Seconded.'], ['The Mayor', 'Carried.']]],
	['an article before a word of German', 'Cllr. Petrov: Seconded.\nDas Thema: So.\nThe Mayor: Carried.', [['Cllr. Petrov', 'Seconded.'], [null, 'Das Thema: So.'], ['The Mayor', 'Carried.']]],
	['a non-breaking space before the colon', 'Cllr. Petrov: Seconded.\nThe Mayor\u00A0: Carried.', [['Cllr. Petrov', 'Seconded.'], ['The Mayor', 'Carried.']]],
])('a line of a short meeting with %s is not part of the turn above', async (_, lines, said) => {
	const { turns, notes } = await read(`The Mayor: Good evening.\n${lines}`);
	expect(turns).toEqual([['The Mayor', 'Good evening.'], ...said]);
	expect(/“(?:Member of the public|Das Thema)” may be a name/.test(notes)).toBe(/Member|Das/.test(lines));
});

it('names that recur among a list of points are in doubt', async () => {
	const points = ['Costs rise', 'Parking', 'Lights', 'Trees', 'Roads', 'Signs'].map((point, at) => `${point}: item ${at} of the list.\nIt is as before.`);
	const { turns, notes } = await read(['Cllr. Petrov: I move it.', ...points, 'Cllr. Petrov: I move that, too.'].join('\n'));
	expect(turns.every(([speaker]) => speaker === null)).toBe(true);
	expect(notes).toBe('Lines 1, 14: “Cllr. Petrov” may be names or part of what is said; nobody is named as the speaker. No speaker was recognized in this file.');
});

const SAID = [['Mara Holt', '0:05', 'Shall we go on with it?'], ['Jon Pike', '0:09', 'Yes, all of us.'], ['Mara Holt', '0:12', 'The offer is out.'], ['Jon Pike', '0:17', 'Good to know that.'], ['Mara Holt', '0:21', 'And that is all.'], ['Jon Pike', '0:25', 'See you.']] as const;

/** Files with a name and a time above each turn, a name before a colon, a time as well, only a time, and a name above. */
const WRITTEN: readonly ((name: string, time: string, words: string) => string)[] = [(name, time, words) => `${name}  ${time}\n${words}`, (name, _, words) => `${name}: ${words}`, (name, time, words) => `[${time}] ${name}: ${words}`, (_, time, words) => `[${time}] ${words}`, (name, _, words) => `${name}\n${words}`];

/** What a line below the third turn is in each of the files: `on` with the turn, `?` nobody’s, `out` left out, `-` no line. What is changed is behind the sign. */
async function inEach(line: string): Promise<string> {
	const found = WRITTEN.map(async (write) => {
		const turns = SAID.map(([name, time, words]) => write(name, time, words));
		const { segments, leftOut } = await parseMeeting(`${turns.slice(0, 3).join('\n\n')}\n${line}\n\n${turns.slice(3).join('\n\n')}`, 'x.txt');
		const at = segments.findIndex(({ text }) => text.startsWith('The offer is out.'));
		const [third, next] = segments.slice(at);
		if (third?.text !== 'The offer is out.') return 'on';
		if (next?.text === 'Good to know that.') return leftOut.length > 0 ? 'out' : '-';
		return next?.speaker == null ? `?${next?.text === line.trim() ? '' : next?.text}` : `${next.speaker}: ${next.text}`;
	});
	return (await Promise.all(found)).join(' | ');
}

it.each([
	['Mara Holt', '? | ? | ? | on | ?'],
	['Mara Holt:', '? | out | out | on | ?'],
	['Mara Holt and on', 'on | ? | ? | on | on'],
	['Mara Holt - so', '? | ? | ? | on | ?'],
	['Ada Quill', 'on | on | on | on | on'],
	['Ada Quill  0:14', 'out | out | out | on | out'],
	['Ada Quill (0:14)', 'out | out | out | on | out'],
	['Ada Quill (0:14) yes', '?yes | ? | ? | on | ?'],
	['ada (0:14) yes', 'on | on | on | on | on'],
	['ada  0:14', 'on | on | on | on | on'],
	['ada: yes', 'on | ? | on | on | on'],
	['- and who?', 'on | on | on | on | on'],
	['- And who?', 'on | ? | ? | on | on'],
	['[Ada Quill] And who?', '? | ? | ? | on | ?'],
	['so [Ada Quill] who?', 'on | on | on | on | on'],
	['[laughs] And who?', 'on | on | on | on | on'],
	['Ada Quill: And who?', '? | Ada Quill: And who? | ? | on | ?'],
	['[0:14 x] And who?', '? | on | ? | on | on'],
	['Mara Holt 0:1x', 'out | ? | out | on | on'],
	['Mara Holt 0:1x And who?', 'Mara Holt: And who? | ? | Mara Holt: And who? | on | on'],
	['Mara Holt 0:14: And who?', 'Mara Holt: And who? | ? | Mara Holt: And who? | on | on'],
	['[0:1x] And who?', '?And who? | on | ?And who? | ?And who? | on'],
	['0:14', 'out | - | - | - | -'],
	['## Costs', 'out | out | out | out | out'],
	['; And who?', '? | ? | ? | on | ?'],
	['\nMara Holt and on', '? | ? | ? | on | ?'],
	['\nAda Quill', '? | ? | ? | on | ?'],
	['\nada (0:14) yes', '?yes | ? | ? | on | ?'],
	['\nada  0:14', 'out | ?ada 0:14 | ?ada 0:14 | on | ?ada 0:14'],
	['\nada: yes', '? | ada: yes | ? | on | ?'],
	['## Costs\nAnd who?', '?And who? | ?And who? | ?And who? | ?And who? | ?And who?'],
	['Mara Holt\nAnd who?', '?Mara Holt And who? | ?Mara Holt And who? | ?Mara Holt And who? | on | ?Mara Holt And who?'],
	['\nMara Holt\nAnd who?', 'Mara Holt: And who? | ?Mara Holt And who? | ?Mara Holt And who? | on | Mara Holt: And who?'],
	['Mara Holt and on - so', 'on | ? | ? | on | on'],
	['- And who?\nIt is Jon - I guess', 'on | ?- And who? It is Jon - I guess | ?- And who? It is Jon - I guess | on | on'],
	['so we go - And who?', 'on | on | on | on | on'],
	['\nAda  0:14', 'out | ?Ada 0:14 | ?Ada 0:14 | on | ?Ada 0:14'],
	['\n[0:14 x] And who?', '? | ? | ? | on | ?'],
	['\nand who?', '? | ? | ? | on | ?'],
])('a line is, in files with headers, labels, times and labels, times, and names: %j', async (line, expected) => {
	expect(await inEach(line)).toBe(expected);
});
