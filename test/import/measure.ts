import { decode, parseMeeting } from '../../sandbox/import/index.ts';
import type { Layout, Said } from './layouts.ts';

/** How the words of a meeting were attributed. */
export interface Counts {
	readonly words: number;
	/** Under the speaker who said them. */
	readonly right: number;
	/** Words without a speaker. */
	readonly nobodys: number;
	/** Words under another speaker. */
	readonly wrong: number;
	/** In no segment. */
	readonly lost: number;
	/** Words under another speaker, in a file without any note about its speakers. */
	readonly unnoted: number;
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
/** How far ahead the next word that both have is looked for. */
const REACH = 200;

/** Writes a meeting in a layout, reads it, and counts its words. */
export async function measure(said: readonly Said[], { write, extension }: Layout): Promise<Counts> {
	const written = write(said);
	const text = typeof written === 'string' ? written : decode(written).text;
	const { segments, notes } = await parseMeeting(text, `x.${extension}`);
	const expected = said.flatMap(({ speaker, text: words }) => wordsOf(words).map((word) => ({ word, speaker: extension === 'ass' ? speaker.replaceAll(',', ';') : speaker })));
	const found = segments.flatMap(({ speaker, text: words }) => wordsOf(words).map((word) => ({ word, speaker })));
	const counts = { words: expected.length, right: 0, nobodys: 0, wrong: 0, lost: 0 };
	let at = 0;
	for (const { word, speaker } of expected) {
		const same = found.slice(at, at + REACH).findIndex((other) => other.word === word);
		if (same < 0) {
			counts.lost += 1;
			continue;
		}
		const by = found[at + same]?.speaker;
		at += same + 1;
		if (by === speaker) counts.right += 1;
		else if (by === null) counts.nobodys += 1;
		else counts.wrong += 1;
	}
	return { ...counts, unnoted: notes.some((note) => /name|speaker/.test(note)) ? 0 : counts.wrong };
}
