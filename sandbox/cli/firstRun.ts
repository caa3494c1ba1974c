import { readFileSync } from 'node:fs';
import { DAY_MS, HOUR_MS, iso } from '../clock.ts';
import { controls } from '../control/index.ts';
import type { Sandbox } from '../index.ts';

// The build keeps the sample at the same relative path as in the repository.
const SAMPLE = new URL('../../examples/meetings/quillbrook-pilot.vtt', import.meta.url);

/** The sample's customer. */
const attendee = { name: 'Priya Raman', email: 'priya.raman@harbour.example' };

/** Fills an empty sandbox so that every endpoint has something to return. Returns the API key, which is shown only once. */
export async function firstRun({ perform, clock }: Sandbox): Promise<{ key: string }> {
	// This plan has every feature, and limits that can be reached. The name is that of a speaker in the sample.
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
