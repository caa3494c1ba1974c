import type { Segment } from '../../api/index.ts';
import { escapeMarkdown } from '../escape.ts';
import { oneLine } from '../read.ts';
import { elapsed, instantOf } from '../time.ts';
import { clockIn } from '../timeZone.ts';
import { transcriptLines, type TranscriptLine } from './lines.ts';
import type { TranscriptTextOptions } from './options.ts';

function timesOf({ times = 'elapsed', timeZone = 'UTC' }: TranscriptTextOptions): (line: TranscriptLine) => string {
	if (times === 'none') return () => '';
	if (times === 'elapsed') return ({ startMs }) => `[${elapsed(startMs)}]`;
	const clock = clockIn(timeZone);
	return ({ timestamp }) => {
		const instant = instantOf(timestamp);
		return instant === null ? '' : `[${clock(instant)}]`;
	};
}

const words = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** A transcript as plain text: `[00:01:05] Ana: What she said`, one line for each. */
export function transcriptText(segments: readonly Segment[], options: TranscriptTextOptions = {}): string {
	const timeOf = timesOf(options);
	return transcriptLines(segments, options)
		.map((line) => `${words(timeOf(line), line.speaker === null ? '' : `${line.speaker}:`, oneLine(line.text))}\n`)
		.join('');
}

/** A transcript as Markdown: `**[00:01:05] Ana:** What she said`, one paragraph for each line. */
export function transcriptMarkdown(segments: readonly Segment[], options: TranscriptTextOptions = {}): string {
	const timeOf = timesOf(options);
	return transcriptLines(segments, options)
		.map((line) => {
			const head = words(timeOf(line), line.speaker === null ? '' : `${escapeMarkdown(line.speaker)}:`);
			return `${words(head === '' ? '' : `**${head}**`, escapeMarkdown(line.text))}\n`;
		})
		.join('\n');
}
