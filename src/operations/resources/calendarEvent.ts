import { api, type CalendarEvent } from '../../api/index.ts';
import { calendarMeeting } from '../../meetings/index.ts';
import { counted, orAnotherKey } from '../../words/index.ts';
import { dateTime, text } from '../../forms/index.ts';
import { listed } from '../list.ts';
import { operation, result } from '../operation.ts';
import type { Session } from '../session.ts';
import { simplify } from './user.ts';

const isEvent = (value: unknown): value is CalendarEvent => value instanceof Object && !Array.isArray(value);

/** Reads the profile only if the event has guests and the address was not given. */
async function ownEmail(session: Session, { attendees }: CalendarEvent): Promise<string | undefined> {
	return Array.isArray(attendees) && attendees.length > 0 ? ((await session.profile()).email ?? undefined) : undefined;
}

/** `zones`: as the calendar names them; empty for none. */
function unplacedWords(count: number, zones: readonly string[]): string {
	const named = zones.filter(Boolean).map((zone) => `“${zone}”`);
	const why = named.length === 0 ? 'no time zone' : `a time zone that is not known: ${named.join(', ')}`;
	return `${counted(count, 'event has', 'events have')} ${why}. The times are as the calendar shows them, and “timesResolved” is false.`;
}

/** Lists each guest once: whether they are internal is part of each entry. */
const forAgent = ({ internalAttendees: _, externalAttendees: __, ...meeting }: Omit<ReturnType<typeof calendarMeeting>, 'raw'>): object => meeting;

export const getCalendarEvents = operation({
	endpoint: api.calendar.events,
	id: 'getAll',
	name: ({ list }) => list.name,
	action: ({ list }) => `${list.verb} calendar events`,
	description: 'Get upcoming events of your calendar, with internal and external guests listed separately',
	notes: 'The calendar is connected in the desktop app. The service returns at most 50 events.',
	requests: '1, plus 1 per run for your email address if an event has guests',
	fields: {
		simplify,
	},
	filters: {
		since: dateTime({
			label: 'From',
			description: 'Start of the time range; now if empty',
		}),
		until: dateTime({
			label: 'To',
			description: 'End of the time range; the calendar provider decides if empty',
		}),
	},
	options: {
		userEmail: text({
			label: 'My Email',
			example: 'nora@acme.com',
			description:
				'Guests with the same email domain count as internal; your profile says it if empty',
			showWhen: { simplify: [true] },
		}),
	},
	advice: {
		forbidden: orAnotherKey('Reconnect the calendar in the desktop app'),
		not_found: 'Connect one in the desktop app',
	},
	whenEmpty:
		'The connected calendar has no events in this time range. Declined and cancelled events are left out. To look further ahead, set the filter “To”.',
	async *run(session, { simplify: isSimple, since: timeMin, until: timeMax, userEmail }, page) {
		const unplaced = new Set<string>();
		let count = 0;
		for await (const event of listed(session, api.calendar.events, { timeMin, timeMax }, page)) {
			if (!isSimple || !isEvent(event)) {
				yield result(event);
				continue;
			}
			const { raw, ...meeting } = calendarMeeting(event, { userEmail: userEmail ?? (await ownEmail(session, event)) });
			if (!meeting.timesResolved) {
				count += 1;
				unplaced.add(meeting.timeZone ?? '');
			}
			yield result(session.isAgent ? forAgent(meeting) : { ...meeting, raw });
		}
		if (count > 0) session.hint(unplacedWords(count, [...unplaced]));
	},
});
