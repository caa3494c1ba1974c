import { parseMeeting } from '../../sandbox/import/index.ts';

const read = async (text: string) => {
	const { title, startedAt, segments, leftOut, notes } = await parseMeeting(text, 'x.txt');
	return { title, day: startedAt === null ? null : new Date(startedAt).toDateString(), turns: segments.map(({ speaker, text: said }) => `${speaker ?? ''}|${said}`), leftOut, notes };
};

/** Speech over three pages, each of which begins with `heading` with its number. */
const paged = (heading: (page: number) => string) => `${heading(1)}\nMara: The boiler has been broken since the\n${heading(2)}\nbeginning of May.\nJon: Who pays?\n${heading(3)}\nMara: Not us.\nJon: Good.`;
const TURNS = ['Mara|The boiler has been broken since the beginning of May.', 'Jon|Who pays?', 'Mara|Not us.', 'Jon|Good.'];

it.each<[what: string, heading: (page: number) => string, title: string]>([
	['with a title', (page) => `Council Minutes   Page ${page} of 3`, 'Council Minutes'],
	['with a title behind them', (page) => `Page ${page} / 3 Council Minutes`, 'Council Minutes'],
	['without a title', (page) => `Page ${page} of 3`, 'X'],
	['set apart', (page) => `Holt v. Pike    Page ${page}`, 'Holt v. Pike'],
	['set apart by a sign', (page) => `Holt v. Pike | page ${page}`, 'Holt v. Pike'],
	['with a time in the title', (page) => `Council at 7:00 in Room 4   Page ${page} of 3`, 'Council at 7:00 in Room 4'],
	['in German', (page) => `Protokoll  Seite ${page} von 3`, 'Protokoll'],
	['with three lines below them', (page) => `Holt v. Pike   Page ${page} of 3\nCounty Court\nRoom 4\nFirst floor`, 'Holt v. Pike'],
	['with an empty line and another below them', (page) => `Holt v. Pike   Page ${page} of 3\n\nCounty Court`, 'Holt v. Pike'],
	['with empty lines around them', (page) => `\nHolt v. Pike   Page ${page} of 3\n`, 'Holt v. Pike'],
	['with lines above and below them', (page) => `County Court\nHolt v. Pike   Page ${page} of 3\nRoom 4`, 'County Court'],
])('people speak on below numbers of pages %s', async (_, heading, title) => {
	const result = await read(paged(heading));
	expect(result).toMatchObject({ title, turns: TURNS, notes: [] });
	const all = [1, 2, 3].flatMap((page) => heading(page).split('\n'));
	for (const line of all.slice(all.length / 3).filter((one) => one !== '')) expect(result.leftOut).toContain(line);
});

it('a title with the number of another page stays as it is above pages with numbers below them', async () => {
	const feet = ['Report page 2 of 9', 'Mara: Hello.', 'Jon: Hi.', 'Page 1 of 2', 'Mara: Who pays?', 'Jon: Not us.', 'Page 2 of 2'];
	expect(await read(feet.join('\n'))).toMatchObject({ title: 'Report page 2 of 9', leftOut: ['Page 1 of 2', 'Page 2 of 2'] });
});

it('the date at the top of each page is that of the meeting', async () => {
	const result = await read(paged((page) => `Minutes   Page ${page} of 3\n20 November 2026`));
	expect(result).toMatchObject({ title: 'Minutes', day: 'Fri Nov 20 2026', turns: TURNS, notes: [] });
});

it.each(['N', '- N -', '-N-', '– N'])('people speak on below numbers alone: %s', async (written) => {
	const [one, two, three] = ['12', '13', '14'].map((number) => written.replace('N', number));
	const { turns, leftOut, notes } = await read(`Mara: It is four thousand plus\n${one}\ntax.\nJon: Who pays?\n${two}\nMara: Not us.\nJon: Good.\n${three}`);
	expect({ turns, leftOut, notes }).toEqual({ turns: ['Mara|It is four thousand plus tax.', 'Jon|Who pays?', 'Mara|Not us.', 'Jon|Good.'], leftOut: [one, two, three], notes: [] });
});

it.each([['12', '13', '15'], ['12', '13'], ['14', '13', '12'], ['12.', '13.', '14.']])('numbers that somebody says stay: %j', async (...numbers) => {
	const { turns } = await read(`Mara: How many?\nJon: So many:\n${numbers.join('\n')}\nMara: Good.\nJon: Bye.`);
	expect(turns[1]).toBe(`Jon|So many: ${numbers.join(' ')}`);
});

it('an empty line between pages ends a paragraph that does not go on in small letters', async () => {
	const { turns } = await read('Mara\nHi.\n\nPage 1 of 2\n\nJon\nYes.\n\nMara\nOn and\n\nPage 2 of 2\n\non.\n\nJon\nBye.');
	expect(turns).toEqual(['Mara|Hi.', 'Jon|Yes.', 'Mara|On and on.', 'Jon|Bye.']);
});

it('names and answers at the tops of pages stay', async () => {
	const { turns } = await read('Page 1 of 2\nMara: Yes.\nJon: No.\nPage 2 of 2\nMara: Yes.\nJon: Why?');
	expect(turns).toEqual(['Mara|Yes.', 'Jon|No.', 'Mara|Yes.', 'Jon|Why?']);
	const { turns: below } = await read('Minutes Page 1 of 2\nMara:\nYes.\nJon:\nNo.\nMinutes Page 2 of 2\nMara:\nYes.\nJon:\nWhy?');
	expect(below).toEqual(turns);
});

it('what is at the tops of all pages stays if it is a turn, or not the same', async () => {
	const { turns } = await read(paged((page) => `Page ${page} of 3\nMara: Yes.`));
	expect(turns.filter((turn) => turn.startsWith('Mara|Yes.'))).toEqual(['Mara|Yes.', 'Mara|Yes. beginning of May.', 'Mara|Yes.']);
	const { leftOut } = await read(paged((page) => `Page ${page} of 3\nRoom ${page === 3 ? 4 : 3}`));
	expect(leftOut).toEqual(['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']);
});

it('at the tops of two pages, the same words may be said twice, and only a date may not', async () => {
	const { turns, leftOut } = await read('Page 1 of 2\n20 November 2026\nand so on\nMara: Hi.\nJon: Who?\nPage 2 of 2\n20 November 2026\nand so on\nMara: Yes.\nJon: Why?');
	expect(turns).toEqual(expect.arrayContaining(['Jon|Who? and so on', 'Mara|Yes.']));
	expect(leftOut).toEqual(['20 November 2026', 'Page 1 of 2', 'Page 2 of 2', '20 November 2026']);
});

it.each([
	['one only', 'Jon: We are on page 1 of 2', 'Mara: No.'],
	['others', 'Jon: See page 1 of 2', 'Mara: See page 2 of 2'],
	['ones that do not rise', 'Jon: See page 2 of 2', 'Jon: See page 1 of 2'],
	['the same twice', 'Jon: See page 1 of 2', 'Jon: See page 1 of 2'],
	['ones behind a name alone', 'Jon: Page 1 of 2', 'Jon: Page 2 of 2'],
])('what people say about pages stays: %s', async (_, one, two) => {
	const { turns } = await read(`Mara: Hi.\n${one}\nMara: Yes.\n${two}\nMara: Bye.\nJon: Bye.`);
	expect(turns).toContain(one.replace(': ', '|'));
	expect(turns).toContain(two.replace(': ', '|'));
});

it('an answer that each page begins with stays if it is given elsewhere, too', async () => {
	const pages = [1, 2, 3].map((page) => `Mara\nIs it ${page}?\n\nJon\nPage ${page} of 3\nYes.\n\n`);
	const { turns, leftOut } = await read(`${pages.join('')}Mara\nIs it four?\n\nJon\nYes.`);
	expect(turns).toEqual(['1', '2', '3', 'four'].flatMap((number) => [`Mara|Is it ${number}?`, 'Jon|Yes.']));
	expect(leftOut).toEqual(['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']);
});
