import { parseMeeting } from '../../sandbox/import/index.ts';
import { expectMeeting, type More, type Turn } from './sample.ts';

const both: readonly Turn[] = [['Mara', 'Hi.', 1], ['Jon', 'Ho.', 2]];
const untimed = 'This table has no column with times. They are estimated from the length of the texts.';
const noTime = (line: number): string => `Line ${line}: a time that cannot be read; the text was kept, after the text before it.`;
const noName = (line: number): string => `Line ${line}: text without a name at a place where others have one; nobody is named as its speaker.`;
const open = (line: number): string => `Line ${line}: a quote that is not closed; it was ignored.`;
const silent = (line: number): string => `Line ${line}: a turn without words; it was left out.`;

it.each<[what: string, lines: readonly string[], turns: readonly Turn[], more?: More]>([
	['numbers as times', ['Speaker,Start,Text', 'Mara,1,Hi.', 'Jon,2,Ho.'], both],
	['lines above, semicolons and decimal commas', ['Weekly', '', 'Speaker;Start;Text', 'Mara;1,5;Hi.', 'Jon;2,5;Ho.'], [['Mara', 'Hi.', 1.5], ['Jon', 'Ho.', 2.5]], { leftOut: ['Weekly'] }],
	['a unit in its names', ['Speaker\tStart ms\tEnd (ms)\tText', 'Mara\t1000\t2000\tHi.', 'Jon\t2000\t3000\tHo.'], [['Mara', 'Hi.', 1, 2], ['Jon', 'Ho.', 2, 3]]],
	['milliseconds that nothing names', ['Speaker,Start,End,Text', 'Mara,1000,1900,Hi there  you.', 'Jon,2000,3000,Ho.'], [['Mara', 'Hi there you.', 1, 1.9], ['Jon', 'Ho.', 2, 3]]],
	['milliseconds without ends', ['Speaker,Start,Text', 'Mara,1000,Hi.', 'Jon,200000,Ho.', 'Mara,300000,Hm.'], [['Mara', 'Hi.', 1], ['Jon', 'Ho.', 200], ['Mara', 'Hm.', 300]]],
	['seconds without ends, some far apart', ['Speaker,Start,Text', 'Mara,1,Hi.', 'Jon,2,Ho.', 'Mara,300,Hm.', 'Jon,301,So.'], [...both, ['Mara', 'Hm.', 300], ['Jon', 'So.', 301]]],
	['a comma without quotes and no names', ['Start,Text', '0:01,Hi.', 'soon,0:05,really.'], [[null, 'Hi.', 1], [null, '0:05,really.', 1]], { notes: [noTime(3), 'No speaker was recognized in this file.'] }],
	['a column of days', ['Date,Time,Name,Message', '2026-03-04,10:00:01,Mara,Hi.', '2026-03-04,10:00:05,Jon,Ho.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 4]], { startedAt: '2026-03-04T10:00:01Z' }],
	['a column of days, and times without seconds', ['Date,Time,Name,Message', '04.03.2026,10:00,Mara,Hi.', '05.03.2026,0:05,Jon,Ho.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 50_700]], { startedAt: '2026-03-04T10:00:00Z' }],
	['days with the names of months', ['Date,Time,Name,Message', '"March 4, 2026",10:00 AM,Mara,Hi.', '"March 4, 2026",10:05 PM,Jon,Ho.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 43_500]], { startedAt: '2026-03-04T10:00:00Z' }],
	['a day, and numbers as times', ['Date,Start,Name,Message', '2026-03-04,1,Mara,Hi.', '2026-03-04,2,Jon,Ho.'], both, { startedAt: '2026-03-04T12:00:00Z' }],
	['days and times in a cell', ['Time,Name,Message', '2026/03/04 10:00:01,Mara,Hi.', '2026.03.04 10:01,Jon,Ho.', '"2026-03-04, 10:02:01 PM",Mara,Hm.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 59], ['Mara', 'Hm.', 43_320]], { startedAt: '2026-03-04T10:00:01Z' }],
	['times of ISO 8601', ['Time,Name,Message', '2026-03-04T10:00:01Z,Mara,Hi.', '2026-03-04T12:00:05.5+02:00,Jon,Ho.', '2026-02-30T1x,Jon,Hm.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 4.5], ['Jon', 'Hm.', 4.5]], { startedAt: '2026-03-04T10:00:01Z', notes: [noTime(4)] }],
	['days without zeros', ['Time,Name,Message', '2026/3/4 10:00:01,Mara,Hi.', '2026/3/14 10:00:01,Jon,Ho.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 864_000]], { startedAt: '2026-03-04T10:00:01Z' }],
	['texts of several lines below a heading in words', ['Who speaks?,Start,Text', 'Mara,1,"Hi.', '', 'So, on."', 'Jon,2,Ho.'], [['Mara', 'Hi. So, on.', 1], ['Jon', 'Ho.', 2]]],
	['names of columns in several lines', ['"Sprecher', '(Name)",Zeit,Text', 'Mara,0:01,Hi.', 'Jon,0:02,Ho.'], both],
	['a sender alone', ['Zeit;Von;Nachricht', '0:01;Mara;Hi.', '0:02;Jon;Ho.'], both],
	['words that say what a column has, and an empty last column', ['Who speaks?\tStart\tWas wurde gesagt?\tNotes', 'Mara\t0:01\tHi.\t', 'Jon\t0:02\tHo.\t'], both],
	['commas in texts of several lines, without times', ['Text,Speaker', '"Hi, all,', 'so, on.",Mara', '"Ho, so', 'so, on",Jon'], [['Mara', 'Hi, all, so, on.', 0], ['Jon', 'Ho, so so, on', 1.6]], { notes: [untimed] }],
	['texts of several lines in the first column', ['Text,Who speaks?,Start', '"Hi.', 'So, on.",Mara,1', 'Ho.,Jon,2'], [['Mara', 'Hi. So, on.', 1], ['Jon', 'Ho.', 2]]],
	['who said what, and when', ['Who,What,When', 'Mara,Hi.,0:01', 'Jon,Ho.,0:02'], both],
	['a line of an agenda', ['Action,Speaker,Start,Text', 'ask,Mara,1,Hi.', 'answer,Jon,2,Ho.'], both, { leftOut: ['Action'] }],
	['one row in milliseconds, its end first', ['End,Start,Speaker,Text', '4000,1000,Mara,Hi to all.'], [['Mara', 'Hi to all.', 1, 4]]],
	['who and what, drawn in German', ['| Wer | Was |', '|---|---|', '| Mara | Hi. |', '| Jon | Ho. |'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 0.4]], { notes: [untimed] }],
	['what was due, as a comment', ['When,Who,Comment,Due', '0:01,Mara,Hi.,soon', '0:02,Jon,Ho.,late'], both, { leftOut: ['Due'] }],
	['from and to in a cell', ['Time,Name,Message', '0:01 - 0:03,Mara,Hi.', '0:02 --> 0:07,Jon,Ho.'], [['Mara', 'Hi.', 1, 3], ['Jon', 'Ho.', 2, 7]]],
	['spans of time (NVivo)', ['Timespan,Content,Speaker', '0:01.0 - 0:01.9,Hi.,Mara', '0:02.0-0:07.2,Ho.,Jon'], [['Mara', 'Hi.', 1, 1.9], ['Jon', 'Ho.', 2, 7.2]]],
	['spans of time in words, with an end beside one', ['Timestamp\tEnd\tSpeaker\tText', '0:01 to 0:05\t\tMara\tHi.', '0:02 – 0:05\t0:04\tJon\tHo.', '0:06 - x\t\tMara\tHm.'], [['Mara', 'Hi.', 1, 5], ['Jon', 'Ho.', 2, 4], ['Mara', 'Hm.', 6, 6.4]], {}],
	['spans of times of day', ['Time,Name,Message', '10:00:01 PM-10:00:03 PM,Mara,Hi.', '10:00:05 PM → 10:00:07 PM,Jon,Ho.'], [['Mara', 'Hi.', 0, 2], ['Jon', 'Ho.', 4, 6]]],
	['times of day', ['Time,Name,Message', '10:00:01,Mara,Hi.', '10:00:05,Jon,Ho.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 4]]],
	['a time that is none, and one before the start', ['Time,Name,Message', '-0:01,Mara,Hi.', '0:05,Mara,So.', 'x,Jon,Ho.', '0:09,Mara,Hm.'], [['Mara', 'Hi.', 0], ['Mara', 'So.', 5], ['Jon', 'Ho.', 5], ['Mara', 'Hm.', 9]], { notes: [noTime(4)] }],
	['times in From and To', ['From,To,Speaker,Text', '0:01,0:01.5,Mara,Hi.', '0:02,0:04,Jon,Ho.'], [['Mara', 'Hi.', 1, 1.5], ['Jon', 'Ho.', 2, 4]]],
	['senders in From and To', ['From,To,Text', 'Mara,Jon,Hi.', 'Jon,Mara,Ho.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 0.4]], { leftOut: ['To'], notes: [untimed] }],
	['other columns, some with words', ['Text,Speaker,Extra,ID,Start', 'Hi.,Mara,some more words,a b,1', 'Ho.,Jon,,c,2'], both, { leftOut: ['Extra'] }],
	['commas in its last text, without quotes', ['Time,Speaker,Text', '0:01,Mara,Hi, all of you', '0:02,Jon,Ho.'], [['Mara', 'Hi, all of you', 1], ['Jon', 'Ho.', 2]]],
	['commas in its last text, and no times', ['Speaker,Text', 'Mara,Hi, all', 'Jon,Ho.'], [['Mara', 'Hi, all', 0], ['Jon', 'Ho.', 0.8]], { notes: [untimed] }],
	['lines above, and times in From and To', ['Weekly', 'From,To,Speaker,Text', '0:01, ,Mara,Hi.', '0:02,0:04,Jon,Ho.'], [['Mara', 'Hi.', 1, 1.4], ['Jon', 'Ho.', 2, 4]], { leftOut: ['Weekly'] }],
	['dates, and a row without one', ['Time,Name,Message', '2026-03-04T10:00:01Z,Mara,Hi.', ',Jon,Ho.', '2026-03-04T10:00:05Z,Mara,Hm.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 0.4], ['Mara', 'Hm.', 4]], { startedAt: '2026-03-04T10:00:01Z' }],
	['a cell too many', ['Text,Speaker,Time', 'Hi.,Mara,0:01,more', 'Ho.,Jon,0:02, '], both, { leftOut: ['more'] }],
	['a text with quotes, on two lines', ['Time,Speaker,Text', '0:01,Mara,"Hi ""all"" of', 'you, and, so', '12', 'me"', '0:02,Jon,Ho.'], [['Mara', 'Hi "all" of you, and, so 12 me', 1], ['Jon', 'Ho.', 2]]],
	['a quote that is not closed, above a line that is no row', ['Time,Speaker,Text', '0:01,Mara,"Hi.', 'you', '0:02,Jon,Ho.'], both, { leftOut: ['you'], notes: [open(2), silent(3)] }],
	['quotes that are not closed, with rows between', ['Time,Speaker,Text', '0:01,Mara,"Hi, you.', '0:02,Jon,Ho.', '0:03,Mara,Hm, well."', '0:04,Jon,So.'], [['Mara', 'Hi, you.', 1], ['Jon', 'Ho.', 2], [null, 'Hm, well.', 3], ['Jon', 'So.', 4]], { notes: [`Lines 2, 4: quotes that are not closed; they were ignored.`, noName(4)] }],
	['quotes that are not closed, and no times', ['Text,Speaker', '"Hi.,Mara', 'Ho.,Jon', 'Hm.",Mara'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 0.4], ['Mara', 'Hm.', 0.8]], { notes: ['Lines 2, 4: quotes that are not closed; they were ignored.', untimed] }],
	['a quote that is not closed at the end', ['Time,Speaker,Text', '0:01,Mara,Hi.', '0:02,Jon,"Ho.', 'you'], both, { leftOut: ['you'], notes: [open(3), silent(4)] }],
	['bars, drawn', ['| Speaker | Start | Text |', '| :--- | :-: | ---: |', '  | Mara | 1 | Hi. |', 'Jon | 2 | Ho. |'], both],
	['bars, drawn, with quotes and bars as text', ['| Speaker | Text | Start |', '|---|---|---|', '| Mara | "Hi | 1 |', '| Jon | Ho \\|', '| Mara | Hm" | 3 |'], [['Mara', '"Hi', 1], ['Jon', 'Ho |', 1.4], ['Mara', 'Hm"', 3]]],
	['bars between', ['Speaker | Start | Text', '--- | --- | ---', 'Mara | 1 | Hi.', 'Jon | 2 | Ho.'], both],
	['commas in names, without quotes', ['Speaker,Start,Text', 'Holt, Mara,0:01,Hi.', 'Jon,0:02,Ho.', 'Pike, Jon,x,Hm.'], [['Holt, Mara', 'Hi.', 1], ['Jon', 'Ho.', 2], [null, 'x,Hm.', 2]], { notes: [noTime(4), noName(4)] }],
	['a row of no words, and one of no name', ['Speaker,Text,Start', 'Mara,Hi.,1', 'Jon, ,1', ' ,Ho.,2'], [['Mara', 'Hi.', 1], [null, 'Ho.', 2]], { leftOut: ['Jon,,1'], notes: [silent(3), noName(4)] }],
	['a row without a name', ['Start,Speaker,Text', '1,,Hi.', '2,Jon,Ho.'], [[null, 'Hi.', 1], ['Jon', 'Ho.', 2]], { notes: [noName(2)] }],
	['names in its texts', ['Start,Text', '1,Mara: Hi.', '2,Jon: Ho.', '3,Mara: Hm.'], [...both, ['Mara', 'Hm.', 3]]],
['records', ['Speaker: Mara', 'Time: 0:01', 'Text: Hi.', 'and so on', '', 'Speaker: Jon', 'Time: 0:02', 'Text: Ho.', 'and 2Text: more', 'Speaker: Mara', 'Time: x', 'Text: Hm.', 'so'], [['Mara', 'Hi. and so on', 1], ['Jon', 'Ho. and 2Text: more', 2], ['Mara', 'Hm. so', 2]], { notes: [noTime(13)] }],
	['blanks around its cells, and empty lines between', ['Speaker , Start , End , Text', '', ' Mara , 1 , 2 , Hi. ', '', ' Jon , 2 , 3 , Ho. '], [['Mara', 'Hi.', 1, 2], ['Jon', 'Ho.', 2, 3]], { leftOut: [] }],
	['a text of blanks', ['Start,Speaker,Text', '1,Mara,Hi.', '1,Jon, ', '2,Jon,Ho.'], both, { leftOut: ['1,Jon,'], notes: [silent(3)] }],
	['weekdays', ['Day,Start,Speaker,Text', 'Monday,9:00:00,Mara,Hi.', 'Monday,9:00:04,Jon,Ho.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 4]], { leftOut: ['Day'] }],
	['a column that no one needs', ['Speaker,Start,Mood,Confidence,Text', 'Mara,1,calm,0.9,Hi.', 'Jon,2,,0.8,Ho.'], both, { leftOut: ['Mood'] }],
	['days and no times', ['Date,Speaker,Text', '2026-03-04,Mara,Hi.', '2026-03-04,Jon,Ho.'], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 0.4]], { startedAt: '2026-03-04T12:00:00Z', notes: [untimed] }],
	['seconds after an hour', ['Speaker,Start,Text', 'Mara,4000,Hi.', 'Jon,4001,Ho.'], [['Mara', 'Hi.', 4000], ['Jon', 'Ho.', 4001]]],
	['times of day, one of which is missing', ['Time,Name,Message', '10:00:01,Mara,Hi.', ',Mara,So.', '10:00:05,Jon,Ho.'], [['Mara', 'Hi.', 0], ['Mara', 'So.', 0.4], ['Jon', 'Ho.', 4]]],
])('a table is read that has %s', async (_, lines, turns, more = {}) => {
	await expectMeeting(lines.join('\n'), 'x.txt', turns, more);
});

it.each(['Wer spricht?', 'Wer?', 'Teilnehmer/in', 'Sprecher*in', 'SprecherIn', 'Sprecher_in', 'Redner (m/w/d)', 'Name des Sprechers', 'Who is speaking?', 'Speaker:', 'Speaker #', '*Speaker', 'Speaker / Author', 'Display Name', '¿Quién habla?', 'Qui parle ?'])('a table has its speakers in %s', async (heading) => {
	await expectMeeting(`${heading};Zeitpunkt;Gesagtes\nMara;0:01;Hi.\nJon;0:02;Ho.`, 'x.csv', both);
});

it.each<[heading: string, rows: string, turns: readonly Turn[]]>([
	['Zeit von;Zeit bis;Wer hat gesprochen;Was wurde gesagt', '0:01;0:01.5;Mara;Hi.\n0:02;0:04;Jon;Ho.', [['Mara', 'Hi.', 1, 1.5], ['Jon', 'Ho.', 2, 4]]],
	['Who,Said at,What they said there', 'Mara,0:01,Hi.\nJon,0:02,Ho.', both],
])('a table is read by a word of each heading, and by its times: %j', async (heading, rows, turns) => {
	await expectMeeting(`${heading}\n${rows}`, 'x.txt', turns);
});

it('a sentence with such words and commas is no table', async () => {
	const { segments } = await parseMeeting('Who said that, the text was wrong\nAnna: Yes, it was.\nBen: No.\nAnna: It was, you know, wrong.', 'x.txt');
	expect(segments.flatMap(({ speaker }) => speaker ?? [])).toEqual(['Anna', 'Ben', 'Anna']);
});

it('a column of numbers has no speakers', async () => {
	await expectMeeting('Start,Speaker count,Text\n1,2,Hi.\n2,2,Ho.', 'x.csv', [[null, 'Hi.', 1], [null, 'Ho.', 2]], { notes: ['No speaker was recognized in this file.'] });
});

it.each([['From', 'To'], ['Von', 'Bis'], ['Desde', 'Hasta'], ['De', 'A'], ['De', 'Até']])('a table has its times in %s and %s', async (from, to) => {
	await expectMeeting(`${from},${to},Speaker,Text\n0:01,0:01.5,Mara,Hi.\n0:02,0:04,Jon,Ho.`, 'x.csv', [['Mara', 'Hi.', 1, 1.5], ['Jon', 'Ho.', 2, 4]]);
});

it.each(['Date', 'Day', 'Datum', 'Tag', 'Fecha', 'Día', 'Jour', 'Data'])('a table has its days in %s', async (day) => {
	await expectMeeting(`${day},Start,Speaker,Text\n04.03.2026,9:00,Mara,Hi.\n05.03.2026,9:01,Jon,Ho.`, 'x.csv', [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 86_460]], { startedAt: '2026-03-04T09:00:00Z' });
});

it.each([`${[...'abcdefghij'].join('\n')}\nSpeaker,Start,Text\nMara,1,Hi.`, 'Speaker,Start\nMara,1\nJon,2', 'Text,Note\nHi.,a\nHo.,b'])('a table needs a column with words, and one with names or times: %j', async (text) => {
	await expectMeeting(text, 'x.txt', [[null, text.replaceAll('\n', ' '), 0]]);
});

it.each<[what: string, lines: readonly string[], turns: readonly Turn[], more: More]>([
	['with names', ['0.000000\t4.500000\tMara: Hi "all".', '4.500000\t8.000000\tJon: Ho.', '8.000000\t9.250000\tMara: "Hm" it is.', '9.250000\t9.250000\tJon: So.'], [['Mara', 'Hi "all".', 0, 4.5], ['Jon', 'Ho.', 4.5, 8], ['Mara', '"Hm" it is.', 8, 9.25], ['Jon', 'So.', 9.25, 9.25]], {}],
	['without names', ['0,500000\t4,500000\tHi.\tYou.', '4000,500000\t4008,000000\tHo.'], [[null, 'Hi. You.', 0.5, 4.5], [null, 'Ho.', 4000.5, 4008]], { notes: ['No speaker was recognized in this file.'] }],
	['with frequencies, and one without words', ['0.000000\t4.500000\tHi.', '\\\t100.000000\t200.000000', '', '5.000000\t5.000000\t', '6.000000\t7.000000\tHo.'], [[null, 'Hi.', 0, 4.5], [null, 'Ho.', 6, 7]], { leftOut: ['5.000000\t5.000000'], notes: [silent(4), 'No speaker was recognized in this file.'] }],
])('a label track of Audacity %s', async (_, lines, turns, more) => {
	await expectMeeting(lines.join('\n'), 'x.txt', turns, more);
});
