import { tokenizeVTTCue, type VTTCue, type VTTNode } from 'media-captions';
import { labelled } from './speakerLabel.ts';

export interface Spoken {
	readonly speaker: string | null;
	readonly text: string;
}

/**
 * The voices of a cue in order, markup removed. A voice tag that is not closed before the next one
 * ends there. Walks with its own stack: the depth of tags is the file's choice.
 */
export function voicesOf(cue: VTTCue): Spoken[] {
	const spoken: { speaker: string | null; text: string }[] = [];
	const open: { node: VTTNode; speaker: string | null }[] = tokenizeVTTCue(cue)
		.map((node) => ({ node, speaker: null }))
		.reverse();
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const { node } = next;
		if (node.type === 'text') {
			const last = spoken.at(-1);
			if (last !== undefined && last.speaker === next.speaker) last.text += node.data;
			else spoken.push({ speaker: next.speaker, text: node.data });
		} else {
			const speaker = node.type === 'v' ? node.voice.trim() || null : next.speaker;
			for (const child of node.children.toReversed()) open.push({ node: child, speaker });
		}
	}
	return spoken.filter(({ text }) => text.trim() !== '');
}

/** A cue without voice tags, its lines given to those named before a colon. `current` speaks until another is named. */
export function labelsOf(text: string, speakers: ReadonlySet<string>, current: string | null): Spoken[] {
	const spoken: { speaker: string | null; text: string }[] = [];
	for (const line of text.split('\n')) {
		const label = labelled(line);
		const last = spoken.at(-1);
		if (label !== null && speakers.has(label.speaker)) spoken.push(label);
		else if (last !== undefined) last.text += ` ${line}`;
		else spoken.push({ speaker: current, text: line });
	}
	return spoken;
}
