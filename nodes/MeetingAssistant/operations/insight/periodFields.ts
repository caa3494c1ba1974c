import type { Field } from '../../field.ts';

/** What reading a period takes, as people are told before they run it. */
export const PERIOD_REQUESTS = '1 for each 100 meetings since the start, and 1 for each meeting in the period';

const custom: Field['showWhen'] = { period: ['custom'] };

/** The period that an operation looks at; its dates are asked for only when it has no name. */
export const periodFields = {
	period: {
		displayName: 'Period',
		name: 'period',
		type: 'options',
		options: [
			{ name: 'Custom', value: 'custom', description: 'From a date and time to another' },
			{ name: 'Last 30 Days', value: 'last30Days', description: '30 times 24 hours, up to now' },
			{ name: 'Last 7 Days', value: 'last7Days', description: '7 times 24 hours, up to now' },
			{ name: 'Last Month', value: 'lastMonth', description: 'The whole month before this one' },
			{ name: 'Last Week', value: 'lastWeek', description: 'The whole week before this one, Monday to Sunday' },
			{ name: 'This Month', value: 'thisMonth', description: 'Since the first of the month, up to now' },
			{ name: 'This Week', value: 'thisWeek', description: 'Since Monday, up to now' },
			{ name: 'Today', value: 'today', description: 'Since midnight, up to now' },
			{ name: 'Yesterday', value: 'yesterday', description: 'From midnight to midnight' },
		],
		default: 'last7Days',
		required: true,
		description: 'When the meetings started. Days, weeks and months are those of the workflow’s time zone.',
		hint: `Requests: ${PERIOD_REQUESTS}. No AI credits.`,
	},
	since: {
		displayName: 'From',
		name: 'since',
		type: 'dateTime',
		default: '',
		required: true,
		description: 'Meetings that started then or later. Without an offset, the workflow’s time zone counts.',
		showWhen: custom,
	},
	until: {
		displayName: 'To',
		name: 'until',
		type: 'dateTime',
		default: '',
		description: 'Meetings that started before then; now if empty. Without an offset, the workflow’s time zone counts.',
		showWhen: custom,
	},
} satisfies Record<string, Field>;
