import { parseMeeting } from '../../sandbox/import/index.ts';

const SAID = [
	['Mara', 'Hello there'],
	['Jon Pike', 'I will send it tomorrow'],
	['Mara', 'Thanks'],
] as const;

async function read(chat: string) {
	const { segments, startedAt, notes, leftOut } = await parseMeeting(chat, 'chat.txt');
	return {
		turns: segments.map(({ speaker, text, startMs }) => [speaker, text, startMs / 60_000]),
		startedAt: startedAt === null ? null : new Date(startedAt).toISOString().slice(0, 16),
		notes,
		leftOut,
	};
}

/** A message each minute. `sent`: what comes before a name, with MM for the minute. */
const chatOf = (sent: string, sign = ':'): string => SAID.map(([name, text], index) => `${sent.replace('MM', `0${index + 2}`)}${name}${sign} ${text}`).join('\n');
const TURNS = SAID.map(([name, text], index) => [name, text, index]);

it.each([
	['Danish', '04.03.2026 14.MM - '],
	['Danish, on an iPhone', '[04.03.2026 14.MM.00] '],
	['Finnish', '4.3.2026 klo 14.MM - '],
	['Bulgarian', '4.03.26 г., 14:MM - '],
	['Croatian', '04. 03. 2026. 14:MM - '],
	['Hungarian', '2026. 03. 04. 14:MM - '],
	['Swedish', '2026-03-04 14:MM - '],
	['German', '04.03.26, 14:MM Uhr - '],
	['Chinese', '2026/3/4 下午2:MM - '],
	['Chinese, on an iPhone', '[2026/3/4 下午2:MM:00] '],
])('a chat is read with dates as in %s', async (_, sent) => {
	expect(await read(chatOf(sent))).toEqual({ turns: TURNS, startedAt: '2026-03-04T14:02', notes: [], leftOut: [] });
});

it.each(['2026. 3. 4. 오후 2:MM, ', '2026년 3월 4일 오후 2:MM, '])('a Korean chat is read: %s', async (sent) => {
	expect(await read(chatOf(sent, ' :'))).toEqual({ turns: TURNS, startedAt: '2026-03-04T14:02', notes: [], leftOut: [] });
});

it.each([
	['a. m.', '00'],
	['p. m.', '12'],
	['π.μ.', '00'],
	['μ.μ.', '12'],
	['AM', '00'],
	['pm', '12'],
])('midnight and noon are told apart: %s', async (half, hour) => {
	expect(await read(chatOf(`25/3/26, 12:MM ${half} - `))).toEqual({ turns: TURNS, startedAt: `2026-03-25T${hour}:02`, notes: [], leftOut: [] });
});

it.each([['午前', '02'], ['오후', '14'], ['上午', '02']])('%s before a time is its half of the day', async (half, hour) => {
	expect(await read(chatOf(`2026/3/4 ${half}2:MM - `))).toMatchObject({ turns: TURNS, startedAt: `2026-03-04T${hour}:02` });
});

it('who writes in a chat by Zoom is certain, even once', async () => {
	const { segments, notes } = await parseMeeting('10:00:12 From Anna Meyer to Everyone:\n\tHello all\n10:01:12 From 李 伟 to Everyone:\n\tHi: there', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Anna Meyer', 'Hello all'], ['李 伟', 'Hi: there']]);
	expect(notes).toEqual([]);
});

it('a name that WhatsApp marks as not saved is the same without the mark', async () => {
	const { segments } = await parseMeeting('[24.11.26, 10:00:12] ~\u202fJo Miller: Hi\n[24.11.26, 10:01:12] Ben: Hello\n[24.11.26, 10:02:12] ~Jo Miller: So?', 'x.txt');
	expect(segments.map(({ speaker }) => speaker)).toEqual(['Jo Miller', 'Ben', 'Jo Miller']);
});

it.each(['24/11/2026, 10:0M - ', '[24.11.26, 10:0M:12] '])('what has a colon in a message with a date (%s) is part of that message', async (sent) => {
	const at = (minute: number): string => sent.replace('M', String(minute));
	const text = [`${at(0)}Lena Park: So the week is:`, 'Monday: pack', 'Lift works: yes', 'Max Roe: he agreed', 'Tom Hill: he did not', `${at(2)}Max Roe: Fine`, `${at(3)}Lena Park: Good`].join('\n');
	const { segments, notes } = await parseMeeting(text, 'x.txt');
	expect(segments.map(({ speaker, text: said }) => [speaker, said])).toEqual([
		['Lena Park', 'So the week is: Monday: pack Lift works: yes Max Roe: he agreed Tom Hill: he did not'],
		['Max Roe', 'Fine'],
		['Lena Park', 'Good'],
	]);
	expect(notes).toEqual([]);
});

it('what WhatsApp writes between messages is left out word for word, whatever the language of the dates', async () => {
	const written = ['04.03.2026 14.01 - Messages and calls are end-to-end encrypted.', '04.03.2026 14.05 - Mara: <Medier udeladt>'];
	expect(await read([written[0], chatOf('04.03.2026 14.MM - '), written[1]].join('\n'))).toEqual({ turns: TURNS, startedAt: '2026-03-04T14:02', notes: [], leftOut: written });
});

it('names are in angle brackets in old chats', async () => {
	const chat = ['14:02 <mara> Hello there', '14:02 <jon> Hi', '14:03 <mara> I will send it', '14:04 <jon> Thanks'].join('\n');
	expect((await read(chat)).turns.map(([name, text]) => [name, text])).toEqual([['mara', 'Hello there'], ['jon', 'Hi'], ['mara', 'I will send it'], ['jon', 'Thanks']]);
});

it('a date and a time within a sentence are words', async () => {
	const said = 'Mara: 4.3.2026 at 14.02 - that is when we meet.\nJon: Good.\nMara: Bye.\nJon: Bye.';
	expect((await read(said)).turns[0]).toEqual(['Mara', '4.3.2026 at 14.02 - that is when we meet.', 0]);
});
