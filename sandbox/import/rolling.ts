import { oneLine } from '../text.ts';
import type { Cue } from './cues.ts';

/** How many words of the previous text are searched for the start of a caption. */
const MOST_SHARED = 60;
const textOf = ({ voices }: Cue): string => voices.map(({ text }) => text).join('\n');
const linesOf = (cue: Cue): string[] => textOf(cue).split('\n').map(oneLine).filter((line) => line !== '');

/**
 * Automatic captions roll: each one repeats the words still on the screen and adds a few. Returns captions with the added words
 * only, each with the time at which it appears. Captions that do not roll stay as they are.
 */
export function unrolled(cues: readonly Cue[]): readonly Cue[] {
	if (!doRoll(cues)) return cues;
	let said: string[] = [];
	return cues.flatMap((cue) => {
		const words = textOf(cue).split(/\s+/).filter((word) => word !== '');
		const added = words.slice(shared(said, words));
		said = [...said, ...added].slice(-MOST_SHARED);
		const speaker = cue.voices[0]?.speaker ?? null;
		return added.length === 0 ? [] : [{ ...cue, voices: [{ speaker, text: added.join(' ') }] }];
	});
}

/** Whether captions start with the last line, or the whole text, of the caption that they follow without a pause. */
function doRoll(cues: readonly Cue[]): boolean {
	const pairs = cues.slice(1).map((cue, index) => [cues[index], cue] as const);
	const repeating = pairs.filter(([before, cue]) => {
		if (before === undefined || (cue.startMs ?? 0) > (before.endMs ?? 0) + 500) return false;
		const [lines, next] = [linesOf(before), linesOf(cue)];
		const last = lines.at(-1) ?? '';
		return last !== '' && voiceOf(before) === voiceOf(cue) && (next[0] === last || `${next.join(' ')} `.startsWith(`${lines.join(' ')} `)) && (last.includes(' ') || next.length > 1 || next[0] !== last);
	});
	return repeating.length > 1 && repeating.length >= pairs.length * 0.4;
}

const voiceOf = ({ speaker, voices }: Cue): string | null => speaker ?? voices[0]?.speaker ?? null;

/** How many words at the end of what was said are the words at the start of a caption. */
function shared(said: readonly string[], words: readonly string[]): number {
	for (let count = Math.min(said.length, words.length); count > 0; count -= 1) {
		const from = said.length - count;
		let same = 0;
		while (same < count && said[from + same] === words[same]) same += 1;
		if (same === count) return count;
	}
	return 0;
}
