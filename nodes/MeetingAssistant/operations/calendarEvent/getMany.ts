import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';

export const getMany = operation({
	endpoint: api.calendar.events,
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many upcoming calendar events',
	description:
		'Get what is next in the calendar connected in the desktop app, in the provider’s own format. The service returns 50 at most.',
	fields: {},
	filters: {
		timeMin: {
			displayName: 'From',
			name: 'timeMin',
			type: 'dateTime',
			default: '',
			description: 'Start of the window, now if not set. Without an offset, the workflow’s time zone counts.',
		},
		timeMax: {
			displayName: 'To',
			name: 'timeMax',
			type: 'dateTime',
			default: '',
			description:
				'End of the window. If not set, one calendar provider looks 7 days ahead and the other has no end.',
		},
	},
	advice: {
		forbidden: 'Access to the calendar was revoked: connect it again in the desktop app',
		not_found: 'No calendar is connected: connect one in the desktop app',
	},
});
