import * as fc from 'fast-check';
import { ImportError, parseMeeting, type ParsedMeeting } from '../../sandbox/import/index.ts';
import { anyText } from '../support/anyText.ts';

const wordsOf = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
const lettersOf = (words: readonly string[]): string[] => [...words.join('')].toSorted();

/** The meeting in a file; null if it is refused with one of its lines. */
async function parsed(text: string, filename: string): Promise<ParsedMeeting | null> {
	try {
		return await parseMeeting(text, filename);
	} catch (error) {
		if (!(error instanceof ImportError)) throw error;
		expect(error.line).toBeGreaterThanOrEqual(1);
		expect(error.line).toBeLessThanOrEqual(text.split(/\r\n|[\r\n\v]/).length);
		return null;
	}
}

const names = ['Anna', 'Bob Lee', 'josé', 'ana maría', '张三', '田中 太郎', 'محمد', 'محمد عبد الله المنصوري', 'local', 'remote', 'SPEAKER_00', 'Smith, John', 'Ø', 'a b c d e f'];
const dressed = ['**Bo**', '*Cy*', '[Dee]', '- Eve', '> Flo', '<Gus>', 'Hal (she/her)', '(laughs)', 'Agenda', 'so what now', 'http', 'C'];
const name = fc.constantFrom('', ...names, ...names, ...dressed);
const colon = fc.constantFrom(': ', ': ', ': ', ':', '：', ' : ', ':\t', ':** ', ' (0:12): ', ' [00:01:02]:', ' - ', '');
const said = fc.oneof(
	fc.constantFrom('hello', '¿qué tal?', '你好', 'I mean: yes', '//host/path', 'a\u2028b', 'x\u00A0y', '', '10:30 sharp', '“quoted”', '😀 ok'),
	fc.string({ maxLength: 12 }),
	fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const time = fc.constantFrom('', '', '', '[00:05] ', '0:07 ', '(1:02:03.5) - ', '\t', '  ');
const ending = fc.constantFrom('\n', '\n', '\n\n', '\r\n', '\r');
const line = fc.tuple(time, name, colon, said, ending).map((parts) => parts.join(''));

it('plain text: every word ends up in the title, a name, speech or what is named as left out, or the file is refused with a line', async () => {
	let taken = 0;
	await fc.assert(
		fc.asyncProperty(fc.constantFrom('', '\uFEFF', '# Weekly sync\n', 'Weekly sync\n\n'), fc.array(line, { minLength: 1, maxLength: 7 }), async (top, lines) => {
			const text = top + lines.join('');
			const meeting = await parsed(text, '');
			if (meeting === null) return;
			taken += 1;
			const kept = meeting.segments.flatMap(({ speaker, text: spoken }) => [...wordsOf(speaker ?? ''), ...wordsOf(spoken)]);
			kept.push(...meeting.leftOut.flatMap(wordsOf));
			// Markdown's marks may be inside a word.
			expect(lettersOf([...wordsOf(meeting.title ?? ''), ...kept])).toEqual(lettersOf(wordsOf(text)));
		}),
		{ numRuns: 1000, seed: 13 },
	);
	// The property would also hold if everything were refused.
	expect(taken).toBeGreaterThan(300);
});

const tag = fc.constantFrom('', '', '<v Anna>', '<v.loud 张三>', '<c.yellow>', '<i>', '</i>', '</v>', '<unk>', '<i think>', '<3', '<', '>', '&amp;', '&foo;', '{\\an8}');
const captionLine = fc.tuple(tag, name, colon, said, tag, fc.constantFrom('ok', 'line: up', 'NOTEd', 'x < y > z')).map((parts) => parts.join(''));
const cue = fc.array(captionLine, { minLength: 1, maxLength: 3 });
/** Markup is not a word. */
const plainly = (lines: readonly string[]): string =>
	lines
		.join('\n')
		.replace(/(?<=\S)\\N/g, '\n')
		.replace(/<v(?:\.loud)? (?:Anna|张三)>|<\/?(?:v|c\.yellow|[bcipsu])>|\{\\an8\}/gi, '')
		.replaceAll('&amp;', '&');

describe.each(['vtt', 'srt'] as const)('%s', (type) => {
	it('every word of a cue ends up in its speakers or speech, or the file is refused with a line', async () => {
		const clock = (second: number) => `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
		const id = fc.constantFrom('', '7\n', type === 'vtt' ? 'c7fea10c-1\n' : '12\n');
		const settings = fc.constantFrom('', '', ' align:start position:0%', ' Hello');
		const between = fc.constantFrom('\n\n', '\n\n\n', type === 'vtt' ? '\n\nNOTE 42\n\n' : '\n\n');
		let taken = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(fc.tuple(id, settings, cue, between), { minLength: 1, maxLength: 4 }), fc.boolean(), async (cues, windows) => {
				const top = type === 'vtt' ? 'WEBVTT\n\n' : '';
				const unix = top + cues.map(([head, more, lines, end], n) => `${head}${clock(n)}.000 --> ${clock(n + 1)}.000${more}\n${lines.join('\n')}${end}`).join('');
				const meeting = await parsed(windows ? `\uFEFF${unix.replaceAll('\n', '\r\n')}` : unix, `x.${type}`);
				if (meeting === null) return;
				taken += 1;
				cues.forEach(([, more, lines], n) => {
					// A tag may be inside a word.
					let rest = wordsOf(plainly([more.trim() === 'Hello' ? more : '', ...lines])).join('');
					for (const { speaker, text } of meeting.segments.filter(({ startMs }) => startMs === n * 1000)) {
						const [who, what] = [wordsOf(speaker ?? '').join(''), wordsOf(text).join('')];
						const expected = rest.startsWith(who + what) ? who + what : what;
						expect(rest.slice(0, expected.length)).toBe(expected);
						rest = rest.slice(expected.length);
					}
					expect(rest).toBe('');
				});
			}),
			{ numRuns: 500, seed: 13 },
		);
		expect(taken).toBeGreaterThan(300);
	});
});

it('JSON: every word ends up in the title, a name or speech', async () => {
	const text = fc.oneof(said, anyText()).filter((it) => it.trim() !== '' && !/\uFFFD|(?![\t\n\r\f])\p{Cc}/u.test(it));
	const key = fc.constantFrom('speaker', 'speakerName', 'speaker_name', 'name');
	const segment = fc.tuple(text, key, fc.constantFrom(...names)).map(([it, who, speaker]) => ({ text: it, [who]: speaker, speaker_id: 4 }));
	await fc.assert(
		fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 5 }), async (segments) => {
			const meeting = await parseMeeting(JSON.stringify({ title: 'Weekly', segments }), 'x.json');
			expect(meeting.segments.map((one) => wordsOf(one.text))).toEqual(segments.map((one) => wordsOf(one.text)));
			expect(meeting.segments.every(({ speaker }) => speaker !== null)).toBe(true);
		}),
		{ numRuns: 200, seed: 13 },
	);
});

const turnsOf = async (text: string, filename = 'x.txt') =>
	(await parseMeeting(text, filename)).segments.map(({ speaker, text: spoken }) => [speaker, spoken]);

describe('plain text', () => {
	it.each([
		['the API’s own words', 'local: hello\nremote: hi\nlocal: bye', [['local', 'hello'], ['remote', 'hi'], ['local', 'bye']]],
		['own words beside text that goes on', 'local: hello\nthere\nremote: hi', [['local', 'hello there'], ['remote', 'hi']]],
		['small letters', 'josé: hola\nana: buenas\njosé: adiós', [['josé', 'hola'], ['ana', 'buenas'], ['josé', 'adiós']]],
		['wide colons', '张三：你好\n李四：再见', [['张三', '你好'], ['李四', '再见']]],
		['names in two scripts', 'Alexandra Montgomery 会議: Hi.\n李四: Yes.\nAlexandra Montgomery 会議: Bye.', [['Alexandra Montgomery 会議', 'Hi.'], ['李四', 'Yes.'], ['Alexandra Montgomery 会議', 'Bye.']]],
		['right-to-left names', 'محمد: مرحبا\nليلى: أهلا', [['محمد', 'مرحبا'], ['ليلى', 'أهلا']]],
		['labels of recognizers', 'SPEAKER_00: one\nSPEAKER_01: two', [['SPEAKER_00', 'one'], ['SPEAKER_01', 'two']]],
		['Markdown', '**Anna:** one\n**Bob**: two\n**Cy** : three', [['Anna', 'one'], ['Bob', 'two'], ['Cy', 'three']]],
		['names above what they say', 'Anna:\none\ntwo\n\nBob:\nthree', [['Anna', 'one two'], ['Bob', 'three']]],
		['no space behind the colon', 'Anna:one\nBob:two', [['Anna', 'one'], ['Bob', 'two']]],
		['a time behind the name and no space', 'Anna (0:12):one\nBob (0:14): two', [['Anna', 'one'], ['Bob', 'two']]],
		['line separators within a text', 'Anna: one\u2028two\nBob: three', [['Anna', 'one two'], ['Bob', 'three']]],
		['addresses and clock times at the start of a line', 'Anna: look at\nhttps://x.example\nat\n10:30: no later', [['Anna', 'look at https://x.example at 10:30: no later']]],
		['a sentence that has a colon', 'Anna: hello\nand what I wanted to say: go on\nBob: yes', [['Anna', 'hello and what I wanted to say: go on'], ['Bob', 'yes']]],
		['a title before small letters', 'weekly sync\n\njosé: hola\nana: buenas', [['josé', 'hola'], ['ana', 'buenas']]],
	])('takes %s', async (_, text, turns) => {
		expect(await turnsOf(text)).toEqual(turns);
	});

	it.each([
		['a lower-case name among others', 'Anna: hello\nbut go on\njosé: hola\nso\n', [['Anna', 'hello but go on'], [null, 'josé: hola so']], /Line 3: “josé” may be a name or part of what is said; nobody is named/],
		['a remark alone in the middle of a text', 'Anna: this is it\nAgenda:\nfirst point\n', [['Anna', 'this is it'], [null, 'Agenda: first point']], /Line 2: “Agenda” may be a name/],
		['a name with nothing after it', 'Anna: hello\n\nBob:\nCy: hi', [['Anna', 'hello'], ['Cy', 'hi']], /Line 3: a turn without words; it was left out/],
		['a sentence at the top', 'When: shall we go?\nAnna: now', [[null, 'When: shall we go?'], ['Anna', 'now']], /Line 1: “When” may be a name/],
		['a title as long as a speech', `${'word '.repeat(100)}\nAnna: hello`, [[null, 'word '.repeat(100).trim()], ['Anna', 'hello']], /Line 1: text above the first speaker; nobody is named/],
		['a meeting of weeks', 'Anna: hi\n[999:00:00] Anna: hi', [['Anna', 'hi'], ['Anna', 'hi']], /Line 2: a time more than a week after the start; it was ignored/],
		['words without names', 'Just some words.\nAnd more of them.\n\nBye.', [[null, 'Just some words. And more of them.'], [null, 'Bye.']], /No speaker was recognized/],
	])('takes %s, and says so', async (_, text, turns, note) => {
		const { segments, notes } = await parseMeeting(text, 'x.txt');
		expect(segments.map(({ speaker, text: spoken }) => [speaker, spoken])).toEqual(turns);
		expect(notes.join(' ')).toMatch(note);
	});

	it('takes a word that describes files for a name if somebody is called that below', async () => {
		expect(await turnsOf('Subject: hello\nAsker: so?\nSubject: yes')).toEqual([['Subject', 'hello'], ['Asker', 'so?'], ['Subject', 'yes']]);
	});

	it('keeps every title', async () => {
		expect((await parseMeeting('# Planning\nSubject: Budget\nDate: Monday\n\nAnna: hi', 'x.txt')).title).toBe('Planning – Budget');
		expect((await parseMeeting('#\nAnna: hi', 'a-call.txt')).title).toBe('A call');
	});
});

describe('captions', () => {
	const cueOf = (text: string, times = '00:01.000 --> 00:02.000') => `WEBVTT\n\n${times}\n${text}`;

	it.each([
		['what looks like a setting', cueOf('line: up please\nnow'), [[null, 'line: up please now']]],
		['what looks like a tag', cueOf('I <i think> x <y and <unk> <3'), [[null, 'I <i think> x <y and <unk> <3']]],
		['a tag within a voice', cueOf('<v Anna>hello <unk name>there'), [['Anna', 'hello <unk name>there']]],
		['small letters and wide colons', cueOf('josé: hola\n张三：你好'), [['josé', 'hola'], ['张三', '你好']]],
		['a name above what is said', cueOf('Anna:\nhello\nBob: hi'), [['Anna', 'hello'], ['Bob', 'hi']]],
		['names in identifiers', 'WEBVTT\n\n1 "Anna Smith" (3264928)\n00:01.000 --> 00:02.000\nhello', [['Anna Smith', 'hello']]],
	])('takes %s', async (_, text, turns) => {
		expect(await turnsOf(text, 'x.vtt')).toEqual(turns);
	});

	it.each([
		['text after the times', cueOf('hi', '00:01.000 --> 00:02.000 Hello'), [[null, 'Hello hi']], ['Line 3: text on the line of the times; it was read as part of the caption.'], []],
		['text above the times', `WEBVTT\n\nhello all\n00:01.000 --> 00:02.000\nhi`, [[null, 'hi']], [], ['hello all']],
		['text under the header', `WEBVTT\nhello all\n\n00:01.000 --> 00:02.000\nhi`, [[null, 'hi']], [], ['hello all']],
		['a text that begins like a note', `${cueOf('hi')}\n\nNOTED, and we go on`, [[null, 'hi NOTED, and we go on']], [], []],
		['a cue of weeks', cueOf('hi', '999:00:00.000 --> 999:00:01.000'), [[null, 'hi']], ['Line 3: a time more than a week after the start; it was ignored.'], []],
	])('takes %s', async (_, text, turns, notes, leftOut) => {
		const meeting = await parseMeeting(text, 'x.vtt');
		expect(meeting.segments.map(({ speaker, text: spoken }) => [speaker, spoken])).toEqual(turns);
		expect(meeting).toMatchObject({ notes: [...notes, 'No speaker was recognized in this file.'], leftOut });
	});
});

it('JSON: reads the speaker fields of other exporters, and counts dates from the earliest', async () => {
	const at = (second: number) => `2026-03-04T10:00:0${second}Z`;
	const text = JSON.stringify([
		{ name: 'Anna', text: 'second', start: at(5) },
		{ speaker_name: 'Bob', text: 'first', start: at(2) },
	]);
	expect((await parseMeeting(text, 'x.json')).segments).toMatchObject([
		{ speaker: 'Bob', text: 'first', startMs: 0 },
		{ speaker: 'Anna', text: 'second', startMs: 3000 },
	]);
});

it.each([
	['Japanese', '田中：それでは会議を始めます。\n佐藤：はい、金曜日までに予算案を送ります。\n田中：駐車場はいつ閉まりますか？\n佐藤：十二月十四日です。'],
	['Chinese', '王小明：大家好，我们今天讨论市中心停车场的预算问题。\n李华：费用比去年增加了百分之三十。\n王小明：好的。\n李华：谢谢大家。'],
])('speech in %s without times is as long as it takes to say it', async (_, text) => {
	const { segments } = await parseMeeting(text, 'x.txt');
	expect([segments.length, segments.at(-1)?.endMs]).toEqual([4, expect.any(Number)]);
	expect(segments.at(-1)?.endMs).toBeGreaterThan(8_000);
	expect(segments.at(-1)?.endMs).toBeLessThan(20_000);
});
