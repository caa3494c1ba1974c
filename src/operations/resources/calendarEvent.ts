import * as z from 'zod/v4';
import { api, CalendarEvent } from '../../api/index.ts';
import { refuseInput } from '../../client/index.ts';
import { quoted } from '../../format/index.ts';
import { addressIn, calendarMeeting, maybeText, shapeOf, type Attendee, type CalendarMeeting, type ValueOf } from '../../meetings/index.ts';
import { hasWantedGuests } from '../../reports/index.ts';
import { counted, orAnotherKey } from '../../words/index.ts';
import { dateTime, text } from '../../forms/index.ts';
import { external } from '../shared/attendance.ts';
import { checkFilters } from '../shared/period.ts';
import { listed } from '../list.ts';
import { operation, result } from '../operation.ts';
import type { Session } from '../session.ts';
import { simplify } from './user.ts';

const isEvent = (value: unknown): value is CalendarEvent => value instanceof Object && !Array.isArray(value);

/** Reads the profile only if the event has guests and the address was not given. */
async function ownEmail(session: Session, { attendees }: CalendarEvent): Promise<string | undefined> {
	return Array.isArray(attendees) && attendees.length > 0 ? ((await session.profile()).email ?? undefined) : undefined;
}

/** Describes events without a usable time. `zones`: names of their time zones as in the calendar; empty if they have none. */
function unplacedWords(count: number, zones: readonly string[]): string {
	const named = zones.filter(Boolean).map((zone) => quoted(zone));
	const why = named.length === 0 ? 'no time zone' : `a time zone that is not known: ${named.join(', ')}`;
	return `${counted(count, 'event has', 'events have')} ${why}. The times are as the calendar shows them, and “timesResolved” is false.`;
}

const attendees = z.array(
	shapeOf<Attendee>()({
		email: maybeText.meta({ examples: ['priya@harbour.example'] }),
		name: maybeText.meta({ examples: ['Priya Shah'] }),
		response: z.enum(['accepted', 'declined', 'tentative', 'needsAction']).nullable(),
		internal: z.boolean().nullable().describe('Whether they work for your company'),
	}),
);

const Meeting = shapeOf<CalendarMeeting>()({
	id: maybeText.meta({ examples: ['sample-event'] }),
	title: maybeText,
	start: maybeText.meta({ description: 'UTC; a date if the event lasts all day', examples: ['2026-11-02T10:45:00Z'] }),
	end: maybeText.meta({ examples: ['2026-11-02T11:15:00Z'] }),
	allDay: z.boolean().meta({ examples: [false] }),
	timeZone: maybeText.meta({ examples: ['Europe/Berlin'] }),
	timesResolved: z.boolean().describe('Whether the time zone could be resolved'),
	attendees,
	internalAttendees: attendees,
	externalAttendees: attendees,
	externalCompanies: z.array(z.string()).meta({ description: 'Email domains of the external attendees', examples: [['harbour.example']] }),
	joinUrl: maybeText.meta({ examples: ['https://meet.example.com/sample'] }),
	raw: z.looseObject({}).describe('The event as sent by the calendar provider'),
});

/** A meeting that lists each guest once: each entry says whether the guest is internal. */
const AgentMeeting = Meeting.omit({ internalAttendees: true, externalAttendees: true, raw: true });
const forAgent = ({ internalAttendees: _, externalAttendees: __, ...meeting }: Omit<CalendarMeeting, 'raw'>): ValueOf<typeof AgentMeeting> => meeting;

export const getCalendarEvents = operation({
	endpoint: api.calendar.events,
	id: 'getAll',
	name: ({ list }) => list.name,
	action: ({ list }) => `${list.verb} calendar events`,
	description: 'Get events of your calendar, from now on or from any time, with internal and external guests listed separately',
	notes: 'The calendar is connected in the desktop app. The service returns at most 50 events.',
	requests: '1, plus 1 per run for your email address if an event has guests or you filter by them',
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
		external,
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
	output: Meeting,
	agentOutput: AgentMeeting,
	variants: [{ when: { simplify: [false] }, output: CalendarEvent }],
	advice: {
		forbidden: orAnotherKey('If this is about the calendar, reconnect it in the desktop app'),
		not_found: 'Connect one in the desktop app',
	},
	whenEmpty:
		'The connected calendar has no events in this time range. Declined and cancelled events are left out. To look further ahead, set the filter “To”.',
	async *run(session, { simplify: isSimple, since: timeMin, until: timeMax, external: side, userEmail: given }, page) {
		checkFilters({ since: timeMin, until: timeMax });
		if (timeMin === undefined && timeMax !== undefined && Date.parse(timeMax) <= session.now()) {
			refuseInput('until', 'it must be later than now, when the time range starts. For past events, enter “From”');
		}
		const userEmail = (given && addressIn(given)) ?? (side === undefined ? undefined : ((await session.profile()).email ?? undefined));
		const isWantedSide = (event: unknown): boolean => isEvent(event) && hasWantedGuests(event, userEmail ?? null, { external: side }) === true;
		const unplaced = new Set<string>();
		let count = 0;
		for await (const event of listed(session, api.calendar.events, { timeMin, timeMax }, { ...page, ...(side !== undefined && { wants: isWantedSide }) })) {
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
