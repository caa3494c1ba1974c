import { parseVTTTimestamp } from 'media-captions';
import { ImportError } from './importError.ts';

const TIMING = /^\s*(\S+)\s*-->\s*(\S+)/;
const NO_CUE = /^(WEBVTT|NOTE|STYLE|REGION)\b/;

const seconds = (time: string | undefined): number | null => parseVTTTimestamp((time ?? '').replace(',', '.'));

/**
 * Refuses what the library passes over in silence, as players of captions must: text without times, a cue that ends
 * before it starts, and times in the middle of a cue's text.
 */
export function checkBlocks(lines: readonly string[], type: 'vtt' | 'srt'): void {
	let start = 0;
	for (let index = 0; index <= lines.length; index += 1) {
		if ((lines[index] ?? '') !== '') continue;
		if (index > start) checkBlock(lines.slice(start, index), start + 1, type);
		start = index + 1;
	}
}

function checkBlock(block: readonly string[], firstLine: number, type: 'vtt' | 'srt'): void {
	const timings = block.flatMap((line, offset) => (line.includes('-->') ? [offset] : []));
	const [timing, second] = timings;
	if (type === 'vtt' && NO_CUE.test(block[0] ?? '')) {
		if (timing === undefined) return;
		throw new ImportError(firstLine + timing, 'put an empty line before the first line of a cue');
	}
	if (timing === undefined || timing > 1) {
		throw new ImportError(
			firstLine,
			'this text has no line with its times above it; add one with --> or remove the text',
		);
	}
	if (second !== undefined) {
		throw new ImportError(firstLine + second, 'a new cue starts inside a text; put an empty line before it');
	}
	const match = TIMING.exec(block[timing] ?? '');
	const from = seconds(match?.[1]);
	const to = seconds(match?.[2]);
	if (from !== null && to !== null && to <= from) {
		throw new ImportError(firstLine + timing, 'this cue does not end after it starts; correct its times');
	}
}
