import { escapeMarkup } from './escape.ts';
import { elapsedTimeWithMs } from './time.ts';

/** A line of a transcript, as far as a caption shows it. */
export interface Caption {
	readonly speaker: string | null;
	/** May have several lines, none of them blank. */
	readonly text: string;
	readonly startMs: number;
}

/** Sets how long the last caption stays: the service reports when speech starts, never when it ends. */
const CHARACTERS_READ_PER_SECOND = 15;
const MIN_CAPTION_MS = 1000;

const readingMs = (text: string): number =>
	Math.max(MIN_CAPTION_MS, Math.round((text.length / CHARACTERS_READ_PER_SECOND) * 1000));

/** A caption ends when the next later one starts, so captions that start together end together. */
function endsOf(captions: readonly Caption[]): number[] {
	const ends: number[] = [];
	let later: number | null = null;
	let following = Infinity;
	for (const { startMs, text } of captions.toReversed()) {
		if (following > startMs && following !== Infinity) later = following;
		ends.push(later ?? startMs + readingMs(text));
		following = startMs;
	}
	return ends.reverse();
}

interface Style {
	readonly separator: ',' | '.';
	readonly opening: string;
	readonly number: (index: number) => string;
	readonly body: (caption: Caption) => readonly string[];
}

const styles = {
	srt: {
		separator: ',',
		opening: '',
		number: (index) => `${index + 1}\n`,
		// SubRip has no escapes: players would read an arrow in the text as the times of a new caption.
		body: ({ speaker, text }) =>
			(speaker === null ? [text] : [speaker, ': ', text]).map((part) => part.replaceAll('-->', '→')),
	},
	vtt: {
		separator: '.',
		opening: 'WEBVTT\n',
		// WebVTT captions need no numbers: this is the empty line between the opening and the first caption.
		number: (index) => (index === 0 ? '\n' : ''),
		// With the end of the voice tag, dashes at the end of a name would be an arrow.
		body: ({ speaker, text }) =>
			speaker === null ? [escapeMarkup(text)] : ['<v ', escapeMarkup(speaker.replace(/--$/, '–')), '>', escapeMarkup(text), '</v>'],
	},
} satisfies Record<string, Style>;

/**
 * A file of captions: `srt` is SubRip, `vtt` is WebVTT with voice tags. Captions are sorted by start. Each ends when the
 * next one starts, the last one after the time it takes to read.
 */
export function captions(sorted: readonly Caption[], format: keyof typeof styles): string {
	const { separator, opening, number, body }: Style = styles[format];
	const ends = endsOf(sorted);
	// All parts are joined once: a string for each caption would hold a long transcript in memory twice.
	const parts = [opening];
	sorted.forEach((caption, index) => {
		const start = elapsedTimeWithMs(caption.startMs, separator);
		const end = elapsedTimeWithMs(ends[index] ?? caption.startMs, separator);
		parts.push(number(index), start, ' --> ', end, '\n', ...body(caption), index < sorted.length - 1 ? '\n\n' : '\n');
	});
	return parts.join('');
}
