import type { INodeProperties } from 'n8n-workflow';
import { plans } from '../../src/api/index.ts';
import { schedule } from '../../src/polling/index.ts';
import { filterProperties } from '../shared/filterProperties.ts';
import { ACTION_ITEMS, CREATED, eventOptions, FEEDBACK, KEY_POINTS, STARTING_SOON } from './events.ts';
import { DEFAULT_MAX_REQUESTS, DEFAULT_MINUTES_BEFORE, limits } from './parameters.ts';

const { starter, professional, enterprise } = plans;

const whenChosen = (...events: string[]): INodeProperties['displayOptions'] => ({ show: { events } });

/** The trigger's form. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: eventOptions,
		default: [CREATED],
		required: true,
		description: 'What starts the workflow',
	},
	{
		displayName: `<b>Cost:</b> 1 request per poll when nothing is new. Every minute, that is 60 an hour, of ${starter.requestsPerHour} on Starter, ${professional.requestsPerHour} on Professional and ${enterprise.requestsPerHour.toLocaleString('en')} on Enterprise. No AI credits.`,
		name: 'conversationCost',
		type: 'notice',
		default: '',
		displayOptions: whenChosen(CREATED, KEY_POINTS, ACTION_ITEMS, FEEDBACK),
	},
	{
		displayName: `<b>And for each new conversation:</b> 1 request each time the trigger asks for its key points or feedback: at once, then after longer and longer pauses, at most ${schedule.length} times in 48 hours. Then it gives up. Key points and action items share these requests.`,
		name: 'resultCost',
		type: 'notice',
		default: '',
		displayOptions: whenChosen(KEY_POINTS, ACTION_ITEMS, FEEDBACK),
	},
	{
		displayName:
			'<b>Cost of “Meeting Starting Soon”:</b> 1 request per poll of its own. Poll at least as often as the minutes before the start. A briefing takes 1 request for your profile, 1 or more to find the people, and 1 for each of them.',
		name: 'meetingCost',
		type: 'notice',
		default: '',
		displayOptions: whenChosen(STARTING_SOON),
	},
	{
		displayName: 'Minutes Before',
		name: 'minutesBefore',
		type: 'number',
		typeOptions: { minValue: limits.minutesBefore.min, maxValue: limits.minutesBefore.max },
		default: DEFAULT_MINUTES_BEFORE,
		description: 'How long before its start a meeting is “starting soon”',
		displayOptions: whenChosen(STARTING_SOON),
	},
	{
		displayName: 'Include Briefing',
		name: 'briefing',
		type: 'boolean',
		default: false,
		description:
			'Whether to add what the service remembers of each attendee from outside your company. Needs the memory feature of the Professional and Enterprise plans.',
		displayOptions: whenChosen(STARTING_SOON),
	},
	{ ...filterProperties(), displayOptions: whenChosen(CREATED, KEY_POINTS, ACTION_ITEMS, FEEDBACK) },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Also Recent Ones (Hours)',
				name: 'recentHours',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: limits.recentHours.max },
				default: 24,
				description:
					'How far back to look when the workflow is published for the first time. Without this, only what comes afterwards starts it.',
			},
			{
				displayName: 'Head Start (Minutes)',
				name: 'leaveMinutes',
				type: 'number',
				typeOptions: { minValue: limits.leaveMinutes.min, maxValue: limits.leaveMinutes.max },
				default: 2,
				description:
					'How long the instant Meeting Assistant Trigger of the same workflow has for an event before this one tells it. What that one has begun is done by then, so both never work on it at once.',
			},
			{
				displayName: 'Most Requests per Poll',
				name: 'maxRequests',
				type: 'number',
				typeOptions: { minValue: limits.maxRequests.min, maxValue: limits.maxRequests.max },
				default: DEFAULT_MAX_REQUESTS,
				description:
					'When much is new at once, it is spread over several polls. The last 10 requests of the hour are always left to others.',
			},
			{
				displayName: 'Repeat What Was Cut Off',
				name: 'repeatAfterRestart',
				type: 'boolean',
				default: false,
				description:
					'Whether each event gets an execution of its own, and comes again when n8n went down before that has ended. Use this with a step that passes over what is done already, as the example “Never miss a meeting” does.',
			},
			{
				displayName: 'Tell What Never Came',
				name: 'tellMissing',
				type: 'boolean',
				default: false,
				description:
					'Whether to start the workflow with the event conversation.keypoints.missing or conversation.feedback.missing when there is still nothing after 48 hours',
			},
		],
	},
];

/** Shown under the node: the event, or how many. */
export const subtitle =
	'={{ $parameter["events"].length === 1 ? $parameter["events"][0] : $parameter["events"].length + " events" }}';
