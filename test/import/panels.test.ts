import { parseMeeting } from '../../sandbox/import/index.ts';

const GUESTS = [
	['Ada Quill', 'I study rivers and how they move.'],
	['Boris Lang', 'I build bridges.'],
	['Cara Diaz', 'I run the plant.'],
	['Dev Patel', 'I teach.'],
	['Eve Stone', 'I write about water.'],
	['Finn O’Hara', 'I farm the land.'],
	['Gus Berg', 'I fish there.'],
] as const;
const PANEL = [['Moderator', 'Welcome to the panel.'], ...GUESTS, ['Moderator', 'Thank you all.']] as const;

type Turn = (name: string, text: string, at: string, number: number) => string;

/** Turns as a file writes them, ten seconds after each other. */
const written = (turns: readonly (readonly [string, string])[], turn: Turn): string =>
	turns.map(([name, text], index) => turn(name, text, `00:0${Math.floor(index / 6)}:${(index * 10) % 60 || '00'}`, index + 1)).join('\n');

async function read(text: string, filename: string) {
	const { segments, notes } = await parseMeeting(text, filename);
	return { turns: segments.map(({ speaker, text: said }) => [speaker, said]), notes: notes.join(' ') };
}

type Layout = readonly [what: string, turn: Turn, filename: string];

const LAYOUTS: readonly Layout[] = [
	['before a colon', (name, text) => `${name}: ${text}`, 'x.txt'],
	['before a colon, in paragraphs', (name, text) => `${name}: ${text}\n`, 'x.txt'],
	['in bold', (name, text) => `**${name}:** ${text}\n`, 'x.md'],
	['in brackets', (name, text) => `[${name}] ${text}`, 'x.txt'],
	['in angle brackets', (name, text) => `<${name}> ${text}`, 'x.txt'],
	['before a tab', (name, text) => `${name}\t${text}`, 'x.txt'],
	['above what they say', (name, text) => `${name}\n${text}\n`, 'x.txt'],
];
const TIMED: readonly Layout[] = [
	['behind a time', (name, text, at) => `[${at}] ${name}: ${text}`, 'x.txt'],
	['before a time', (name, text, at) => `${name} [${at}] ${text}\n`, 'x.txt'],
	['before a time and a colon', (name, text, at) => `${name} (${at}): ${text}`, 'x.txt'],
	['before a colon and a time', (name, text, at) => `${name}: [${at}] ${text}`, 'x.txt'],
	['in captions', (name, text, at, number) => `${number}\n${at},000 --> ${at},900\n${name}: ${text}\n`, 'x.srt'],
];
const ONCE = 'were read as speakers who speak only once; check that these are names.';

it.each<Layout>([...LAYOUTS, ...TIMED])('the guests of a panel speak once each, and its chair twice: names %s', async (_, turn, filename) => {
	const { turns, notes } = await read(written(PANEL, turn), filename);
	expect(turns).toEqual(PANEL);
	expect(notes).toContain(ONCE);
});

it('names in capital letters may have a period behind them', async () => {
	expect((await read(written(PANEL, (name, text) => `${name.toUpperCase()}. ${text}`), 'x.txt')).turns).toEqual(PANEL.map(([name, text]) => [name.toUpperCase(), text]));
});

it.each<Layout>(TIMED)('everybody speaks once: names %s', async (_, turn, filename) => {
	const { turns, notes } = await read(written(GUESTS, turn), filename);
	expect(turns).toEqual(GUESTS);
	expect(notes).toContain(ONCE);
});

it.each([
	['people who all speak once, without times', GUESTS],
	['points', [['Marketing', 'new campaign in May.'], ['Hiring', 'two people start.'], ['Legal', 'the contract is signed.'], ['Launch', 'the third of March.'], ['Office', 'the lease ends.']]],
] as const)('nobody is named, and a note says where somebody may be: %s', async (_, turns) => {
	const found = await read(written(turns, (name, text) => `${name}: ${text}`), 'x.txt');
	expect(found.turns).toEqual(turns.map(([name, text]) => [null, `${name}: ${text}`]));
	expect(found.notes).toContain('may be names or part of what is said; nobody is named as the speaker.');
});

it.each([
	['Marketing Budget', 'Launch Date', 'Open Questions', 'Sales Targets', 'Next Steps', 'Launch Date'],
	['Marketing Budget', 'Launch Date', 'Open Questions', 'Sales Targets', 'Office Lease', 'Launch Date'],
	['Budget', 'Marketing', 'Hiring', 'Legal', 'Office', 'Budget'],
])('a list of points is no panel, although one comes twice: %s', async (...points) => {
	const { turns } = await read(points.map((point) => `${point}: as planned.`).join('\n'), 'x.txt');
	expect(turns.filter(([speaker]) => speaker !== null)).toEqual([]);
});
