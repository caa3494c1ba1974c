import { fold } from '../text.ts';
import { isDate } from './dates.ts';
import type { PlainLine } from './markdown.ts';

const NUMBERED = '(?:page|seite|página|pagina) (\\d+) ?(?:of|von|de|di|sur|/) ?\\d+';
/** `Page 2 of 3` at the start or the end of a line, or `Page 2` set apart at its end. */
const PAGE = new RegExp(`^${NUMBERED}(?!\\S)|(?<!\\S)${NUMBERED}$|(?:[|–—-]\\s|(?<=^|\\s\\s|\\t))page (\\d+)$`, 'i');
/** `12`, `- 12 -`: alone on a line. */
const BARE = /^(?:[-–—] ?)?(\d{1,4})(?: ?[-–—])?$/;

interface Heading {
	/** Where it is among the lines with text. */
	readonly at: number;
	readonly page: number;
	/** What is written beside the number. */
	readonly title: string;
}

/**
 * The lines without the headings of their pages, across which people go on speaking, and those headings. A heading has a number that
 * rises from page to page; lines beside it that every page has belong to it. At the top of the file, its title and its date stay.
 */
export function withoutPages(all: readonly PlainLine[]): { lines: readonly PlainLine[]; headings: readonly string[] } {
	const lines = all.filter(({ text }) => text !== '');
	const found = lines.flatMap((line, at): readonly Heading[] => {
		const match = PAGE.exec(line.text);
		return match === null ? [] : [{ at, page: Number(match[1] ?? match[2] ?? match[3]), title: withoutNumber(line) }];
	});
	const bare = lines.flatMap(({ text }, at) => BARE.exec(text)?.slice(1, 2).map((number) => ({ at, page: Number(number) })) ?? []);
	const removed = new Set<PlainLine | undefined>();
	let top: PlainLine | undefined;
	// Two numbers may as well be said, or stand for two speakers.
	if (bare.length > 2 && bare.every(({ page }, index) => page === (bare[0]?.page ?? 0) + index)) for (const { at } of bare) removed.add(lines[at]);
	for (const [title, headings] of Map.groupBy(found, (heading) => fold(heading.title))) {
		if (headings.some(({ page }, index) => page <= (headings[index - 1]?.page ?? 0)) || (headings.length < 2 && title !== '') || /[:：]$/.test(title)) continue;
		const places = headings.map(({ at }) => at);
		const offsets = [0, ...repeated(lines, places, -1), ...repeated(lines, places, 1)];
		for (const at of places) for (const offset of offsets) removed.add(lines[at + offset]);
		for (const [index, line] of lines.slice(0, offsets.length).entries()) {
			if (index === 0 && removed.has(line) && withoutNumber(line) !== '') top = line;
			if (line === top || isDate(line.text)) removed.delete(line);
		}
	}
	return {
		lines: left(all, removed).map((line) => (line === top ? { ...line, text: withoutNumber(line) } : line)),
		headings: lines.filter((line) => removed.has(line)).map(({ text }) => text),
	};
}

/** The lines that are left. Where a sentence goes on in small letters, empty lines around a heading end no paragraph. */
function left(all: readonly PlainLine[], removed: ReadonlySet<PlainLine | undefined>): readonly PlainLine[] {
	const kept: PlainLine[] = [];
	let gap: PlainLine[] = [];
	let isBroken = false;
	for (const line of all) {
		if (removed.has(line)) isBroken = true;
		else if (line.text === '') gap.push(line);
		else {
			kept.push(...(isBroken && /^\p{Ll}/u.test(line.text) ? [] : gap), line);
			[gap, isBroken] = [[], false];
		}
	}
	return kept;
}

const withoutNumber = ({ text }: PlainLine): string => text.replace(PAGE, '').trim();

/**
 * How far from each heading, on one side of it, lines are that every page has. On two pages, these may as well be a speaker’s name or an
 * answer, unless they are dates.
 */
function repeated(lines: readonly PlainLine[], places: readonly number[], side: number): readonly number[] {
	const offsets = Array.from({ length: MOST_BESIDE }, (_, index) => side * (index + 1));
	const end = offsets.findIndex((offset) => {
		const [text = '', ...others] = places.map((at) => lines[at + offset]?.text);
		const isEach = !/[:：]/.test(text) && others.every((other) => other === text) && (others.length > 1 || isDate(text));
		return !isEach || lines.filter((line) => line.text === text).length > places.length;
	});
	return end < 0 ? offsets : offsets.slice(0, end);
}

const MOST_BESIDE = 3;
