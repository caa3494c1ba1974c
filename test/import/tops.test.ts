import { parseMeeting } from '../../sandbox/import/index.ts';

const read = async (text: string, filename = 'x.txt') => {
	const { title, startedAt, segments, leftOut, notes } = await parseMeeting(text, filename);
	return { title, startedAt, turns: segments.map(({ speaker, text: said }) => `${speaker ?? ''}|${said}`), leftOut, notes: notes.join(' ') };
};

const [TITLES, FACTS] = [
	['Title', 'Topic', 'Meeting title', 'Minutes', 'Meeting notes', 'Titel', 'Thema', 'Betreff', 'Besprechung', 'Título', 'Titulo', 'Tema', 'Asunto', 'Reunión', 'Titre', 'Objet', 'Sujet', 'Réunion', 'Assunto', 'Reunião', '会议主题', '議題', '제목'],
	[
		...['When', 'Where', 'Location', 'Duration', 'Attendees', 'Present', 'In attendance', 'Apologies', 'Meeting date', 'Meeting participants', 'Start time', 'Organizer', 'Recorded', 'Host', 'Language', 'Speakers', 'Keywords', 'Summary keywords', 'Saved on', 'Exported', 'Exported on'],
		...['Uhrzeit', 'Zeit', 'Beginn', 'Dauer', 'Teilnehmende', 'Teilnehmerinnen', 'Anwesend', 'Anwesende', 'Sprache', 'Protokoll'],
		...['Hora', 'Lugar', 'Duración', 'Asistentes', 'Idioma', 'Heure', 'Lieu', 'Durée', 'Présents', 'Langue', 'Data', 'Duração', 'Presentes'],
		...['会议时间', '参会人', '日時', '参加者', '일시', '참석자'],
	],
];
const BODY = 'Mara: Hi.\nJon: Yes.\nMara: Bye.';
const OTTER = 'Mara  0:05\nHi.\n\nJon  0:09\nYes.\n\nMara  0:12\nBye.';
const TURNS = ['Mara|Hi.', 'Jon|Yes.', 'Mara|Bye.'];

it.each(TITLES)('%s names a meeting', async (label) => {
	expect(await read(`${label}: Offer\n${BODY}`)).toMatchObject({ title: 'Offer', turns: TURNS, leftOut: [], notes: '' });
});

it.each(FACTS)('%s says something about a meeting', async (label) => {
	expect(await read(`${label}: so\n${BODY}`)).toMatchObject({ title: 'X', turns: TURNS, leftOut: [`${label}: so`], notes: '' });
});

it.each<[above: string, title: string, leftOut?: string[], body?: string]>([
	['Weekly', 'Weekly'],
	['4 things to do', '4 things to do'],
	['Sitzung vom 4.', 'Sitzung vom 4.'],
	['Dr. Holt und Mara', 'Dr. Holt und Mara'],
	['A'.repeat(300), 'A'.repeat(300)],
	['# Weekly\n## Sales', 'Weekly – Sales'],
	['Title:\nWeekly\n', 'Weekly', ['Title:']],
	['# Transcript: Weekly', 'Weekly'],
	['# Transcription – Weekly', 'Weekly'],
	['# Transcript : Weekly', 'Weekly'],
	['# Transcript of it', 'Transcript of it'],
	['# Our transcript: Weekly', 'Our transcript: Weekly'],
	['Weekly - Transcript of it', 'Weekly - Transcript of it'],
	['Weekly -  Transcript', 'Weekly', [], OTTER],
	['Weekly - Transcript of it', 'Weekly - Transcript of it', [], OTTER],
	['Transcript:', 'X', ['Transcript:'], OTTER],
	['📖 Transcript', 'X', ['📖 Transcript'], OTTER],
	['My transcript', 'My transcript', [], OTTER],
	['Transcript A', 'Transcript A', [], OTTER],
	['by Mara\n# Weekly', 'Weekly', ['by Mara'], OTTER],
	['Attendees: Mara, Jon\nWeekly', 'X', ['Attendees: Mara, Jon', 'Weekly'], OTTER],
	['Attendees\nMara, Jon', 'X', ['Attendees', 'Mara, Jon'], OTTER],
	['March 4, 2026', 'X', ['March 4, 2026'], OTTER],
	['Title:', 'X', ['Title:'], OTTER],
	['04/03/2026\nWeekly', 'Weekly', ['04/03/2026'], OTTER],
	['Weekly\nMara, Jon', 'Weekly', ['Mara, Jon'], OTTER],
	['Board Meeting (10:30)\n', 'Board Meeting (10:30)', [], OTTER],
	['Weekly\nMara\nJon\n', 'Weekly', ['Mara', 'Jon']],
	['Weekly\nMara, Jon', 'Weekly', ['Mara, Jon'], 'Mara\n0:05\nHi.\nJon\n0:09\nYes.\nMara\n0:12\nBye.'],
	['Weekly\nMara, Jon', 'Weekly', ['Mara, Jon'], `0:05\n\n${BODY}`],
])('what is above the speakers is no speech: %j', async (above, title, leftOut = [], body = BODY) => {
	expect(await read(`${above}\n${body}`)).toMatchObject({ title, turns: TURNS, leftOut, notes: '' });
});

it('what is above times alone is no speech', async () => {
	expect(await read('Weekly\nby Mara\n0:01 Hi.\n0:05 Yes.')).toMatchObject({ title: 'Weekly', turns: ['|Hi.', '|Yes.'], leftOut: ['by Mara'] });
});

it('the first heading is the title, also where nobody is named', async () => {
	expect(await read('# Supplier meeting\n\nThe board is informed.\n\nThe offer is late.')).toMatchObject({ title: 'Supplier meeting', leftOut: [] });
});

it.each<[above: string, said: string, title?: string, leftOut?: string[], body?: string]>([
	['a'.repeat(301), 'a'.repeat(301)],
	[`Weekly\n${'a'.repeat(301)}\n`, 'a'.repeat(301), 'Weekly'],
	['Weekly\nby Mara\n\nso we all go\n', 'so we all go', 'Weekly', ['by Mara']],
	['Weekly\nSales', 'Sales', 'Weekly'],
	['Gut, fangen wir an.', 'Gut, fangen wir an.'],
	['“Gut, fangen wir an.”', '“Gut, fangen wir an.”'],
	['so we all go\nWeekly', 'so we all go Weekly'],
	['and so we went.', 'and so we went.', 'X', [], OTTER],
	['and so we went.\nWeekly', 'and so we went.', 'X', ['Weekly'], OTTER],
	['Weekly\nso we all go.', '', 'Weekly', ['so we all go.'], OTTER],
	['and so we went.\nTranscript', '', 'X', ['and so we went.', 'Transcript']],
	['Weekly\nBudget: forty\n', 'Budget: forty', 'Weekly'],
])('above the speakers somebody may speak: %j', async (above, said, title = 'X', leftOut = [], body = BODY) => {
	expect(await read(`${above}\n${body}`)).toMatchObject({ title, turns: [...(said === '' ? [] : [`|${said}`]), ...TURNS], leftOut });
});

it.each<[text: string, turns: string[]]>([
	['[0:01] Host: Hi.\n[0:02] Jon: Yes.\n[0:03] Mara: Ok.', ['Host|Hi.', 'Jon|Yes.', 'Mara|Ok.']],
	['Host: Hi.\nJon: Yes.\nHost: Good.', ['Host|Hi.', 'Jon|Yes.', 'Host|Good.']],
	[`${'Mara\nHi.\n\nJon\nYes.\n\n'.repeat(6)}Mara\nWhere: in May`, [...Array.from({ length: 12 }, (_, index) => TURNS[index % 2] ?? ''), 'Mara|Where: in May']],
	['<p style="a">Mara: Hi.</p>\n<b><i><u>Jon: Yes,</u></i></b> so <br> <x>so</x><br />\n<font>Mara: Bye.</font><br>', ['Mara|Hi.', 'Jon|Yes, so <br> <x>so</x>', 'Mara|Bye.']],
	['Mara: 1 so\nJon: 2 so\nMara: 3 so', ['Mara|1 so', 'Jon|2 so', 'Mara|3 so']],
	['1 so we go', ['|1 so we go']],
	['2 so\n3 go', ['|2 so 3 go']],
	['1 so\n3 go', ['|1 so 3 go']],
	['so\n1 go', ['|so 1 go']],
	[`\t1\tMara: Hi.\n 2\n 3  Jon: Yes.\n${[4, 5, 6, 7, 8, 9, 10].map((number) => `${number} so\n`).join('')}1   Mara: Bye.`, ['Mara|Hi.', 'Jon|Yes. so so so so so so so', 'Mara|Bye.']],
	['Iq. One.\nUsa. Two.\nIq. Three.\nUsa. Four.', ['|Iq. One. Usa. Two. Iq. Three. Usa. Four.']],
	['Mara: We meet at\n10:30\nJon: Yes.\nMara: Bye.', ['Mara|We meet at 10:30', 'Jon|Yes.', 'Mara|Bye.']],
])('all of it is speech: %j', async (text, turns) => {
	expect((await read(text)).turns).toEqual(turns);
});

it.each([
	['Weekly\nCall (2026-03-04 10:00 UTC)', '2026-03-04T10:00:00Z'],
	['Weekly\n4 March 2026', '2026-03-04T12:00:00Z'],
	[`Weekly\n${'so\n'.repeat(18)}4 March 2026`, '2026-03-04T12:00:00Z'],
])('a meeting took place when the top says: %j', async (top, at) => {
	expect((await read(`${top}\n${OTTER}`)).startedAt).toBe(Date.parse(at));
	expect((await read(`${'so\n'.repeat(20)}${top}\n${OTTER}`)).startedAt).toBeNull();
});

it('above the speakers, what may be a name is named in the note', async () => {
	expect((await read(`Weekly\nBudget: forty\n${BODY}`)).notes).toMatch(/“Budget” may be a name/);
	expect((await read(`Weekly\nSales\n${BODY}`)).notes).toMatch(/text above the first speaker/);
});

it.each<[text: string, turns: string[], leftOut: string[]]>([
	[`${BODY}\n\n## Notes\n\nMara sends it.`, TURNS, ['Notes', 'Mara sends it.']],
	['**Mara:** Hi.\n\n## Next\n\nMara sends it.\n\n**Jon:** Yes.\n\n**Mara:** Bye.', ['Mara|Hi.', '|Mara sends it.', 'Jon|Yes.', 'Mara|Bye.'], ['Next']],
	['so we all go.\n\n## Next\n\nand on.', ['|so we all go.', '|and on.'], ['Next']],
])('below a heading, somebody speaks only if others do so further below, or nobody has a name: %j', async (text, turns, leftOut) => {
	expect(await read(text, 'x.md')).toMatchObject({ turns, leftOut });
});

it('a time of more than a week is ignored, unless dates say so', async () => {
	expect(await parseMeeting('[0:01] Mara: Hi.\n[168:00:00] Jon: Yes.\n[168:00:01] Mara: Bye.', 'x.txt')).toMatchObject({
		segments: [{ startMs: 1000 }, { startMs: 604_800_000 }, { startMs: 604_800_400 }],
		notes: ['Line 3: a time more than a week after the start; it was ignored.'],
	});
	expect(await parseMeeting('[04.03.2026, 10:00] Mara: Hi.\nso\n[04.04.2026, 10:00] Jon: Yes.\n[04.05.2026, 10:00] Mara: Bye.', 'x.txt')).toMatchObject({ segments: [{}, { startMs: 31 * 86_400_000 }, {}], notes: [] });
});

it('times of day count from the first in the file', async () => {
	expect((await parseMeeting('[10:00:10] Mara: Hi.\n[10:00:00] Jon: Yes.\n[10:00:20] Mara: Bye.', 'x.txt')).segments.map(({ startMs }) => startMs)).toEqual([0, 0, 10_000]);
});

it.each([
	['a/b/weekly--sync_3.txt', 'Weekly sync 3'],
	['C:\\b\\notes.TXT', 'Notes'],
	['a.b c.txt', 'A b c'],
	['Weekly - Transcript.docx', 'Weekly'],
	['Weekly – transcript.docx', 'Weekly'],
	['Weekly – transcript of it.txt', 'Weekly – transcript of it'],
	['so + transcript.txt', 'So + transcript'],
	['x', 'X'],
	['.txt', null],
])('the name of a file is a title: %s', async (filename, title) => {
	expect((await read(BODY, filename)).title).toBe(title);
});

it('the top of minutes is no speech, and who speaks below is known', async () => {
	const top = 'MINUTES of the meeting of the TOWN COUNCIL held on Friday 20 November 2026 at 7.00 pm\nPresent: Cllr. O’Neill (Chair), Cllr. Petrov\nIn attendance: Town Clerk\n\n';
	const { title, turns, leftOut, startedAt, notes } = await read(`${top}The Mayor: I call the meeting to order.\nCllr. O’Neill: I move that the car park be closed.\nCllr. Petrov: Seconded.\nThe Mayor: Carried.\nCllr. O’Neill: Point of order.`);
	expect([title, startedAt, leftOut]).toEqual([top.split('\n')[0], new Date(2026, 10, 20, 19).getTime(), top.split('\n').slice(1, 3)]);
	expect(turns.map((turn) => turn.split('|')[0])).toEqual(['The Mayor', 'Cllr. O’Neill', 'Cllr. Petrov', 'The Mayor', 'Cllr. O’Neill']);
	expect(notes).toBe('');
});

it('a date that somebody says is no date of the meeting', async () => {
	expect(await read('Mara: We met on\n20 November 2026\nJon: Yes.\nMara: Bye.')).toMatchObject({ startedAt: null, turns: ['Mara|We met on 20 November 2026', 'Jon|Yes.', 'Mara|Bye.'] });
});
