import type { Field } from '../../field.ts';
import { named } from './transcriptOutput.ts';

/** Who is said to speak. */
export const speakerFields = {
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
		displayName: 'Name if Unknown',
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
