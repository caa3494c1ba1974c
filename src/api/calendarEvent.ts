import * as z from 'zod/v4';
import { DateTime, singlePage } from './conventions.ts';
import { endpoint } from './endpoint.ts';

/** An event in the calendar provider's own format, which differs by provider (Resources, Calendar event). */
export const CalendarEvent = z.looseObject({});
export type CalendarEvent = z.output<typeof CalendarEvent>;

const page = singlePage('maxResults', { defaultSize: 10, maxSize: 50 });

export const calendar = {
	events: endpoint({
		method: 'GET',
		path: '/api/v1/calendar/events',
		summary: 'List upcoming calendar events',
		notes:
			'Ordered by start time, without declined and cancelled events. Without `timeMax` one provider looks 7 days ahead and the other has no end. 403 when calendar access was revoked, 404 when no calendar is connected.',
		query: {
			maxResults: page.size,
			timeMin: DateTime.optional().describe('Start of the window, default now'),
			timeMax: DateTime.optional().describe('End of the window'),
		},
		response: z.looseObject({ data: z.array(CalendarEvent) }),
		repeat: 'always',
		credit: 'never',
		errors: ['validation_error', 'not_found'],
		paging: page,
	}),
};
