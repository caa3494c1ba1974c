import { api } from '../../src/api/index.ts';
import { providers } from '../calendar.ts';
import { DAY_MS } from '../clock.ts';
import { listCalendarEvents } from '../db/calendar.ts';
import { ApiError, invalid } from '../http/apiError.ts';
import { route } from './route.ts';

export const calendar = {
	events: route(api.calendar.events, ({ maxResults, timeMin, timeMax }, { service: { db, now }, user }) => {
		if (user.calendarProvider === null) throw new ApiError('not_found', 'No calendar is connected.');
		if (user.calendarRevoked) {
			throw new ApiError('forbidden', 'Calendar access was revoked.');
		}
		const { daysAhead, isShown } = providers[user.calendarProvider];
		const from = timeMin === undefined ? now() : Date.parse(timeMin);
		const to = timeMax === undefined ? from + daysAhead * DAY_MS : Date.parse(timeMax);
		if (to <= from) throw invalid('timeMax', timeMin === undefined ? 'must be in the future, since timeMin is now unless it is sent' : 'must be after timeMin');
		const events = listCalendarEvents(db, user.id, user.calendarProvider, from, to);
		return { data: events.filter((event) => isShown(event, user.email)).slice(0, maxResults) };
	}),
};
