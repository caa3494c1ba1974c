import { parseText, type ParseError } from 'media-captions';
import { checkBlocks } from './blocks.ts';
import { labelsOf, voicesOf, type Spoken } from './cueText.ts';
import { ImportError } from './importError.ts';
import type { ParsedSegment } from './parsedMeeting.ts';
import { carried } from './rounding.ts';
import { speakersAmong } from './speakerLabel.ts';
import { oneLine } from './text.ts';

// The codes of the library for a wrong timestamp. Wrong display settings do not matter to a transcript.
const BAD_TIMESTAMP = 2;

const TIMES = { vtt: '00:01:02.500 --> 00:01:05.000', srt: '00:01:02,500 --> 00:01:05,000' };

/** The segments of a WebVTT or SubRip file, one for each voice of each cue. Throws `ImportError`. */
export async function segmentsOfCaptions(written: readonly string[], type: 'vtt' | 'srt'): Promise<ParsedSegment[]> {
	if (type === 'vtt' && !/^WEBVTT(\s|$)/.test(written[0] ?? '')) {
		throw new ImportError(1, 'a WebVTT file starts with the line WEBVTT; add it');
	}
	const lines = written.map(carried);
	checkBlocks(lines, type);
	const { cues, errors } = await parseText(lines.join('\n'), { type, errors: true });
	const wrong = errors.find(({ code }: ParseError) => code === BAD_TIMESTAMP);
	if (wrong !== undefined) throw new ImportError(wrong.line, `this time cannot be read; write it as ${TIMES[type]}`);

	const speakers = speakersAmong(cues.flatMap(({ text }) => text.split('\n')));
	let current: string | null = null;
	const segments: ParsedSegment[] = [];
	for (const cue of cues) {
		const voices = voicesOf(cue);
		const unvoiced = voices.every(({ speaker }) => speaker === null);
		const spoken: Spoken[] = unvoiced ? voices.flatMap(({ text }) => labelsOf(text, speakers, current)) : voices;
		current = spoken.at(-1)?.speaker ?? current;
		const startMs = Math.round(cue.startTime * 1000);
		const endMs = Math.round(cue.endTime * 1000);
		for (const { speaker, text } of spoken) {
			if (text.trim() !== '') segments.push({ speaker, text: oneLine(text), startMs, endMs });
		}
	}
	return segments;
}
