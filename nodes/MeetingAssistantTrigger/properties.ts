import type { INodeProperties } from 'n8n-workflow';
import { filterProperties } from '../shared/filterProperties.ts';
import { ANY_EVENT, eventOptions } from './events.ts';
import { DEFAULT_WINDOW_SECONDS } from './parameters.ts';

/** The trigger's form. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'The service delivers events on the Professional and Enterprise plans, to an n8n with a public https:// address. On the Starter plan, use the Meeting Assistant Polling Trigger.',
		name: 'planNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: eventOptions,
		default: ['conversation.created'],
		required: true,
		description: 'What starts the workflow',
	},
	{
		displayName: 'Include Details',
		name: 'include',
		type: 'multiOptions',
		options: [
			{
				name: 'Action Items',
				value: 'actionItems',
				description: 'With the event “Action Items Ready”: one item for each action item',
			},
			{ name: 'Conversation', value: 'conversation', description: 'Title, start, end and length' },
			{ name: 'Feedback', value: 'feedback', description: 'Saved feedback, if there is any' },
			{ name: 'Key Points', value: 'keyPoints', description: 'Saved key points, if there are any' },
			{ name: 'Transcript', value: 'transcript', description: 'Who said what and when' },
		],
		default: [],
		description:
			'What to read about the conversation before the workflow starts. Each takes one request of the hourly limit and never an AI credit. When it cannot be read in time, the event comes without it and says why.',
	},
	{
		displayName: 'When Testing in the Editor',
		name: 'listenFor',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Wait for a Real Event',
				value: 'events',
				description: 'Shows the next event that happens, or a test delivery. Takes one of the plan’s webhooks while it waits.',
			},
			{
				name: 'Show Samples at Once',
				value: 'samples',
				description: 'Shows a made-up event of each chosen kind, to build with. n8n sends it to itself, and the service is not asked.',
			},
		],
		default: 'events',
		description: 'What a test of this trigger shows. The published workflow always gets real events.',
	},
	filterProperties({ lookUp: (missing) => `. Takes one request where the event does not say ${missing}.` }),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Oldest Delivery (Seconds)',
				name: 'timestampWindow',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: DEFAULT_WINDOW_SECONDS,
				description:
					'How far the time of a delivery may be from now; others are refused, since somebody may send a recorded one again. 0 accepts any age.',
			},
			{
				displayName: 'Remove Dead Webhooks',
				name: 'removeDeadWebhooks',
				type: 'boolean',
				default: false,
				description:
					'Whether to make room when the plan allows no more webhooks: those that this n8n left behind and answers “not found” for are deleted at the service, and no others',
			},
		],
	},
];

/** Shown under the node: the event, or how many. */
export const subtitle = `={{ $parameter["events"].includes("${ANY_EVENT}") ? "any event" : $parameter["events"].length === 1 ? $parameter["events"][0] : $parameter["events"].length + " events" }}`;
