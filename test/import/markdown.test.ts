import { parseMeeting } from '../../sandbox/import/index.ts';

const read = async (text: string, filename = 'x.md') => {
	const { title, startedAt, segments, leftOut, notes } = await parseMeeting(text, filename);
	return { title, startedAt, turns: segments.map(({ speaker, text: said }) => [speaker, said]), leftOut, notes };
};

const BODY = '**Mara:** Hi.\n\n**Jon:** Yes.\n\n**Mara:** Bye.\n';
const TURNS = [['Mara', 'Hi.'], ['Jon', 'Yes.'], ['Mara', 'Bye.']];
const noon = (...[year, month, day]: [number, number, number]): number => new Date(year, month - 1, day, 12).getTime();

it.each<[top: string, title: string, startedAt?: number | null, leftOut?: string[]]>([
	['---\ntitle: Weekly\ndate: 2026-03-04\n---', 'Weekly', noon(2026, 3, 4)],
	['---\ntitle: "Weekly \\"sync\\""\nstartTime: 2026-03-04T10:00:00Z\ndate: 2026-01-01\npeople:\n  - name: Mara de Holt\n- Jon\n# so\n\nsummary: They all agreed.\nkind: call\n---', 'Weekly "sync"', Date.UTC(2026, 2, 4, 10), ['summary: They all agreed.']],
	['---\ntitle:  \'Weekly\'\ndate: 2026-03-04 10:00Z\naliases: a b\nid: a b\ntags: a b\npeople: a b\n---', 'Weekly', Date.UTC(2026, 2, 4, 10)],
	['---\ncreated: 2026-01-01\ndate: 4 March 2026\nstartTime: so on\n---', 'X', noon(2026, 3, 4)],
	['---\ndate: 2026-99-99T10:00\n---', 'X'],
	['---\ntitle: "Weekly\ntitle: so\n---', '"Weekly'],
	['---\ntitle: \'Weekly\n---', '\'Weekly'],
	['---\ntitle: It\'s \'so\'\n---', 'It\'s \'so\''],
	['---\ntitle: \'so\' it is\n---', '\'so\' it is'],
	['---\n---', 'X'],
	['---\n---\n# Weekly', 'Weekly'],
	['# Weekly', 'Weekly'],
	['#', 'X'],
	['   ###### Weekly', 'Weekly'],
	['#Weekly', '#Weekly'],
	['    # Weekly', '# Weekly'],
	['####### Weekly', '####### Weekly'],
	['[[Weekly]]', 'X'],
	['[[a]] [[b]]', '[[a]] [[b]]'],
	['so [[a]]', 'so [[a]]'],
	['> Weekly', 'Weekly'],
	['Title: *Weekly*', 'Weekly'],
])('a note may begin with %j', async (top, title, startedAt = null, leftOut = []) => {
	expect(await read(`${top}\n${BODY}`)).toEqual({ title, startedAt, turns: TURNS, leftOut, notes: [] });
});

it.each(['so: a\n---\ntitle: Weekly\n---', '---\nso we go\n---', '---\nso: a', '---\ntitle: a\nso we go\n---'])('is no front matter, and may be said: %j', async (top) => {
	expect((await read(`${top}\n${BODY}`)).turns.length).toBeGreaterThan(3);
});

it('one’s own notes below an exported meeting are left out', async () => {
	expect(await read(`${BODY}\n<!-- Your own notes go below this line. -->\n\nMy note: all.\n  x\n`)).toMatchObject({ turns: TURNS, leftOut: ['My note: all.', '  x'] });
	expect((await read(`${BODY}so <!-- Your own notes go below this line. -->\n`)).turns.at(-1)?.[1]).toMatch(/so <!--/);
});

it.each([
	['a **b** __c__ **d**.', 'a b c d.'],
	['a *b* _c_, *d e*.', 'a b c, d e.'],
	['a `b_c_d` `*e*` f', 'a b_c_d e f'],
	['**a *b* c**', 'a b c'],
	['a \\*b\\* \\_c\\_ \\\\ \\# \\~', 'a *b* _c_ \\ # ~'],
	['2 * 3 * 4, a*b*c, a_b_c, x\\nb', '2 * 3 * 4, a*b*c, a_b_c, x\\nb'],
	['** b ** __ c __ **d', '** b ** __ c __ **d'],
	['a ** b** a **b ** c', 'a ** b** a **b ** c'],
	['\\**b** **b\\**', '**b** **b**'],
	['a \\*b* *c\\*', 'a *b* *c*'],
	['a * b* a *b * c', 'a * b* a *b * c'],
	['`` `a` ``', '`` a ``'],
	['a \\`b` c', 'a `b` c'],
	['> a >> b', '> a >> b'],
	[`**${'a'.repeat(301)}** b`, `**${'a'.repeat(301)}** b`],
	[`*${'a'.repeat(501)}* b`, `*${'a'.repeat(501)}* b`],
	[`\`${'a'.repeat(301)}\` b`, `\`${'a'.repeat(301)}\` b`],
	[`*${'a'.repeat(20_000)}`, `*${'a'.repeat(20_000)}`],
])('marks are no words, and words no marks: %s', async (written, said) => {
	expect((await read(`${BODY}\n**Jon:** ${written}\n`)).turns.at(-1)).toEqual(['Jon', said]);
});

it.each([
	['bold', (name: string) => `**${name}:** `],
	['bold without its colon', (name: string) => `**${name}**: `],
	['underlined', (name: string) => `__${name}:__ `],
	['in a list', (name: string) => `- **${name}:** `],
	['in another list', (name: string) => `*  **${name}:** `],
	['quoted', (name: string) => `   > **${name}:** `],
	['alone', (name: string) => `**${name}**\n`],
	['in headings', (name: string) => `## ${name}\n`],
	['italic', (name: string) => `**_${name}_:** `],
])('names may be %s', async (_, write) => {
	const text = [['Mara', 'Hi.'], ['Jon', 'Yes.'], ['Mara', 'Bye.']].map(([name = '', said]) => `${write(name)}${said}\n`).join('\n');
	for (const filename of ['x.md', 'x.txt']) expect(await read(text, filename)).toMatchObject({ turns: TURNS, leftOut: [] });
});

it('a quote within what is said goes on, and two signs are a change of speaker', async () => {
	expect((await read('**Mara:** Hi.\n> so\n>and on\n\n**Jon:** Yes.\n')).turns).toEqual([['Mara', 'Hi. so and on'], ['Jon', 'Yes.']]);
	expect((await read('>> Hi.\n>> Yes.\n> so\n')).turns).toEqual([[null, 'Hi.'], [null, 'Yes. so']]);
});

it.each([
	['x.txt', '*Hi*.'],
	['x.md', 'Hi.'],
	['x.MARKDOWN', 'Hi.'],
	['x.md.txt', '*Hi*.'],
	['xmd', '*Hi*.'],
])('without headings and bold names, the file name says whether stars are marks: %s', async (filename, said) => {
	expect((await read('Mara: *Hi*.\nJon: a **b** c\nMara: #5 **\nJon: # no', filename)).turns[0]).toEqual(['Mara', said]);
});

it('front matter alone makes a text a note', async () => {
	expect(await read('---\ntitle: Weekly\n---\nMara: Hi.\nJon: Yes.\nMara: Bye.', 'x.txt')).toMatchObject({ title: 'Weekly', turns: TURNS });
});

it.each([
	['and a gap', '\n\n', ['**Mara: When?**', 'On Friday.', '**Mara: Why?**', 'Because.', '**And then?**', 'Nothing.'], null],
	['and no gap', '\n', ['**Mara: When?**', 'On Friday.', '**Mara: Why?**', 'Because.', '**And then?**', 'Nothing.'], null],
	['where answers have a name', '\n\n', ['**Mara: When?**', 'Jon: On Friday.', '**Mara: Why?**', 'Jon: Because.', '**And then?**', 'Jon: Nothing.'], 'Jon'],
])('nobody answers their own question in bold, %s', async (_, gap, lines, speaker) => {
	const answered = ([question, answer]: readonly [string, string]): unknown[] => [[question === 'And then?' ? null : 'Mara', question], [speaker, answer]];
	const { turns, notes } = await read(lines.join(gap));
	expect(turns).toEqual(([['When?', 'On Friday.'], ['Why?', 'Because.'], ['And then?', 'Nothing.']] as const).flatMap(answered));
	expect(notes).toEqual([expect.stringMatching(/ without a name.*; nobody is named as (?:its|their) speaker\.$/)]);
});

it('a question in bold may have several lines, and so may its answer', async () => {
	const { turns } = await read('**Mara: When?**\n**And where?**\nOn Friday.\nHere.\n**Mara: Why?**\nBecause.\n');
	expect(turns).toEqual([['Mara', 'When? And where?'], [null, 'On Friday. Here.'], ['Mara', 'Why?'], [null, 'Because.']]);
});

it.each(['Action items', 'Next steps:', 'To-dos', 'Aufgaben', 'Nächste Schritte'])('says that key points may not have what is listed below a heading: %s', async (heading) => {
	const { notes, leftOut } = await read(`${BODY}\n## ${heading}\n\n- Mara: send the offer\n- Jon to book the room\n`);
	expect(leftOut).toEqual([heading]);
	expect(notes).toContain(`Line 7: “${heading}” is the heading of a list of what was agreed. Nobody is named as saying it, so key points may lack it.`);
});

it('says nothing about what is listed below another heading', async () => {
	expect((await read(`${BODY}\n## What a lawyer does\n\n- Mara: send the offer\n`)).notes.join()).not.toContain('key points');
});
