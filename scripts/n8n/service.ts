import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { firstRun } from '../../sandbox/cli/firstRun.ts';
import { controls } from '../../sandbox/control/index.ts';
import { aiFromEnvironment, startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { ROOT } from './root.ts';

const DAY_MS = 86_400_000;
const MEETINGS = join(ROOT, 'examples/meetings');

/** The service, whose webhooks may reach an n8n on this machine. */
export const startService = (port: number, database: string): Promise<Sandbox> =>
	startSandbox({ port, database, allowLoopbackHttp: true, ai: aiFromEnvironment(process.env) });

/** Fills the service anew: a person with meetings, contacts and a calendar. @returns the only look at the API key. */
export async function fill(sandbox: Sandbox): Promise<string> {
	await sandbox.perform(controls.everything.reset, {});
	const { key } = await firstRun(sandbox);
	let startTime = sandbox.clock.now() - DAY_MS;
	for (const file of globSync('*', { cwd: MEETINGS }).sort()) {
		// Brought by the first run.
		if (file === 'quillbrook-pilot.vtt') continue;
		startTime -= 2 * DAY_MS;
		const text = readFileSync(join(MEETINGS, file), 'utf8');
		await sandbox.perform(controls.meetings.import, {
			text,
			filename: basename(file),
			startTime: new Date(startTime).toISOString(),
		});
	}
	return key;
}
