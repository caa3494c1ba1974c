import { readFileSync } from 'node:fs';
import { DAY_MS, HOUR_MS, iso } from '../clock.ts';
import { controls } from '../control/index.ts';
import type { Sandbox } from '../index.ts';

// The build puts the sample where it lies in the repository, seen from here.
const SAMPLE = new URL('../../examples/meetings/quillbrook-pilot.vtt', import.meta.url);

/** The sample's customer. */
const attendee = { name: 'Priya Raman', email: 'priya.raman@harbour.example' };

/** Fills an empty sandbox so that every endpoint has something to answer. Returns the only look at the API key. */
export async function firstRun({ perform, clock }: Sandbox): Promise<{ key: string }> {
	// The plan has every feature, and limits that can be met; the name is one that speaks in the sample.
	const user = { name: 'Nora Feld', email: 'nora.feld@quillbrook.example', plan: 'professional' };
	await perform(controls.users.create, user);
	await perform(controls.meetings.import, {
		text: readFileSync(SAMPLE, 'utf8'),
		filename: 'quillbrook-pilot.vtt',
		startTime: iso(clock.now() - DAY_MS),
		attendees: [attendee],
		generateKeyPoints: true,
	});
	await perform(controls.calendar.connect, { provider: 'google' });
	await perform(controls.calendar.add, {
		title: 'Quillbrook pilot: follow-up',
		start: iso(Math.ceil(clock.now() / HOUR_MS) * HOUR_MS + DAY_MS),
		attendees: [attendee],
	});
	return perform(controls.keys.create, {});
}
