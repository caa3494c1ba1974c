import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstRun } from '../../sandbox/cli/firstRun.ts';
import { controls } from '../../sandbox/control/index.ts';
import { aiFromEnvironment, startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { meetings } from './meetings.ts';
import { ROOT } from './root.ts';

const DAY_MS = 86_400_000;

/** The service, whose webhooks may reach an n8n on this machine. */
export const startService = (port: number, database: string): Promise<Sandbox> =>
	startSandbox({ port, database, allowLoopbackHttp: true, ai: aiFromEnvironment(process.env) });

/** Fills the service anew: a person with meetings, contacts and a calendar. @returns the only look at the API key. */
export async function fill(sandbox: Sandbox): Promise<string> {
	const { perform, clock } = sandbox;
	await perform(controls.everything.reset, {});
	const { key } = await firstRun(sandbox);
	for (const { file, daysAgo, attendees } of meetings) {
		await perform(controls.meetings.import, {
			text: readFileSync(join(ROOT, 'examples/meetings', file), 'utf8'),
			filename: file,
			startTime: new Date(clock.now() - daysAgo * DAY_MS).toISOString(),
			attendees,
		});
	}
	return key;
}
