import { z } from 'zod/v4';
import { ClientError } from '../../../../src/client/index.ts';
import type { MeetingTarget } from '../../../../src/insights/index.ts';
import type { Values } from '../../field.ts';
import { readInput } from '../../readInput.ts';
import { targetFields } from './targetFields.ts';

const Event = z.looseObject({ attendees: z.array(z.unknown()) });

/** Where other nodes keep the event as the calendar's provider wrote it. */
const Carrier = z.union([
	z.object({ raw: Event }).transform(({ raw }) => raw),
	z.object({ data: z.object({ calendarEvent: Event }) }).transform(({ data }) => data.calendarEvent),
	Event.transform(({ title, ...event }) => ({ summary: title, ...event })),
]);

const parsed = (value: unknown): unknown => {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return null;
	}
};

function eventIn(value: unknown): z.output<typeof Carrier> {
	const event = Carrier.safeParse(parsed(value));
	if (event.success) return event.data;
	throw new ClientError({
		kind: 'invalidInput',
		field: targetFields.incoming.displayName,
		reason: 'it is not a calendar event with people in the field “attendees”',
	});
}

const text = z.string().default('');
const Target = z.object({ prepareFor: text, person: text, company: text, calendarEvent: text, incoming: z.unknown() });

/** Whom the form says one is going to meet. Throws `invalidInput`. */
export function targetOf(input: Values): MeetingTarget {
	const { prepareFor, person, company, calendarEvent, incoming } = readInput(Target, input);
	switch (prepareFor) {
		case 'company':
			return { company };
		case 'calendarEvent':
			return { event: calendarEvent };
		case 'incoming':
			return { event: eventIn(incoming) };
		default:
			return { person };
	}
}
