import type { Field } from '../../field.ts';
import { speakerFields } from './speakerFields.ts';
import { named, textFormats } from './transcriptOutput.ts';

/** How a transcript is written. */
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
	...speakerFields,
} satisfies Readonly<Record<string, Field>>;
