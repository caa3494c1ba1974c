import { ImportError, parseMeeting } from '../../sandbox/import/index.ts';
import { type Layout, layouts, type Said } from './layouts.ts';

const NAMES = ['jon pike', 'Holt, Mara', 'Ada Quill'];
const LETTERS = [...'bcdfghjklmnprstvw'];
/** A unique word that no name or time contains. */
const wordOf = (index: number): string => [0, 1, 2].map((place) => `${LETTERS[Math.floor(index / LETTERS.length ** place) % LETTERS.length]}${'aeiou'[(index + place) % 5]}`).join('');
const LENGTHS = [3, 1, 16, 2, 6, 4];
const OPENINGS = ['We never agreed on', 'Let us meet about', 'The plan is this:', 'So', 'Hm, well,', 'What do you think about'];

const whole: readonly Said[] = Array.from({ length: 12 }, (_, turn) => ({
	speaker: NAMES[[0, 1, 0, 2, 1, 0, 1, 2, 1, 0, 1, 0][turn] ?? 0] ?? '',
	text: `${OPENINGS[turn % OPENINGS.length]} ${Array.from({ length: LENGTHS[turn % LENGTHS.length] ?? 1 }, (__, word) => wordOf(turn * 20 + word)).join(' ')}.`,
	startMs: turn * 4000,
	endMs: turn * 4000 + 3500,
}));
const owners = new Map(whole.flatMap(({ speaker, text }) => wordsOf(text).filter((word) => !OPENINGS.join(' ').includes(word)).map((word) => [word, speaker])));
const nameWords = new Set(NAMES.flatMap(wordsOf));

function wordsOf(text: string): string[] {
	return text.match(/\p{L}+/gu) ?? [];
}

/** Damage to a line, as editors, converters, recognition of print and cut downloads do it. */
const damages: Readonly<Record<string, (line: string) => string[]>> = {
	'is missing': () => [],
	'has an empty line above it': (line) => ['', line],
	'has an empty line below it': (line) => [line, ''],
	'is cut': (line) => [line.slice(0, line.length / 2)],
	'occurs twice': (line) => [line, line],
	'has a letter for a digit': (line) => [line.replace(/\d(?!.*\d)/, 'x')],
	'has the letter O for zero': (line) => [line.replace('0', 'O')],
	'lacks a sign': (line) => [line.replace(/[:>|*"]/, '')],
	'lacks its last colon': (line) => [line.replace(/:(?=[^:]*$)/, '')],
	'has a zero': (line) => [`${line}\u0000`],
	'has a control character': (line) => [`${line}\u0007`],
	'is reversed': (line) => [[...line].toReversed().join('')],
};

/** The mistakes in how a damaged file was read. */
async function wrongs(text: string, { extension }: Layout): Promise<string[]> {
	const before = performance.now();
	const meeting = await parseMeeting(text, `x.${extension}`).catch((error: unknown) => error instanceof ImportError ? null : Promise.reject(error));
	expect(performance.now() - before).toBeLessThan(2000);
	if (meeting === null) return [];
	const hasNote = meeting.notes.length > 0;
	return meeting.segments.flatMap(({ speaker, text: said }) => {
		const written = speaker?.replace(';', ',') ?? null;
		// A damaged name must not be attributed to somebody else, and a note quotes it.
		const isDoubtful = (speaker === null && hasNote) || (speaker !== null && !NAMES.includes(written ?? '') && meeting.notes.some((note) => note.includes(speaker)));
		const stolen = wordsOf(said).filter((word) => owners.has(word) && owners.get(word) !== written && !isDoubtful);
		const furniture = hasNote ? [] : [...wordsOf(said).filter((word) => nameWords.has(word)), ...(said.match(/\d[:x.O]\S*\d|-->|<v/g) ?? [])];
		return [...stolen.map((word) => `${speaker} says ${word} of ${owners.get(word)}`), ...furniture.map((part) => `${part} is said`)];
	});
}

/** Not every kind of damage is tried on every line, which would take half a minute. */
const STEP = 5;

describe.each(layouts.filter(({ extension }) => !['docx', 'ttml'].includes(extension)))('$name', (layout) => {
	const written = String(layout.write(whole));
	const lines = written.split('\n');

	it.each(Object.entries(damages))('gives no words to somebody else, and no name or time to anybody, where a line %s', async (_, damaged) => {
		for (let index = 0; index < lines.length; index += STEP) {
			// Each kind of damage starts at another line, so that headers, times and texts are all damaged.
			const at = index + ((index / STEP) % STEP);
			const text = [...lines.slice(0, at), ...damaged(lines[at] ?? ''), ...lines.slice(at + 1)].join('\n');
			if (text !== written) expect([at + 1, await wrongs(text, layout)]).toEqual([at + 1, []]);
		}
	});
});

it('finds the words of somebody else, a name and a time where they are', async () => {
	const text = 'Holt, Mara: bacada fega\njon pike: 0:12 jon\nHolt, Mara: hm\n';
	expect(owners.get(wordOf(0))).toBe('jon pike');
	expect(await wrongs(`Holt, Mara: ${wordOf(0)}\nHolt, Mara: jon 0:12\nAda Quill: hm\nAda Quill: hm`, { name: '', extension: 'txt', write: () => text })).toEqual([`Holt, Mara says ${wordOf(0)} of jon pike`, 'jon is said', '0:12 is said']);
});
