import { oneLine } from '../read.ts';
import type { TranscriptOptions } from './options.ts';

/** The name to show for a segment's `speaker`, or null where there is none (Resources, Segment). */
export function speakerNames(options: TranscriptOptions): (speaker: unknown) => string | null {
	const names = new Map([
		['local', oneLine(options.userName) || 'Me'],
		['remote', oneLine(options.otherName) || 'Other participant'],
	]);
	for (const [speaker, name] of Object.entries(options.speakerNames ?? {})) {
		if (oneLine(name) !== '') names.set(oneLine(speaker), oneLine(name));
	}
	return (speaker) => {
		const key = oneLine(speaker);
		return names.get(key) ?? (key || null);
	};
}
