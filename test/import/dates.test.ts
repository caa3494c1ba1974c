import { dateOf, startOf } from '../../sandbox/import/dates.ts';
import { parseMeeting } from '../../sandbox/import/index.ts';

const local = (...parts: [number, number, number, number?, number?, number?]): number => new Date(...parts).getTime();

it.each([
	['Mon, Nov 23, 2026', local(2026, 10, 23, 12)],
	['24. November 2026, 10:00', local(2026, 10, 24, 10)],
	['March 4, 2026, 10:00AM', local(2026, 2, 4, 10)],
	['Date: November 24, 2026 10:00 PM', local(2026, 10, 24, 22)],
	['4 mars 2026 à 10:00', local(2026, 2, 4, 10)],
	['Recorded on 2026-03-04', local(2026, 2, 4, 12)],
	['[24/11/2026, 09:01:12]', local(2026, 10, 24, 9, 1, 12)],
	['04.03.26, 9:05 pm', local(2026, 2, 4, 21, 5)],
	['11/24/2026', local(2026, 10, 24, 12)],
	['Thu, 24 Sep 26', local(2026, 8, 24, 12)],
	['Tue, 6 Oct 26 · ruth@bexley.example', local(2026, 9, 6, 12)],
	['25/12/2026 at 9:05', local(2026, 11, 25, 9, 5)],
	['12/12/2026   12:05 a.m.', local(2026, 11, 12, 0, 5)],
	['11-11-26 12:05 P.M.', local(2026, 10, 11, 12, 5)],
	['Am 24.11.2026 um 9:00 Uhr', local(2026, 10, 24, 9)],
	['Meeting date: 24.11.2026 • 12:04', local(2026, 10, 24, 12)],
	['Start time: 24.11.2026 | 1h 2m 3s ', local(2026, 10, 24, 12)],
	['Weekly stand-up, 24.11.2026 · 45 minutes', local(2026, 10, 24, 12)],
	['Recorded 31/12/2026 9:05PM', local(2026, 11, 31, 21, 5)],
	['Time: 24.11.2026 •45 min', local(2026, 10, 24, 12)],
	['Standup – 24 November 2026', local(2026, 10, 24, 12)],
	['Data: 31 de dezembro de 2026', local(2026, 11, 31, 12)],
	['Monday 23 November 2026 at 10:04', local(2026, 10, 23, 10, 4)],
	['Monday 23/11/2026 at 10:04', local(2026, 10, 23, 10, 4)],
	['Datum: Montag, 23.11.2026', local(2026, 10, 23, 12)],
])('%s is when a meeting was', (line, at) => {
	expect(dateOf(line)).toBe(at);
});

it.each(['04/03/2026, 10:00', 'Next meeting: March 4, 2026', 'We decided to ship on June 3, 2026.', 'Version 2.10.2026', 'Version 2.30.2026', '13/13/2026', '32.12.2026', '124.11.2026', '24.11.2026    9:05', '24.11.2026 9:05:7', 'Call 24.11.2026.', 'Folgetermin der Besprechung: 24.11.2026', 'Budget 24.11.2026', 'Birthday 24.11.2026', 'Due Monday 24.11.2026', 'Meeting 24.11.2026 • 4th floor, all', 'Minutes of 24.11.2026, corrected', 'November 2026', '2026', `${'x'.repeat(90)} 2026-03-04`])('%s does not say when it was', (line) => {
	expect(dateOf(line)).toBeNull();
});

it.each([
	['GMT20260304-100012_Recording.transcript.vtt', '2026-03-04T10:00:12Z'],
	['Weekly (2026-11-18 10:02 GMT+1) – Transcript.txt', '2026-11-18T09:02:00Z'],
	['Weekly - 2026/11/18 10:02 GMT-05:30 - Transcript.docx', '2026-11-18T15:32:00Z'],
	['Weekly 2026_11_18 at 10_02 GMT+1030.txt', '2026-11-17T23:32:00Z'],
	['2026-11-18 10:02 GMT.txt', '2026-11-18T10:02:00Z'],
	['Weekly - 2026_09_23 10_02 CEST - Transcript.txt', '2026-09-23T08:02:00Z'],
	['Weekly - 2026_10_08 15_30 EDT - Transcript.txt', '2026-10-08T19:30:00Z'],
	['Weekly - 2026_10_08 15_30 GMT+02_00 - Transcript.txt', '2026-10-08T13:30:00Z'],
	['Weekly-20260921_100312-Meeting Recording.vtt', '2026-09-21T10:03:12Z'],
])('the file name %s says when the meeting started', (name, at) => {
	expect(startOf(null, name)).toBe(Date.parse(at));
});

it.each(['Weekly – 2026/09/23 10:02 CEST – Transcript', 'Weekly - 2026_09_23 10_02 CEST - Transcript', 'Weekly (2026-11-18 10:02 GMT+1) – Transcript', 'Weekly – Transcript', 'Weekly – 2026/09/23 10:02 CEST', 'Weekly-20260921_100312-Meeting Recording'])('in its file, and as its first line, %s is the title of the meeting and what the recorder wrote behind it', async (written) => {
	const said = '00:00:00\n\nAda Quill: Hello.\nBen Ruiz: Hi.\nAda Quill: Shall we start?';
	expect((await parseMeeting(said, `${written.replace(/[/:]/g, '_')}.txt`)).title).toBe('Weekly');
	expect((await parseMeeting(`${written}\n\n${said}`, 'x.txt')).title).toBe('Weekly');
});

it.each([
	['Date: 24 November 2026\nTime: 10:00 – 10:30', local(2026, 10, 24, 10)],
	['Datum: 24.11.2026\nOrt: Raum 4\nUhrzeit: 14:00 bis 14:30 Uhr', local(2026, 10, 24, 14)],
	['Review, 24 November 2026\nTime: 2:00 – 3:00 pm', local(2026, 10, 24, 14)],
	['Date: 2026-11-24\nTime: 10:00 EST', Date.UTC(2026, 10, 24, 15)],
	['Date: 24 Nov 2026  Time: 10:00', local(2026, 10, 24, 10)],
	['Datum: 24.11.2026, Uhrzeit: 10:00 Uhr', local(2026, 10, 24, 10)],
	['Date/Time: 2026-11-24 10:00', local(2026, 10, 24, 10)],
	['Date & Time: 24 November 2026, 10:00 AM', local(2026, 10, 24, 10)],
	['Meeting Date: 11/24/2026\nMeeting Time: 2:00 PM', local(2026, 10, 24, 14)],
	['Datum: 24.11.2026\nBeginn: 14:00 Uhr\nEnde: 15:00 Uhr', local(2026, 10, 24, 14)],
	['Date: 2026-11-24\nStart time: 14:00\nEnd time: 15:00', local(2026, 10, 24, 14)],
	['Date : 24/11/2026\nHeure de début : 14h00\nHeure de fin : 15h00', local(2026, 10, 24, 14)],
	['Fecha: 24/11/2026\nHora de inicio: 14:00\nHora de fin: 15:00', local(2026, 10, 24, 14)],
	['Date: 24 November 2026\nTime: to be fixed', local(2026, 10, 24, 12)],
	['Date: 24 November 2026, 9:15\nTime: 10:00', local(2026, 10, 24, 9, 15)],
	['Time: 10:00', null],
	['Jour fixe\n24.11.2026\n10:00–11:00 Uhr', local(2026, 10, 24, 10)],
	['Kick-off\n\nTuesday, 24 November 2026\n\n2:00 PM to 3:00 PM', local(2026, 10, 24, 14)],
	['Kick-off\n24 Nov 2026\n10:00 AM – 11:00 AM (CET)', Date.UTC(2026, 10, 24, 9)],
	['24 Nov 2026\n10:00', local(2026, 10, 24, 10)],
	['24 Nov 2026\n14 Uhr', local(2026, 10, 24, 14)],
	['Kick-off\n24 Nov 2026\n0:00', local(2026, 10, 24, 12)],
])('the time of day may be on another line than the date: %j', async (top, at) => {
	expect(await parseMeeting(`${top}\n\nAnna: Shall we?\nBen: Yes.\nAnna: Good.`, 'x.txt')).toMatchObject({ startedAt: at, segments: [{ speaker: 'Anna', startMs: 0 }, { speaker: 'Ben' }, { speaker: 'Anna' }], notes: [] });
});

it('a time of day alone is no title', async () => {
	expect(await parseMeeting('24 Nov 2026\n10:00 – 11:00\n\nAnna\nShall we?\n\nBen\nYes.\n\nAnna\nGood.', 'Sync.txt')).toMatchObject({ title: 'Sync', startedAt: local(2026, 10, 24, 10) });
});

it.each([
	['0:00\nAnna: Shall we?\n0:05\nBen: Yes.\n0:09\nAnna: Good.', [0, 5000, 9000]],
	['Sync\n24 Nov 2026\n10:00\nAnna: Shall we?\n10:05\nBen: Yes.\n10:09\nAnna: Good.', [600_000, 605_000, 609_000]],
	['Anna: Shall we start at half past ten, at\n10:30\nBen: Yes.\nAnna: Good, and the next one at\n11:00', [0, 3600, 4000]],
])('times alone are those of the names below them, if all have one: %j', async (text, times) => {
	expect((await parseMeeting(text, 'x.txt')).segments.map(({ speaker, startMs }) => [speaker, startMs])).toEqual([['Anna', times[0]], ['Ben', times[1]], ['Anna', times[2]]]);
});

it.each([
	'Datum: 26.11.2026, 10:00 Uhr\n\n[00:00:04] Anna: Hi.\n[00:00:12] Ben: Yes.\n[00:00:20] Anna: Good.',
	'Sales\n2026-11-26 10:00\n\n[00:00:04] Anna: Hi.\n[00:00:12] Ben: Yes.\n[00:00:20] Anna: Good.',
	'Sales\n26.11.2026 10:00\n\nAnna 00:00:04\nHi.\n\nBen 00:00:12\nYes.\n\nAnna 00:00:20\nGood.',
])('the date above a recording does not move its times: %j', async (text) => {
	const meeting = await parseMeeting(text, 'x.txt');
	expect(meeting.startedAt).toBe(local(2026, 10, 26, 10));
	expect(meeting.segments.map(({ startMs }) => startMs)).toEqual([4000, 12_000, 20_000]);
});

test('the first message says when a chat began, also where it has the time below the name', async () => {
	const text = ['10:00', '10:02', '10:03'].map((time, index) => `${['Anna', 'Ben'][index % 2]}\n24/11/2026 ${time}\nHello`).join('\n\n');
	expect(await parseMeeting(text, 'x.txt')).toMatchObject({ startedAt: local(2026, 10, 24, 10), segments: [{ speaker: 'Anna', startMs: 0 }, { speaker: 'Ben', startMs: 120_000 }, { speaker: 'Anna' }] });
});

test('a text with only the day leaves the time to the name of the file', async () => {
	const startOfMeeting = async (day: string) => (await parseMeeting(`Weekly\n${day}\n\nAda: Hello.\nBen: Hi.`, 'Weekly - 2026_09_23 10_02 CEST - Transcript.txt')).startedAt;
	expect(await startOfMeeting('Sep 23, 2026')).toBe(Date.parse('2026-09-23T08:02:00Z'));
	expect(await startOfMeeting('Sep 20, 2026')).toBe(local(2026, 8, 20, 12));
	expect(await startOfMeeting('Sep 23, 2026 9:00 AM')).toBe(local(2026, 8, 23, 9));
	expect(startOf(local(2026, 8, 20, 12), 'Weekly - 2026_09_21 12_00 UTC.txt')).toBe(local(2026, 8, 20, 12));
});

it.each(['weekly.vtt', '2026-13-18 10:02 GMT.txt', 'NGMT20260304-100012.vtt', '12026-11-18 10:02 GMT.txt'])('the file name %s does not', (name) => {
	expect(startOf(null, name)).toBeNull();
});

it.each([
	...['startTime', 'start_time', 'startedAt', 'recording_start_time', 'start_datetime', 'startDateTime', 'meeting_date', 'date', 'dateString'].map((name): [string, unknown] => [name, '2026-03-04T10:00:00Z']),
	['startTime', 1_772_618_400],
	['startTime', 1_772_618_400_000],
	['startTime', '1772618400'],
	['startTime', '1772618400000'],
])('a transcript in JSON starts at the time next to it: %s, %j', async (name, at) => {
	expect((await parseMeeting(JSON.stringify({ [name]: at, segments: [{ text: 'Hi.', start: 1 }] }), 'x.json')).startedAt).toBe(Date.parse('2026-03-04T10:00:00Z'));
});

it.each(['2026-03-04', '2026-03-04T12:00'])('a date without a time, or without a zone, is one of this machine: %s', async (date) => {
	expect((await parseMeeting(JSON.stringify({ date, segments: [{ text: 'Hi.', start: 1 }] }), 'x.json')).startedAt).toBe(local(2026, 2, 4, 12));
});

it.each([['date', 'Wednesday 2026-03-04'], ['date', 3600], ['date', '177261840'], ['date', '17726184000000'], ['createdAt', '2026-03-04T10:00:00Z'], ['date', '2026-3-4']])('another field does not say when a meeting started: %s, %j', async (name, at) => {
	expect((await parseMeeting(JSON.stringify({ [name]: at, segments: [{ text: 'Hi.', start: 1 }] }), 'x.json')).startedAt).toBeNull();
});

it.each([
	['with the day first', '[25/11/26, 14:00:00] Mara: Hi there.\n[26/11/26, 09:00:00] Jon: Good morning.\n[25/12/26, 14:00:00] Mara: Happy holidays.', '2026-11-25T14:00', [0, 19, 720]],
	['whose days change, not its months', '[05/06/26, 08:00] Mara: Hi there.\n[06/06/26, 08:00] Jon: Yes.\n[08/06/26, 09:00] Mara: Bye.', '2026-06-05T08:00', [0, 24, 73]],
	['of America', '5/6/26, 8:00 PM - Mara: Hi there.\n5/7/26, 8:00 AM - Jon: Yes.\n5/9/26, 9:00 AM - Mara: Bye.', '2026-05-06T20:00', [0, 12, 61]],
	['with the year first', '2026-11-20 09:00 Mara: Hi there.\n2026-11-21 10:00 Jon: Yes.\n2026-11-25 18:00 Mara: Bye.', '2026-11-20T09:00', [0, 25, 129]],
	['with the time first', '[23:00, 20.11.2026] Mara: Hi there.\n[01:00, 21.11.2026] Jon: Yes.\n[01:00, 22.11.2026] Mara: Bye.', '2026-11-20T23:00', [0, 2, 26]],
	['with names of months', 'Mara Holt  25 Nov 2026 2:00 PM\nHi there.\n\nJon Pike  26 Nov 2026 2:00 PM\nYes.\n\nMara Holt  1 Dec 2026 2:00 PM\nBye.', '2026-11-25T14:00', [0, 24, 144]],
])('a chat of several days %s', async (_, text, startedAt, hours) => {
	const { segments, notes, ...meeting } = await parseMeeting(text, 'chat.txt');
	expect(segments.map(({ startMs }) => startMs / 3_600_000)).toEqual(hours);
	expect([meeting.startedAt, notes.filter((note) => !note.includes('only once'))]).toEqual([Date.parse(startedAt), []]);
});

test('a chat whose days and months nobody can tell apart is one day, without a date', async () => {
	const { segments, startedAt } = await parseMeeting('[05/06/26, 08:00] Mara: Hi there.\n[05/06/26, 08:01] Jon: Yes.\n[05/06/26, 08:02] Mara: Bye.', 'chat.txt');
	expect([startedAt, segments.map(({ startMs }) => startMs)]).toEqual([null, [0, 60_000, 120_000]]);
});

describe('a date at the top of a text', () => {
	const SAID = 'I will send you the diary on Thursday.';
	const top = async (text: string) => {
		const { title, startedAt, segments, leftOut, notes } = await parseMeeting(text, 'x.txt');
		return { title, startedAt: startedAt === null ? null : new Date(startedAt).toString().slice(4, 21), said: segments.map(({ speaker, text: said }) => [speaker, said]), leftOut, notes };
	};
	const NOBODY = { notes: ['No speaker was recognized in this file.'], said: [[null, SAID]] };

	it.each([
		['New Recording 14\nMonday 23 November 2026 at 10:04\n', 'New Recording 14', 'Nov 23 2026 10:04'],
		['New Recording 14\nMonday 23 November 2026 at 10:04', 'New Recording 14', 'Nov 23 2026 10:04'],
		['New Recording 14\n23 November 2026 at 10:04\n', 'New Recording 14', 'Nov 23 2026 10:04'],
		['New Recording 14\n\n23 November 2026 at 10:04\n', 'New Recording 14', 'Nov 23 2026 10:04'],
		['Mara Holt\nBexley\n23.11.2026\n', 'Mara Holt', 'Nov 23 2026 12:00', ['Bexley', '23.11.2026']],
		['Monday, 23 November 2026\n', 'X', 'Nov 23 2026 12:00'],
		['2026-11-23', 'X', 'Nov 23 2026 12:00'],
		['# Interview\n23 November 2026', 'Interview', 'Nov 23 2026 12:00'],
		['Interview with Mara, 23 November 2026\n', 'Interview with Mara, 23 November 2026', 'Nov 23 2026 12:00', []],
	])('is when it was said, and no speech: %j', async (above, title, startedAt, leftOut = [above.trim().split('\n').at(-1) ?? '']) => {
		expect(await top(`${above}\n${SAID}`)).toEqual({ title, startedAt, leftOut, ...NOBODY });
	});

	it('has no speaker above it', async () => {
		expect(await top('New Recording 14\nMonday 23 November 2026 at 10:04\n\nSpeaker 1\nHi.\n\nSpeaker 2\nYes.\n\nSpeaker 1\nFine.\n\nSpeaker 2\nBye.')).toEqual({ title: 'New Recording 14', startedAt: 'Nov 23 2026 10:04', leftOut: ['Monday 23 November 2026 at 10:04'], notes: [], said: [['Speaker 1', 'Hi.'], ['Speaker 2', 'Yes.'], ['Speaker 1', 'Fine.'], ['Speaker 2', 'Bye.']] });
	});

	it.each([
		['Town Council\nNov 20, 2026 · 7:00 PM · 32 min', 'Nov 20 2026 19:00'],
		['Town Council\nNov 20, 2026 · 19:00 · 32 min', 'Nov 20 2026 19:00'],
		['Town Council\nNov 20, 2026 · 32:10', 'Nov 20 2026 12:00'],
		['市政例会\n2026年11月20日 19:00', 'Nov 20 2026 19:00'],
		['市政例会\n2026年11月20日（金） 19:00', 'Nov 20 2026 19:00'],
		['市政例会\n2026年11月20 19:00', 'Nov 20 2026 19:00'],
		['市政例会\n2026年11月20日 星期五 19:00', 'Nov 20 2026 19:00'],
		['회의\n2026년 11월 20일 (금요일) 19:00', 'Nov 20 2026 19:00'],
		['시의회\n2026년 11월 20일', 'Nov 20 2026 12:00'],
		['会议主题：市政例会\n会议时间：2026/11/20 19:00-19:32', 'Nov 20 2026 19:00'],
		['Town Council, 20 November 2026', 'Nov 20 2026 12:00'],
		['Town Council 2026-11-20', 'Nov 20 2026 12:00'],
		['Vorstand 20.11.2026', 'Nov 20 2026 12:00'],
		['Town Council – Friday 20 November 2026', 'Nov 20 2026 12:00'],
		['Budget for the next meeting, 20 November 2026', null],
		['Town Council\nA plan, 20 November 2026', null],
		['The plans of 3 March 2025, 20 November 2026', null],
		['We signed it on 20 November 2026', null],
		['We signed it on 2026-11-20', null],
		['We signed it on 20.11.2026', null],
	])('may be written as people and programs write it: %j', async (above, startedAt) => {
		expect((await top(`${above}\n\nMara: Hi.\nJon: Yes.\nMara: Fine.\nJon: Bye.`)).startedAt).toBe(startedAt);
	});

	it.each([
		['that is part of a sentence', 'We met on\n23 November 2026\nand that was it.'],
		['that somebody says', 'When is it?\n23 November 2026\nFine.'],
		['of each part', 'A diary\n23 November 2026\nI was out.\n24 November 2026\nI was in.'],
	])('is speech if it is one %s', async (_, text) => {
		expect(await top(text)).toEqual({ title: 'X', startedAt: null, leftOut: [], notes: NOBODY.notes, said: [[null, text.replaceAll('\n', ' ')]] });
	});
});

it.each([
	['2026-11-18 Weekly.txt', local(2026, 10, 18, 12)],
	['Weekly 20261118.txt', local(2026, 10, 18, 12)],
	['Weekly_2026_11_18.txt', local(2026, 10, 18, 12)],
	['Weekly 2026-13-40.txt', null],
	['order 120261118.txt', null],
])('the day in the name of a file is that of the meeting: %s', async (filename, at) => {
	expect((await parseMeeting('Anna: Hi.\nBen: Yes.\nAnna: Ok.', filename)).startedAt).toBe(at);
	expect((await parseMeeting('Date: 24 November 2026, 10:00\n\nAnna: Hi.\nBen: Yes.\nAnna: Ok.', filename)).startedAt).toBe(local(2026, 10, 24, 10));
});
