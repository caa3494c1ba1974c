import { priorities } from '../../../../src/api/index.ts';
import { fileFields } from '../../fileFields.ts';
import type { Field } from '../../field.ts';

/** Formats that are one text. */
export const textFormats = ['html', 'markdown', 'slack', 'text'] as const;

const actionItemsOnly = { format: ['actionItems'] };

const format: Field = {
	displayName: 'Output',
	name: 'format',
	type: 'options',
	options: [
		{
			name: 'Action Items, One Item Each',
			value: 'actionItems',
			description: 'For task lists, CRMs and sheets: task, owner, priority, confidence, meeting, and a key to recognise it by',
		},
		{ name: 'HTML', value: 'html', description: 'One text, for e-mails and web pages' },
		{ name: 'Markdown', value: 'markdown', description: 'One text, for documents and notes' },
		{ name: 'Object', value: 'object', description: 'Everything in one item, in the fields of the API' },
		{ name: 'Plain Text', value: 'text', description: 'One text without any marks' },
		{ name: 'Slack Message', value: 'slack', description: 'One text in Slack’s mrkdwn, and the same as Block Kit blocks' },
	],
	default: 'object',
	toolDefault: 'markdown',
	description: 'What you want to do with the key points',
};

export const own = {
	fields: { format, ...fileFields(['html', 'markdown', 'text']) },
	filters: {
		minConfidence: {
			displayName: 'Minimum Confidence',
			name: 'minConfidence',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
			default: 0.5,
			description: 'Only action items of which the AI is at least this sure, from 0 to 1',
			showWhen: actionItemsOnly,
		},
		owner: {
			displayName: 'Owner Contains',
			name: 'owner',
			type: 'string',
			default: '',
			placeholder: 'e.g. Maria',
			description: 'Only action items of an owner with this text in the name, in upper or lower case',
			showWhen: actionItemsOnly,
		},
		priorities: {
			displayName: 'Priority',
			name: 'priority',
			type: 'multiOptions',
			options: priorities.map((value) => ({ name: `${value[0]?.toUpperCase()}${value.slice(1)}`, value })),
			default: [],
			description: 'Only action items of these priorities',
			showWhen: actionItemsOnly,
		},
	},
	options: {
		conversationDate: {
			displayName: 'Meeting Date',
			name: 'conversationDate',
			type: 'dateTime',
			default: '',
			description:
				'When the meeting started, which is put on each action item. Conversation “Get Many” has it in “startTime”. If not set, it is looked up by the title, which takes one more request for each title.',
			showWhen: actionItemsOnly,
		},
	},
} satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>;
