import { type Cue, linesOf } from './cues.ts';

/** How many words of the previous text are searched for the start of a caption. */
const MOST_SHARED = 60;

/**
 * Automatic captions roll: each one repeats the words still on the screen and adds a few. Returns captions with the added words
 * only, each with the time at which it appears. Captions that do not roll stay as they are.
 */
export function unrolled(cues: readonly Cue[]): readonly Cue[] {
	if (!doRoll(cues)) return cues;
	let said: string[] = [];
	return cues.map((cue) => {
		const words = linesOf(cue).flatMap((line) => line.split(' '));
		const added = words.slice(shared(said, words));
		said = [...said, ...added].slice(-MOST_SHARED);
		return { ...cue, voices: [{ speaker: cue.voices[0]?.speaker ?? null, text: added.join(' ') }] };
	});
}

/** Whether captions start with the last line, or the whole text, of the caption that they follow without a pause. */
function doRoll(cues: readonly Cue[]): boolean {
	const repeating = cues.filter((cue, index) => {
		const before = cues[index - 1];
		if (before === undefined || (cue.startMs ?? 0) > (before.endMs ?? 0) + 500) return false;
		const [lines, next] = [linesOf(before), linesOf(cue)];
		const [all, more] = [lines.join(' '), next.join(' ')];
		return all !== more && voiceOf(before) === voiceOf(cue) && (next[0] === lines.at(-1) || `${more} `.startsWith(`${all} `));
	});
	return repeating.length > 1 && repeating.length >= (cues.length - 1) * 0.4;
}

const voiceOf = ({ speaker, voices }: Cue): string | null | undefined => speaker ?? voices[0]?.speaker;

/** How many words at the end of what was said are the words at the start of a caption. */
const shared = (said: readonly string[], words: readonly string[]): number =>
	said.length - [...said, ''].findIndex((_, from) => said.slice(from).every((word, index) => word === words[index]));
