import type { Field } from '../../field.ts';
import { fileFields } from '../../fileFields.ts';

/** Formats that are one text. */
export const textFormats = ['markdown', 'srt', 'text', 'vtt'] as const;

/** Outputs that name who speaks. */
export const named = { format: ['segments', ...textFormats] };

const format: Field = {
	displayName: 'Output',
	name: 'format',
	type: 'options',
	options: [
		{ name: 'Markdown', value: 'markdown', description: 'One text, for documents and notes' },
		{ name: 'Object', value: 'object', description: 'All segments in one item, as the API has them' },
		{ name: 'Plain Text', value: 'text', description: 'One text, one line for each segment' },
		{ name: 'Segments, One Item Each', value: 'segments', description: 'An item for each stretch of speech, with names' },
		{ name: 'SRT', value: 'srt', description: 'Subtitles for video players' },
		{ name: 'WebVTT', value: 'vtt', description: 'Subtitles for web pages' },
	],
	default: 'object',
	toolDefault: 'text',
	description: 'What you want to do with the transcript',
};

export const fields = { format, ...fileFields(textFormats) };
