import type { StoredSegment } from '../../db/segments.ts';

/** What one person says until another does. */
export interface Turn {
	/** Null where the recording does not tell. */
	readonly speaker: string | null;
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly texts: readonly string[];
}

/** A monologue gets a new time to find one's place by. */
const LONGEST_TURN_MS = 60_000;

/** Joins the segments of a transcript, oldest first, to what a reader sees as turns. */
export function turnsOf(segments: readonly StoredSegment[]): Turn[] {
	const turns: (Turn & { readonly texts: string[] })[] = [];
	for (const { speaker, text, at } of segments) {
		const last = turns.at(-1);
		if (last !== undefined && last.speaker === speaker && at - last.at < LONGEST_TURN_MS) last.texts.push(text);
		else turns.push({ speaker, at, texts: [text] });
	}
	return turns;
}

/** Names a speaker without saying whose account it is (Resources, Segment). */
export function speakerName(speaker: string): string {
	if (speaker === 'local') return 'Host';
	return speaker === 'remote' ? 'Guest' : speaker;
}

/** Everybody who speaks, in the order they first do. */
export const participantsOf = (turns: readonly Turn[]): string[] => [
	...new Set(turns.flatMap(({ speaker }) => (speaker === null ? [] : [speakerName(speaker)]))),
];
