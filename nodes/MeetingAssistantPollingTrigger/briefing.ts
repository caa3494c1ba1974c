import type { IDataObject } from 'n8n-workflow';
import type { CalendarEvent } from '../../src/api/index.ts';
import { calendarMeeting } from '../../src/format/index.ts';
import { prepareForMeeting } from '../../src/insights/index.ts';
import { reasonOf } from '../shared/triggerError.ts';
import type { Connection } from './connection.ts';

const notNow = { ok: false, reason: 'There were no requests left for the briefing.' };

/** What the service remembers of the attendees from outside; a meeting is told all the same when it cannot be had. */
export async function briefingFor({ round, insights }: Connection, event: CalendarEvent): Promise<IDataObject> {
	try {
		if (!round.take()) return notNow;
		const { email: userEmail } = (await round.client.user.profile()).data.profile;
		const { externalAttendees } = calendarMeeting(event, { userEmail });
		const attendees = externalAttendees.map(({ email, name }) => ({ email, displayName: name }));
		const { event: _, ...briefing } = await prepareForMeeting(
			insights,
			{ event: { ...event, attendees } },
			{ ownEmail: userEmail },
		);
		return { ok: true, briefing };
	} catch (error) {
		return { ok: false, reason: reasonOf(error) };
	}
}
