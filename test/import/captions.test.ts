import { parseMeeting } from '../../sandbox/import/index.ts';

const read = async (text: string, filename: string) => {
	const { title, segments, leftOut, notes } = await parseMeeting(text, filename);
	return { title, turns: segments.map(({ speaker, text: said }) => [speaker, said]), times: segments.map(({ startMs, endMs }) => [startMs / 1000, endMs / 1000]), leftOut, notes: notes.join(' ') };
};

const UNREADABLE = 'Line 5: a time that cannot be read; the text was kept, after the text before it.';
const ARROW = 'Line 5: an arrow between times that is not written -->; it was read as one.';
/** A second caption, with this line of times. */
const below = (line: string): string => `1\n00:00:01.000 --> 00:00:02.000\nMara: Hi.\n\n${line}\nMara: Hello.\n`;

it.each<[line: string, start: number, end: number, note?: string]>([
	['00:00:03.000 --> 00:00:04.000', 3, 4],
	['2 00:00:03,000 --> 00:00:04,000', 3, 4],
	['999999 00:03 --> 00:04', 3, 4],
	['0:00:03.000,0:00:04.000', 3, 4],
	['000:00:03.5,100:00:04.25', 3.5, 360_004.25],
	['  00:00:03,000   -->   00:00:04,000 X1:10 X2:20 Y1:5 Y2:6', 3, 4],
	['00:03.000 --> 00:04.000 region:a vertical:rl line:0 position:5% size:50% align:start', 3, 4],
	['00:03.000 --> 00:04.000 D:vertical L:50% T=5% S:9 A:start', 3, 4],
	['00:03 -> 00:04', 3, 4, ARROW],
	['00:03--->00:04', 3, 4, ARROW],
	['00:03–>00:04', 3, 4, ARROW],
	['00:03 → 00:04', 3, 4, ARROW],
	['00:00:03.000 -- 00:00:04.000', 3, 4, ARROW],
	['00:00:03.000--00:00:04.000', 3, 4, ARROW],
	['00:00:03.000 00:00:04.000', 3, 4, ARROW],
	['00:00:03,000 – 00:00:04,000', 3, 4, ARROW],
	['00:00:03.000 > 00:00:04.000', 3, 4, ARROW],
	['00:00:03,000', 3, 3, UNREADABLE],
	['00:00:03.000 -->', 3, 3, UNREADABLE],
	['00:00:03.000 --> 00:00:xx.000', 3, 3, UNREADABLE],
	['00:00:O3.000 --> 00:00:04.000', 2, 4, UNREADABLE],
	['--> 00:00:04.000', 2, 4, UNREADABLE],
	['03.000 --> 00:00:04.000', 2, 4, UNREADABLE],
	['00:00:0x.000 --> 00:00:0x.000', 2, 2, UNREADABLE],
	['00:00:0x.000 00:00:04.000', 2, 4, UNREADABLE],
	['00:00:03.00x', 2, 2, UNREADABLE],
	['000.40:00:00 >-- 000.30:00:00', 2, 2, UNREADABLE],
])('has the times of a caption: %s', async (line, start, end, note = '') => {
	expect(await read(below(line), 'x.srt')).toEqual({ title: 'X', turns: [['Mara', 'Hi.'], ['Mara', 'Hello.']], times: [[1, 2], [start, end]], leftOut: [], notes: note });
});

it.each(['We go at 00:03 --> 00:04', '00:03 --> so', 'so --> 00:04', '3 --> 4', '12 → 13', 'a:b -> c:d', '10:30', '10:30, 11:30', '10:3:, 1', '5m -> 6m', '10:30 -> I think', '1 > 0', '10:30 -> noon', '1:2:3', `${'1'.repeat(20)} --> 00:04`, `${'so '.repeat(20)}--> 00:04`, 'a0:00:03.000,0:00:04.000', '0:00:03.000,0:00:04.000b', 'at 00:00:03.000 00:00:04.000', '00:00:03.000 00:00:04.000 so'])('is what somebody says in a caption: %s', async (line) => {
	expect((await read(below(line), 'x.srt')).turns[0]).toEqual(['Mara', `Hi. ${line}`]);
});

const cue = (second: number, text: string, above = ''): string => `${above}00:0${second}.000 --> 00:0${second}.500\n${text}\n`;
const CUES = [cue(1, 'Mara: Hi.'), cue(2, 'Jon: Yes.'), cue(3, 'Mara: Bye.')].join('\n');
const TURNS = [['Mara', 'Hi.'], ['Jon', 'Yes.'], ['Mara', 'Bye.']];

it.each<[what: string, text: string, title: string, leftOut?: string[]]>([
	['what YouTube writes', 'WEBVTT\nKind: captions\nLanguage: en\nStyle:\n::cue(c) { color: red;\n }\n  color: red;\n##\n\n', 'X'],
	['what streams have', 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\nRegion: id=a\n\n', 'X'],
	['styles and regions', 'WEBVTT Weekly\n\nSTYLE\n::cue(b) { color: red; }\nmore of it\n\nREGION\nid:a\nwidth:40%\n\n', 'Weekly'],
	['a title behind a dash', 'WEBVTT – Weekly   sync\n', 'Weekly sync'],
	['empty lines', '\n\nWEBVTT\n', 'X'],
	['comments', 'WEBVTT Weekly\n\nNOTE\ntwo lines\nof it\n\nNOTE one\n\n', 'Weekly', ['two lines of it', 'one']],
	['a comment on who made it', 'WEBVTT\n\nNOTE Automatically transcribed with a program\n\nNOTE made by me\n\nNOTE Weekly sync\n\n', 'Weekly sync', ['Automatically transcribed with a program', 'made by me']],
	['a title in a comment', 'WEBVTT\n\nNOTE Duration: 5\n\nNOTE Weekly   sync\n\n', 'Weekly sync', ['Duration: 5']],
	['a title with its name', 'WEBVTT\n\nNOTE by hand\n\nNOTE Title: Weekly sync\n\n', 'Weekly sync', ['by hand']],
	['a title in the header', 'WEBVTT\ntitle = Weekly sync\nAuthor: Mara\n\n', 'Weekly sync', ['Author: Mara']],
	['words that are no title', 'WEBVTT\nSubtitle: Weekly\nKindly: so\nsee ##\nso language: en\nmy WEBVTT - so\na {b} c\n\nNOTES\n\nSTYLES\n\nREGIONAL\n\nNOTE\n\nmy STYLE\n\n', 'X', ['Subtitle: Weekly', 'Kindly: so', 'see ##', 'so language: en', 'my WEBVTT - so', 'a {b} c', 'NOTES', 'STYLES', 'REGIONAL', 'my STYLE']],
	['words above SubRip', 'Weekly sync\n\nNOTE by hand\n\n', 'X', ['Weekly sync', 'NOTE by hand']],
])('a caption file may begin with %s', async (_, top, title, leftOut = []) => {
	expect(await read(`${top}${CUES}`, 'x.srt')).toMatchObject({ title, turns: TURNS, leftOut, notes: '' });
});

it.each<[top: string, title: string, startedAt: string | null, leftOut: readonly string[]]>([
	['WEBVTT\n\nNOTE recorded 2026-10-12\n\n', 'X', '2026-10-12T12:00', ['recorded 2026-10-12']],
	['WEBVTT\n\nNOTE 12 October 2026\n\nNOTE Weekly\n\n', 'Weekly', '2026-10-12T12:00', ['12 October 2026']],
	['WEBVTT\n\nNOTE\nDate: 12 October 2026, 9:30\n\n', 'X', '2026-10-12T09:30', ['Date: 12 October 2026, 9:30']],
	['WEBVTT – 12 October 2026\n\n', 'X', '2026-10-12T12:00', ['12 October 2026']],
	['WEBVTT Weekly sync 12 October 2026\n\n', 'Weekly sync 12 October 2026', '2026-10-12T12:00', []],
	['WEBVTT\n\nNOTE the next is on 2026-10-12\n\n', 'the next is on 2026-10-12', null, []],
	['Recorded on 12 October 2026\n\n', 'X', '2026-10-12T12:00', ['Recorded on 12 October 2026']],
])('a date above captions is when they were said, and no title: %j', async (top, title, startedAt, leftOut) => {
	const meeting = await parseMeeting(`${top}${CUES}`, 'x.srt');
	expect(meeting).toMatchObject({ title, startedAt: startedAt === null ? null : Date.parse(startedAt), leftOut });
});

it('a comment between captions is left out, and no title', async () => {
	expect(await read(`WEBVTT\n\n${CUES}\nNOTE all\nof it\n\n${cue(4, 'Jon: Well.')}\n`, 'x.vtt')).toMatchObject({ title: 'X', turns: [...TURNS, ['Jon', 'Well.']], leftOut: ['all of it'] });
});

const four = (...ids: string[]): string => ids.map((id, index) => cue(index + 1, `Hi ${index}`, `${id}\n`)).join('\n');
const speakers = (...names: (string | null)[]) => names.map((name, index) => [name, `Hi ${index}`]);

it.each<[what: string, text: string, turns: unknown[][], leftOut?: string[]]>([
	['Webex’s names', `WEBVTT\n\n${four('1 "Mara Holt" (123)', '20 " Jon Pike "', 'x 3 "Mara Holt"')}`, speakers('Mara Holt', 'Jon Pike', null), ['x 3 "Mara Holt"']],
	['names that recur', `WEBVTT\n\n${four('Mara', 'Jon', 'Mara', 'Jon')}`, speakers('Mara', 'Jon', 'Mara', 'Jon')],
	['a name among numbers', `WEBVTT\n\n${four('Mara', 'Jon', 'Mara', '4', 'Jon')}`, speakers('Mara', 'Jon', 'Mara', null, 'Jon')],
	['mostly numbers', `WEBVTT\n\n${four('Mara', 'Mara', 'Mara', '4', '5', '6')}`, speakers(null, null, null, null, null, null)],
	['too few to recur', `WEBVTT\n\n${four('Mara', 'Mara')}`, speakers(null, null)],
	['names with numbers', `WEBVTT\n\n${four('Mara 1', 'Jon 2', '1 Mara', 'Mara 1', 'Jon 2', '1 Mara')}`, speakers('Mara 1', 'Jon 2', '1 Mara', 'Mara 1', 'Jon 2', '1 Mara')],
	['words', `WEBVTT\n\n${four('part 1', 'part 2', 'part 3', 'part 4')}`, speakers(null, null, null, null), ['part 1', 'part 2', 'part 3', 'part 4']],
	['codes', `WEBVTT\n\n${four('c-1/a{x}.y:z', 'c-2/a{x}.y:z', 'c-3', 'c-4')}`, speakers(null, null, null, null)],
	['a word below the header', `WEBVTT\nso\n${cue(1, 'Hi')}`, [[null, 'Hi']], ['so']],
	['words with a code below the header', `WEBVTT\nso c-1\n${cue(1, 'Hi')}`, [[null, 'Hi']], ['so c-1']],
	['a code with words below the header', `WEBVTT\nc-1 so\n${cue(1, 'Hi')}`, [[null, 'Hi']], ['c-1 so']],
	['a code below the header', `WEBVTT\nc-1\n${cue(1, 'Hi')}`, [[null, 'Hi']]],
	['numbers, and no empty lines', '1\n00:01.000 --> 00:02.000\nHi\n2\n00:03.000 --> 00:04.000\nYes\n7\n00:05.000 --> 00:06.000\nSo\n8\n00:07.000 --> 00:08.000\nBye\n5\n00:09.000 --> 00:10.000\nBye bye\n', [[null, 'Hi'], [null, 'Yes 7'], [null, 'So 8'], [null, 'Bye'], [null, 'Bye bye']]],
	['a number that is said', `${cue(1, 'Hi')}12\n${cue(2, 'Yes')}`, [[null, 'Hi 12'], [null, 'Yes']]],
	['no times', `${cue(1, 'Hi', '1\n')}\n2\nYes\n\n4\nSo\n\n9\nwell\n\nWell\n8\nBye`, [[null, 'Hi'], [null, 'Yes'], [null, 'So 9 well Well 8 Bye']]],
	['no text', `${cue(1, 'Hi', '1\n')}\n2\n\n${cue(3, 'Yes', '3\n')}\n4\n00:04.000 --> x\n\n`, [[null, 'Hi'], [null, 'Yes']]],
	['text below an empty line', `${cue(1, '')}\nwe go on\n${cue(2, 'Yes')}`, [[null, 'we go on'], [null, 'Yes']]],
	['a code below an empty line', `${cue(1, '')}\nc-12\n${cue(2, 'Yes')}`, [[null, 'Yes']]],
	['settings alone', `WEBVTT\n\n00:01.000 --> 00:02.000 align:start\n\n${cue(2, 'Yes')}`, [[null, 'Yes']]],
])('captions may have above them: %s', async (_, text, turns, leftOut = []) => {
	expect(await read(text, 'x.srt')).toMatchObject({ turns, leftOut });
});

it('times that cannot be are mended, and noted by their lines', async () => {
	expect(await read('WEBVTT\n\n-00:01.000 --> 00:02.000\nMara: Hi.\n\n168:00:00.001 --> 168:00:02.000\nJon: Yes.\n\n00:05.000 --> 168:00:00.001\nMara: Well.\n\n168:00:00.000 --> 168:00:00.000\nJon: So.\n\n168:00:00.000 --> 00:02.000\nJon: Ok.\n\n00:09.000 -> x\n\n', 'x.vtt')).toMatchObject({
		times: [[0, 2], [2, 2], [5, 5], [604_800, 604_800], [604_800, 604_800]],
		notes: 'Line 3: a time before the start of the recording; it was set to the start. Line 6: a time more than a week after the start; it was ignored. Line 15: a caption that ends before it starts; its text was kept.',
	});
});

it('a file without line breaks has captions within its lines', async () => {
	expect(await read('1 00:00:01,000 --> 00:00:02,000 Mara: Hello. 20 00:00:03,000 --> 00:00:04,000 Jon: No. 00:00:05.000--> 00:00:06.000 Mara: Bye.', 'x.srt')).toMatchObject({ turns: [['Mara', 'Hello.'], ['Jon', 'No.'], ['Mara', 'Bye.']], times: [[1, 2], [3, 4], [5, 6]] });
});

it.each<[text: string, turn: unknown[], quote?: string]>([
	['<v Mara Hi.', [null, 'Mara Hi.'], '<v Mara Hi.'],
	['<v Mara <i>Hi</i>.', [null, 'Mara Hi.'], '<v Mara'],
	['<vMara>Hi.', [null, '<vMara>Hi.'], '<vMara>'],
	['<v4>Hi.', [null, '<v4>Hi.'], '<v4>'],
	[' v Mara Holt>Hi.', [null, 'v Mara Holt>Hi.'], 'v Mara Holt>'],
	['so v Mara> Hi.', [null, 'so v Mara> Hi.']],
	['<via>Hi.', [null, '<via>Hi.']],
	['{"text":"Hi.","speaker":"Mara"}', ['Mara', 'Hi.']],
	['{"x":1}', [null, '{"x":1}']],
	['Hi[br]there', [null, 'Hi there']],
	['<c>a</c> <c.yellow.bg>b</c>', [null, 'a b']],
	['<i>a</i><b>b</b><u>c</u><s>d</s>', [null, 'abcd']],
	['<ruby>a<rt>b</rt></ruby> <EM>c</EM><strong>d</strong>', [null, 'ab cd']],
	['<lang en-GB>a</lang><font color="red">b</font><span.x>c</span><p>d</p><div>e</div>', [null, 'abcde']],
	['a<br>b<br/>c<br />d', [null, 'a b c d']],
	['a<00:00:01.500>b<0:2>c', [null, 'abc']],
	['<3> <i think> <think> <y x> <c.a b> <:> </toolong', [null, '<3> <i think> <think> <y x> <c.a b> <:> </toolong']],
	['a</v', [null, 'a']],
	['a</i b</b<i>c</i>', [null, 'a bc']],
	['<V.loud.x  Mara &amp; Jon >Hi.</V>', ['Mara & Jon', 'Hi.']],
	['<v.loud>Hi.', [null, 'Hi.']],
	['<v Mara>Hi. </i>Yes.', ['Mara', 'Hi. Yes.']],
	['<v Mara>Hi. </var>Yes.</var', ['Mara', 'Hi. </var>Yes.']],
	['{\\an8}a\\Nb{x}', [null, 'a b{x}']],
	['so \\N d:\\Nab\\Nc', [null, 'so \\N d:\\Nab\\Nc']],
	['so \\N b', [null, 'so \\N b']],
	['&lt;b&gt; AT&T', [null, '<b> AT&T']],
])('within captions: %s', async (text, turn, quote = '') => {
	const { turns, notes } = await read(`WEBVTT\n\n${cue(1, text)}\n${cue(2, '<v Jon>Yes.</v>')}`, 'x.vtt');
	expect(turns).toEqual([turn, ['Jon', 'Yes.']]);
	expect(notes.includes('may be a name') ? /“(.*)”/.exec(notes)?.[1] : '').toBe(quote);
});

it.each(['<v Mara>Hi. <v>Yes.', '<v Mara>Hi. </v>Yes.', '<v Mara>Hi.</v Yes.', '<v Mara>Hi.</v\nYes.'])('a voice ends where its tag does: %j', async (text) => {
	expect(await read(`WEBVTT\n\n${cue(1, text)}`, 'x.vtt')).toMatchObject({ turns: [['Mara', 'Hi.'], [null, 'Yes.']], notes: 'Line 3: text without a name at a place where others have one; nobody is named as its speaker.' });
});

/** Captions of a second each, one after the other, and so many seconds between them. */
const captions = (texts: readonly string[], pause = 0): string => `WEBVTT\n\n${texts.map((text, index) => `00:${10 + index * (1 + pause)}.000 --> 00:${11 + index * (1 + pause)}.000\n${text}\n`).join('\n')}`;
const ten = Array.from({ length: 5 }, () => ['Mara\nHi.', 'Jon\nYes.']).flat();

it.each<[what: string, texts: string[], turns: (readonly [string | null, string])[], note?: RegExp]>([
	['names', ['Mara Holt\nHi.', 'Jon Pike\nYes.\nso', 'Mara Holt\nBye.'], [['Mara Holt', 'Hi.'], ['Jon Pike', 'Yes. so'], ['Mara Holt', 'Bye.']]],
	['a name in two captions', ['Mara Holt\nHi.', 'Dr. Pike\nYes.'], [['Mara Holt', 'Hi.'], ['Dr. Pike', 'Yes.']]],
	['a name in one caption', ['Mara Holt\nHi.'], [[null, 'Mara Holt Hi.']], /^No speaker/],
	['names in small letters that recur', ['mara\nHi.', 'jon\nYes.', 'mara\nBye.', 'jon\nOk.'], [['mara', 'Hi.'], ['jon', 'Yes.'], ['mara', 'Bye.'], ['jon', 'Ok.']]],
	['words in small letters', ['mara\nHi.', 'jon\nYes.', 'ben\nBye.'], [[null, 'mara Hi.'], [null, 'jon Yes.'], [null, 'ben Bye.']], /^No speaker/],
	['sentences that recur', ['it is.\nHi', 'so it is.\nYes', 'it is.\nHi', 'so it is.\nYes'], [[null, 'it is. Hi'], [null, 'so it is. Yes'], [null, 'it is. Hi'], [null, 'so it is. Yes']], /^No speaker/],
	['a name in small letters among others', ['Mara Holt\nHi.', 'Jon Pike\nYes.', 'ben\nBye.', 'Ada Lind\nSo.', 'Bo Ek\nHm.'], [['Mara Holt', 'Hi.'], ['Jon Pike', 'Yes.'], ['ben', 'Bye.'], ['Ada Lind', 'So.'], ['Bo Ek', 'Hm.']], /^Line 11: “ben” was read as a speaker, who speaks only once/],
	['names twice', ['Mara Holt\nMara Holt\nHi.', 'Jon Pike\nYes.\nJon Pike'], [['Mara Holt', 'Hi.'], ['Jon Pike', 'Yes.']]],
	['names, but for one', [...ten, 'so we go'], [[null, 'so we go']], /^Line 43: text without a name/],
	['names, but for two', [...ten, 'so we go', 'and on'], [[null, 'so we go'], [null, 'and on']], /^No speaker/],
	['names, but for two without words', [...ten, '', ''], []],
	['names, and no words below one', [...ten, 'Mara'], [], /^Line 43: a turn without words/],
	['names, one of which is cut', [...ten, 'Mar\nno'], [[null, 'Mar no']], /^Line 43: “Mar” may be a name/],
])('captions have on their first lines %s', async (_, texts, turns, note = /^$/) => {
	const { turns: found, notes } = await read(captions(texts), 'x.vtt');
	expect(texts.length > 10 ? found.slice(10) : found).toEqual(turns);
	expect(notes).toMatch(note);
});

it.each<[texts: string[], turns: (readonly [string | null, string])[], notes?: string]>([
	[['Mara: Hi', 'Jon: Yes', 'Mara: so', 'Jon ; no', 'Jon: ok'], [['Mara', 'Hi'], ['Jon', 'Yes'], ['Mara', 'so'], [null, 'Jon ; no'], ['Jon', 'ok']]],
	[['Mara: Hi', 'Mara: Yes', 'Jon: so', 'and on', 'well', 'Mara: ok'], [['Mara', 'Hi'], ['Mara', 'Yes'], ['Jon', 'so'], [null, 'and on'], [null, 'well'], ['Mara', 'ok']]],
	[['<v Ada>a</v>', 'Mara: Hi', 'so', 'Jon: ok', 'well'], [['Ada', 'a'], ['Mara', 'Hi'], [null, 'so'], ['Jon', 'ok'], [null, 'well']]],
	[['Mara: Hi', 'so', 'Jon ; no', 'Jon: ok', 'well', 'Mara: ok\nJon | no'], [['Mara', 'Hi'], ['Mara', 'so'], [null, 'Jon ; no'], ['Jon', 'ok'], ['Jon', 'well'], ['Mara', 'ok'], [null, 'Jon | no']]],
	[['Mara: Hi', 'Jon: Yes', 'Mara: so', 'Jon: ok', 'Mar: no', 'Mara: ok'], [['Mara', 'Hi'], ['Jon', 'Yes'], ['Mara', 'so'], ['Jon', 'ok'], [null, 'Mar: no'], ['Mara', 'ok']]],
	[['Mara:\nJon: Hi', 'Mara: ok', 'Jon: so'], [[null, 'Mara:'], ['Jon', 'Hi'], ['Mara', 'ok'], ['Jon', 'so']]],
	[['Mara: Hi', 'so', 'Jon: ok', 'well', '- no', 'Mara: so'], [['Mara', 'Hi'], ['Mara', 'so'], ['Jon', 'ok'], ['Jon', 'well'], [null, 'no'], ['Mara', 'so']]],
	[['Mara: Hi\nJon:\nYes', 'Mara: ok', 'Jon: so'], [['Mara', 'Hi'], ['Jon', 'Yes'], ['Mara', 'ok'], ['Jon', 'so']]],
	[['Mara: Hi', 'Jon:', 'well', 'Mara: ok', 'Jon: so'], [['Mara', 'Hi'], [null, 'well'], ['Mara', 'ok'], ['Jon', 'so']]],
	[['>> MARA: Hi.', 'So.', '>> SPEAKER 2: I do.', '>> Yes.'], [['MARA', 'Hi.'], ['MARA', 'So.'], ['SPEAKER 2', 'I do.'], [null, 'Yes.']], 'Line 6: a caption without a name; its speaker is the one named before. Line 12: text without a name at a place where others have one; nobody is named as its speaker.'],
	[['So.', '>> Speaker 2: I do.', 'Yes.'], [[null, 'So.'], ['Speaker 2', 'I do.'], ['Speaker 2', 'Yes.']], 'Line 3: text without a name at a place where others have one; nobody is named as its speaker. Line 9: a caption without a name; its speaker is the one named before.'],
	[['- Hi.\n- Yes.', '-So.\n- Well - ok.', '>>> One.\nand on'], [[null, 'Hi.'], [null, 'Yes.'], [null, 'So.'], [null, 'Well - ok.'], [null, 'One. and on']], 'No speaker was recognized in this file.'],
	[['Hi.\n- Yes.', 'so - well\n- ok'], [[null, 'Hi. - Yes.'], [null, 'so - well - ok']]],
	[['<v Mara> </v><v Jon>Yes.</v>', 'so'], [['Jon', 'Yes.'], [null, 'so']]],
])('captions name who speaks: %j', async (texts, turns, notes = expect.anything()) => {
	const { turns: found, notes: noted } = await read(captions(texts), 'x.vtt');
	expect(found).toEqual(turns);
	expect([noted]).toEqual([notes]);
});

it.each<[what: string, texts: string[], turns: string[]]>([
	['lines', ['so the first', 'so the first\nitem  is here', 'item is here\nand then on'], ['so the first', 'item is here', 'and then on']],
	['lines that are wrapped anew', ['so the first', 'so the\nfirst item', 'so the\nfirst item is'], ['so the first', 'item', 'is']],
	['a line that grows', ['a b', 'a b c d', 'a b c d e f', 'a b c d e f'], ['a b', 'c d', 'e f']],
	['three lines', ['a b\nc d\ne f', 'e f\ng h\ni j', 'i j\nk l\nm n'], ['a b c d e f', 'g h i j', 'k l m n']],
	['lines of a voice', ['<v Mara>Hi there</v>', '<v Mara>Hi there\nand so</v>', '<v Mara>and so\nwe go</v>'], ['Hi there', 'and so', 'we go']],
	['lines of one word', ['no', 'no\nwell', 'well\nso'], ['no', 'well', 'so']],
	['lines among as many that do not', ['a b', 'a b\nc d', 'c d\ne f', 'x', 'y', 'z'], ['a b', 'c d', 'e f', 'x', 'y', 'z']],
])('captions that roll say once: %s', async (_, texts, turns) => {
	const { turns: found, times } = await read(captions(texts), 'x.vtt');
	expect(found).toEqual(turns.map((said) => [texts[0]?.startsWith('<v') ? 'Mara' : null, said]));
	expect(times.map(([start]) => start)).toEqual([10, 11, 12, 13, 14, 15].slice(0, turns.length));
});

it.each<[what: string, texts: string[], pause?: number]>([
	['after a pause', ['Hi there', 'Hi there\nand so', 'and so\nwe go'], 1],
	['by another voice', ['<v Mara>Hi there</v>', '<v Jon>Hi there\nand so</v>', '<v Mara>and so\nwe go</v>']],
	['as one word', ['ok', 'ok', 'ok', 'well']],
	['within words', ['a b', 'a bc d', 'a bc de f']],
	['now and then', ['a b', 'a b\nc d', 'c d\nx', 'y', 'z', 'w', 'v', 'u', 't']],
	['once', ['a b', 'a b\nc d']],
	['nothing', ['a b', '', '', 'c d']],
])('captions that repeat are kept where they do so %s', async (_, texts, pause = 0) => {
	expect((await read(captions(texts, pause), 'x.vtt')).turns.map(([, said]) => said)).toEqual(texts.map((text) => text.replace(/<[^>]*>/g, '').replace('\n', ' ')).filter((text) => text !== ''));
});

const ttml = (body: string, attributes = '', head = ''): string => `<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml" ${attributes}>\n<head><metadata><ttm:title>Weekly\n sync</ttm:title>${head}</metadata></head>\n<body><div>\n${body}\n</div></body></tt>`;
const agent = (id: string, name: string): string => `<ttm:agent xml:id="${id}"><ttm:name>${name}</ttm:name></ttm:agent>`;

it.each<[body: string, times: number[][], attributes?: string]>([
	['<p begin="1.5s" end="2s">a</p>', [[1.5, 2]]],
	['<p begin="1h" dur="1m">a</p><p begin="3601500ms" end="3602s">b</p>', [[0, 60], [1.5, 2]]],
	['<p begin="00:00:01.5" end="00:00:02.25">a</p>', [[1.5, 2.25]]],
	['<p begin="00:00:01:15" end="00:00:02:00">a</p>', [[1.5, 2]]],
	['<p begin="00:00:01:15" end="60f">a</p>', [[1.6, 2.4]], 'ttp:frameRate="25"'],
	['<p begin="15000000t" dur="5000000t">a</p>', [[1.5, 2]], 'ttp:tickRate="10000000"'],
	['<p begin="2t" end="3t">a</p>', [[2, 3]]],
	['<p begin="1.5m" end="0.5h">a</p>', [[90, 1800]]],
	['<p begin="00:00:01:12.5" end="2s">a</p>', [[1.5, 2]], 'ttp:frameRate="25"'],
	['<p begin="1s">a</p><p begin="00:00:99:05" end="3s">b</p><p begin="s">c</p>', [[1, 1.4], [1.4, 3], [3, 3.4]]],
	['<p begin="1s" end="2s"><![CDATA[a]]></p>', [[1, 2]]],
	['<p begin="1s">a</p><p end="3s">b</p><p begin="x">c</p><p dur="5s">d</p>', [[1, 1.4], [1.4, 3], [3, 3.4], [3.4, 3.8]]],
	['<div begin="4s"><p>a</p></div><p>b</p>', [[4, 4.4], [4.4, 4.8]]],
])('TTML has its times in many ways: %s', async (body, times, attributes = '') => {
	expect(await read(ttml(body, attributes), 'x.ttml')).toMatchObject({ title: 'Weekly sync', times, notes: 'No speaker was recognized in this file.' });
});

it('TTML names speakers by their IDs, and by nothing else if others have names', async () => {
	expect(await read(ttml('<p ttm:agent="a1">Hi,<br/>all <span>of\nyo</span>u.</p> so<br/>\n<p ttm:agent="a2">Yes.</p>\n<p ttm:agent="a3">No.</p>', '', `${agent('a1', 'Ada &amp; Ben')}${agent('a2', 'Jon')}${agent('a2', 'Jon')}<ttm:name>Other</ttm:name>`), 'x.ttml')).toMatchObject({
		turns: [['Ada & Ben', 'Hi, all of you.'], ['Jon', 'Yes.'], [null, 'No.']],
		notes: 'Line 9: “a3” may be a name or part of what is said; nobody is named as the speaker. Line 9: text without a name at a place where others have one; nobody is named as its speaker.',
	});
	expect((await read(ttml('<p ttm:agent="Mara">Hi.</p>'), 'x.ttml')).turns).toEqual([['Mara', 'Hi.']]);
});

const substation = (...lines: string[]): string => ['[Script Info]', ...lines].join('\n');
const FORMAT = 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';

it.each<[what: string, text: string, title: string, turns: unknown[][], times?: number[][]]>([
	['a title and styles', substation('Title: Weekly  sync', 'Title: more', 'Original Title: so', '[V4+ Styles]', 'Format: Name, Fontname', 'Style: Default,Arial', '[Events]', FORMAT, 'Dialogue: 0,0:00:01.00,0:00:02.00,Default, Mara ,0,0,0,,{\\b1}Hi,\\hall\\nof\\Nyou'), 'Weekly sync', [['Mara', 'Hi, all of you']]],
	['no format', substation('Title: <untitled>', '[V4+ Styles]', 'Format: Name, Fontname', '[Events]', 'Comment: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,no', 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Mara: Hi', 'Dialogue: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,Mara: Bye, all'), 'X', [['Mara', 'Hi'], ['Mara', 'Bye, all']], [[1, 2], [2, 3]]],
	['another format', substation('Title: Default Aegisub file', '[Events]', 'Format: Start, End, Name, Text', 'Dialogue: 0:00:01.00,0:00:02.00,Mara,Hi', 'Dialogue: 0:00:02.00'), 'X', [['Mara', 'Hi']]],
	['a text like its format', substation('[Events]', 'Format: Start, End, Name, Text', 'Dialogue: 0:00:01.00,0:00:02.00,Mara,Text', 'Dialogue: 0:00:02.00,0:00:03.00,Mara,Hi'), 'X', [['Mara', 'Text'], ['Mara', 'Hi']], [[1, 2], [2, 3]]],
	['no name', substation('Title: My <untitled> film', '[Events]', 'Format: Start, Text', 'Dialogue: 0:00:01.00,Hi'), 'My <untitled> film', [[null, 'Hi']], [[1, 1.4]]],
])('the dialogue of ASS may have %s', async (_, text, title, turns, times = [[1, 2]]) => {
	expect(await read(text, 'x.ass')).toMatchObject({ title, turns, times, leftOut: [] });
});

it('the dialogue of ASS is in order of time, and what has none is noted', async () => {
	expect(await read(substation(FORMAT, ...[['0:00:05.00', 'Bye.'], ['0:00:01.00', 'Hi.'], ['0:00:03.00', 'Yes.'], ['x', 'So.']].map(([start, said]) => `Dialogue: 0,${start},0:00:04.00,Default,Mara,0,0,0,,${said}`)), 'x.ass')).toMatchObject({ turns: [['Mara', 'Hi.'], ['Mara', 'Yes.'], ['Mara', 'So.'], ['Mara', 'Bye.']], notes: 'Line 6: a time that cannot be read; the text was kept, after the text before it.' });
});

it('what can be heard between captions is said by nobody', async () => {
	const texts = ['Ada: Hello.', '[music]', 'Ben: Hi.', '(door closes)', 'And you?', 'Ada: Fine.', '♪ la la ♪', 'Ben: Good.', 'And [laughs] you?', '(I am.) Thanks.'];
	const captions = texts.map((text, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${text}`);
	const { turns } = await read(`WEBVTT\n\n${captions.join('\n\n')}\n`, 'x.vtt');
	expect(turns.map(([speaker]) => speaker)).toEqual(['Ada', null, 'Ben', null, 'Ben', 'Ada', null, 'Ben', 'Ben', 'Ben']);
});

it('a sound is part of a caption that has words, and needs no name where nobody has one', async () => {
	const captions = (...texts: readonly string[]) => `WEBVTT\n\n${texts.map((text, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${text}`).join('\n\n')}\n`;
	const named = await read(captions('Ada: Hello.', 'Ben: Hi.', '[laughs]\nAnd you?', 'Ada: Fine.', 'Well.', 'Ben: Good.', 'Yes.'), 'x.vtt');
	expect(named.turns[2]).toEqual(['Ben', '[laughs] And you?']);
	expect(await read(captions('Hello.', '[music]', 'And you?'), 'x.vtt')).toMatchObject({ turns: [[null, 'Hello.'], [null, '[music]'], [null, 'And you?']], notes: 'No speaker was recognized in this file.' });
});

it('words before a colon that are also used as words are no names, where each comes once', async () => {
	const captions = (lines: readonly string[]) => `WEBVTT\n\n${lines.map((line, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${line}`).join('\n\n')}\n`;
	const points = ['Budget: the budget and the travel rise.', 'Travel: travel is cut, and hiring.', 'Hiring: hiring stops, and marketing.', 'Marketing: marketing needs the office.', 'Office: the office and sales.', 'Sales: sales rise.'];
	expect((await read(captions(points), 'x.vtt')).turns.map(([speaker]) => speaker)).toEqual(points.map(() => null));
	const names = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fritz'];
	expect((await read(captions(names.map((name) => `${name}: it rises.`)), 'x.vtt')).turns.map(([speaker]) => speaker)).toEqual(names);
});

it('a line within a voice that begins with the name of another is theirs', async () => {
	const { turns } = await read('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Who pays?\n\n00:02.000 --> 00:03.000\n<v Ben>I asked.\nCleo: I will.\nTomorrow.\n- Ada: Good.\nNote: not me.\n\n00:03.000 --> 00:04.000\n<v Cleo>Cleo:\nFine.\n', 'x.vtt');
	expect(turns).toEqual([['Ada', 'Who pays?'], ['Ben', 'I asked.'], ['Cleo', 'I will. Tomorrow.'], ['Ada', 'Good. Note: not me.'], ['Cleo', 'Cleo: Fine.']]);
});

it('unknown speakers are no sign that names are none', async () => {
	const { turns, notes } = await read(captions(['Ada Lind: Hi.', 'Ben Brook: Ho.', 'and welcome', 'Unknown Speaker: Who is this?', 'Ben Brook\nI check it.', 'iPhone (2): Me.', 'Ada Lind: Good.']), 'x.vtt');
	expect(turns).toEqual([['Ada Lind', 'Hi.'], ['Ben Brook', 'Ho.'], ['Ben Brook', 'and welcome'], [null, 'Who is this?'], [null, 'Ben Brook I check it.'], [null, 'iPhone (2): Me.'], ['Ada Lind', 'Good.']]);
	expect(notes).not.toContain('Unknown Speaker');
});

it.each([['with another sign than a colon', 'Ben; I agree.', true], ['in brackets', '[Ben] I agree.', true], ['with a dash', 'Ben - I agree.', true], ['behind a blank', 'Ben : I agree.', false], ['as the subject', 'Ben agrees; I do not.', false]])('a line of captions that opens with a known name %s', async (_, line, isUnclear) => {
	const { turns, notes } = await read(captions(['Ada: Hi.', 'Ben: Ho.', 'Ada: Fine.', `Ben: Bye.\n${line}`]), 'x.vtt');
	expect(turns.slice(3)).toEqual(isUnclear ? [['Ben', 'Bye.'], [null, line]] : line.includes(' :') ? [['Ben', 'Bye.'], ['Ben', 'I agree.']] : [['Ben', `Bye. ${line}`]]);
	expect(notes.includes('may be a name')).toBe(isUnclear);
});

it('a caption without a name, and one with an odd name, leave the names of a short call', async () => {
	const texts = ['Mara Holt: The budget is out.', 'Jon Pike (he/him): We have ten thousand.', 'so we stay below that.', 'iPhone (2): Can you hear me?', 'Mara Holt: Yes we can.', '+1 415-555-0134: Agreed.'];
	const { turns } = await read(captions(texts), 'x.vtt');
	expect(turns).toEqual([['Mara Holt', 'The budget is out.'], ['Jon Pike (he/him)', 'We have ten thousand.'], ['Jon Pike (he/him)', 'so we stay below that.'], [null, 'iPhone (2): Can you hear me?'], ['Mara Holt', 'Yes we can.'], ['+1 415-555-0134', 'Agreed.']]);
});
