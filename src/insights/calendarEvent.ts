import { z } from 'zod/v4';
import { api } from '../api/index.ts';
import { ClientError } from '../client/index.ts';
import { lowerCase } from './contacts.ts';
import { listOf, text } from './lenient.ts';
import type { Run } from './run.ts';

/** What matters of an event, whichever provider it comes from (Resources, Calendar event). */
export interface UpcomingEvent {
	readonly id: string | null;
	readonly title: string | null;
	/** As the provider writes it: some leave the offset to the time zone. */
	readonly start: string | null;
	readonly timeZone: string | null;
	/** In lower case, without rooms and without the user as far as the event tells. */
	readonly emails: readonly string[];
}

const When = z.object({ dateTime: text, date: text, timeZone: text });
const Attendee = z
	.object({
		email: text,
		emailAddress: z.object({ address: z.string() }).nullable().catch(null),
		self: z.boolean().catch(false),
		resource: z.boolean().catch(false),
		type: text,
	})
	.transform(({ email, emailAddress, self, resource, type }) => ({
		email: email ?? emailAddress?.address ?? null,
		isPerson: !self && !resource && type !== 'resource',
	}));

const Event = z
	.object({
		id: text,
		summary: text,
		subject: text,
		start: z
			.union([z.string().transform((dateTime) => ({ dateTime, date: null, timeZone: null })), When])
			.catch({ dateTime: null, date: null, timeZone: null }),
		attendees: listOf(Attendee),
	})
	.transform(
		({ id, summary, subject, start, attendees }): UpcomingEvent => ({
			id,
			title: summary ?? subject,
			start: start.dateTime ?? start.date,
			timeZone: start.timeZone,
			emails: attendees.flatMap(({ email, isPerson }) => (email && isPerson ? [lowerCase(email)] : [])),
		}),
	);

export const readEvent = (raw: object): UpcomingEvent => Event.parse(raw);

const DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;

/**
 * An upcoming event by its id: one request, so among the next 50 events of 30 days.
 * @throws ClientError `invalidInput` when it is not among them, `api` without a connected calendar.
 */
export async function findEvent(run: Run, id: string): Promise<UpcomingEvent> {
	const now = run.now();
	const { maxSize } = api.calendar.events.paging;
	const { data } = await run.get(api.calendar.events, {
		maxResults: maxSize,
		timeMin: new Date(now).toISOString(),
		timeMax: new Date(now + DAYS_AHEAD * DAY_MS).toISOString(),
	});
	const event = listOf(Event).parse(data).find((candidate) => candidate.id === id);
	if (event) return event;
	throw new ClientError({
		kind: 'invalidInput',
		field: 'calendarEvent',
		reason: `it is not among the next ${maxSize} events of the next ${DAYS_AHEAD} days`,
	});
}
