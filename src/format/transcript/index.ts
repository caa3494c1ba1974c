import { transcriptSrt, transcriptVtt } from './captions.ts';
import { transcriptMarkdown, transcriptText } from './text.ts';

/** Transcript formats by name, with what a file of each is called. */
export const transcriptFormats = {
	text: { write: transcriptText, extension: 'txt', mimeType: 'text/plain' },
	markdown: { write: transcriptMarkdown, extension: 'md', mimeType: 'text/markdown' },
	srt: { write: transcriptSrt, extension: 'srt', mimeType: 'application/x-subrip' },
	vtt: { write: transcriptVtt, extension: 'vtt', mimeType: 'text/vtt' },
} as const;

export type TranscriptFormat = keyof typeof transcriptFormats;

export { CHARACTERS_READ_PER_SECOND, transcriptSrt, transcriptVtt } from './captions.ts';
export { transcriptLines, type TranscriptLine } from './lines.ts';
export type { TranscriptOptions, TranscriptTextOptions } from './options.ts';
export { transcriptMarkdown, transcriptText } from './text.ts';
