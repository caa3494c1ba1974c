import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstRun } from '../../sandbox/cli/firstRun.ts';
import { controls } from '../../sandbox/control/index.ts';
import { aiFromEnvironment, type Sandbox, SandboxError, startSandbox } from '../../sandbox/index.ts';
import { ROOT, type State } from './folders.ts';
import { SetupError } from './program.ts';

/** The invented meetings that come on top of the sandbox's own sample, all of Nora Feld's. */
export const meetings = [
	{ file: 'product-weekly.txt', daysAgo: 2, attendees: [{ name: 'Lea Brandt', email: 'lea.brandt@quillbrook.example' }] },
	{ file: 'linden-onboarding.txt', daysAgo: 5, attendees: [{ name: 'Samira Okafor', email: 'samira.okafor@linden.example' }] },
	{ file: 'corvin-discovery.txt', daysAgo: 8, attendees: [{ name: 'Henrik Dahl', email: 'henrik.dahl@corvin.example' }] },
] as const;

const DAY_MS = 86_400_000;

/**
 * The service, whose webhooks may reach an n8n on this machine.
 *
 * @throws SetupError when what it kept cannot be used: another version of this package may have kept it.
 */
export async function startService(port: number, database: string): Promise<Sandbox> {
	try {
		return await startSandbox({ port, database, allowLoopbackHttp: true, ai: aiFromEnvironment(process.env) });
	} catch (error) {
		if (!(error instanceof SandboxError && error.kind === 'database')) throw error;
		throw new SetupError(
			`${error.message}\n` +
				'Once it is away, the service begins anew and your workflows stay. To begin without them: npm run n8n -- --reset',
			{ cause: error },
		);
	}
}

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

/** What was remembered, with a service that has something to answer: an empty one is filled, and has another API key. */
export async function filled(sandbox: Sandbox, remembered: State | null): Promise<State> {
	const users = await sandbox.perform(controls.users.list, {});
	if (remembered && users.length > 0) return remembered;
	return { imported: [], ...remembered, apiKey: await fill(sandbox), port: null };
}
