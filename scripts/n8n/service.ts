import { firstRun } from '../../sandbox/cli/firstRun.ts';
import { controls } from '../../sandbox/control/index.ts';
import { SandboxError, startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { UserError } from '../../packages/rehearsal/terminal.ts';
import { type State } from './folders.ts';

/**
 * The service, with webhooks allowed to n8n on this machine.
 * @throws UserError if its database cannot be used, for example because another version of this package created it.
 */
export async function startService(port: number, database: string): Promise<Sandbox> {
	try {
		return await startSandbox({ port, database, allowLoopbackHttp: true });
	} catch (error) {
		if (!(error instanceof SandboxError && error.kind === 'database')) throw error;
		throw new UserError(
			`${error.message}\n` +
				'The service then starts with new data, and your workflows stay. To delete them, too: npm run n8n -- --reset',
			{ cause: error },
		);
	}
}

/** Resets the service to sample data: a user with meetings, contacts and a calendar. @returns the new API key. */
export async function fillService(sandbox: Sandbox): Promise<string> {
	await sandbox.perform(controls.everything.reset, {});
	return (await firstRun(sandbox)).key;
}

/** The remembered state. An empty service is filled first, which gives it a new API key. */
export async function ensureFilled(sandbox: Sandbox, remembered: State | null): Promise<State> {
	const users = await sandbox.perform(controls.users.list, {});
	if (remembered && users.length > 0) return remembered;
	return { imported: [], ...remembered, apiKey: await fillService(sandbox), port: null };
}
