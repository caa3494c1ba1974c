import { z } from 'zod/v4';
import { api, type CalendarEvent } from '../../../../src/api/index.ts';
import { calendarMeeting } from '../../../../src/format/index.ts';
import { listed } from '../../list.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';
import type { Session } from '../../session.ts';
import { Simplify, simplify } from '../../simplify.ts';

const Input = z.object({ simplify: Simplify, userEmail: z.string().optional() });
const Window = z.object({ timeMin: z.string().optional(), timeMax: z.string().optional() });

const isEvent = (value: unknown): value is CalendarEvent => value instanceof Object && !Array.isArray(value);

/** Asks for the profile only when somebody is invited and nobody said whose calendar it is. */
async function ownEmail(session: Session, { attendees }: CalendarEvent): Promise<string | undefined> {
	return Array.isArray(attendees) && attendees.length > 0 ? (await session.profile()).profile?.email : undefined;
}

export const getMany = operation({
	endpoint: api.calendar.events,
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many upcoming calendar events',
	description:
		'Get what is next in the calendar connected in the desktop app, with guests of your own company and others apart. The service returns 50 at most.',
	requests: '1, and 1 per run for your address where somebody is invited',
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
	own: {
		fields: {
			simplify: {
				...simplify,
				hint: 'One shape for both calendar providers. Workflows also get what the provider sent, in “raw”.',
			},
		},
		options: {
			userEmail: {
				displayName: 'My Email',
				name: 'userEmail',
				type: 'string',
				default: '',
				placeholder: 'e.g. nora@acme.com',
				description:
					'Who shares its domain is internal. If not set, it is the address in your profile, which takes one more request per run, and only if somebody is invited.',
				showWhen: { simplify: [true] },
			},
		},
	},
	advice: {
		forbidden: 'Access to the calendar was revoked: connect it again in the desktop app',
		not_found: 'No calendar is connected: connect one in the desktop app',
	},
	async *run(session, input, limit) {
		const asked = readInput(Input, input);
		for await (const event of listed(session, api.calendar.events, readInput(Window, input), { limit })) {
			if (!asked.simplify || !isEvent(event)) {
				yield result(event);
				continue;
			}
			const userEmail = asked.userEmail ?? (await ownEmail(session, event));
			const { raw, ...meeting } = calendarMeeting(event, { userEmail });
			yield result(session.isTool ? meeting : { ...meeting, raw });
		}
	},
});
