import type { Field } from '../../operation.ts';
import { fileFields } from '../../fileFields.ts';

/** Formats that are one text. */
export const textFormats = ['markdown', 'srt', 'text', 'vtt'] as const;

const named = { format: ['segments', ...textFormats] };

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

export const options = {
	times: {
		displayName: 'Line Times',
		name: 'times',
		type: 'options',
		options: [
			{ name: 'None', value: 'none' },
			{ name: 'Since the Start', value: 'elapsed', description: 'Such as 00:12:05' },
			{ name: 'Time of Day', value: 'clock', description: 'In the time zone of the workflow' },
		],
		default: 'elapsed',
		description: 'What stands before each line',
		showWhen: { format: ['markdown', 'text'] },
	},
	maxCharacters: {
		displayName: 'Longest Text (Characters)',
		name: 'maxCharacters',
		type: 'number',
		typeOptions: { minValue: 100 },
		default: 20_000,
		description: 'Where the text is cut, so that it fits what a model can read',
		showWhen: { format: [...textFormats] },
		asTool: 'only',
	},
	startTime: {
		displayName: 'Meeting Start',
		name: 'startTime',
		type: 'dateTime',
		default: '',
		description: 'From when times count, such as “startTime” of Conversation “Get Many”. If not set, from the first segment.',
		showWhen: named,
	},
	mergeSpeakers: {
		displayName: 'Merge Consecutive Lines',
		name: 'mergeSpeakers',
		type: 'boolean',
		default: true,
		description: 'Whether lines of one speaker that follow each other become one',
		showWhen: named,
	},
	userName: {
		displayName: 'My Name',
		name: 'userName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nora Feld',
		description: 'Shown where you speak. If not set, it is your name from the profile, which takes one more request per run, and only if you speak.',
		showWhen: named,
	},
	otherName: {
		displayName: 'Name of Others',
		name: 'otherName',
		type: 'string',
		default: 'Other participant',
		placeholder: 'e.g. Customer',
		description: 'Shown where the service knows only that it was somebody else',
		showWhen: named,
	},
	unknownName: {
		displayName: 'Name of Unknown Speakers',
		name: 'unknownName',
		type: 'string',
		default: 'Unknown',
		placeholder: 'e.g. Unknown',
		description: 'Shown where the service names no speaker. If not set, no name is shown.',
		showWhen: named,
	},
	speakerNames: {
		displayName: 'Rename Speakers',
		name: 'speakerNames',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Speaker',
		description: 'Other names for speakers, by the name that the service gives them',
		options: [
			{
				displayName: 'Speaker',
				name: 'speaker',
				values: [
					{
						displayName: 'Speaker',
						name: 'from',
						type: 'string',
						default: '',
						placeholder: 'e.g. Speaker 2',
						description: 'As in the output “Object”',
					},
					{
						displayName: 'Shown As',
						name: 'to',
						type: 'string',
						default: '',
						placeholder: 'e.g. Maria Lopez',
						description: 'The name to show',
					},
				],
			},
		],
		showWhen: named,
	},
} satisfies Readonly<Record<string, Field>>;
