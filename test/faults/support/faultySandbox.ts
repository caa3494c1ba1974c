import { ClientError, createClient } from '../../../src/client/index.ts';
import { axiosTransport } from '../../../src/transport/axios.ts';
import type { NewRule } from '../../../sandbox/faults/rule.ts';
import { startTestSandbox, type Account } from '../../sandbox/support/harness.ts';
import { startReceiver } from '../../sandbox/support/receiver.ts';

export const LIST = '/api/v1/conversations';
export const PROFILE = '/api/v1/user/profile';

/** A sandbox with one meeting, accessed over plain HTTP and by the client. The client's waits are recorded but not waited for. */
export async function startFaultySandbox(options: Parameters<typeof startTestSandbox>[0] = {}) {
	const { sandbox, clock, account } = await startTestSandbox(options);
	const user = account('professional');
	const id = await user.importMeeting();
	const waits: number[] = [];
	const elsewhere = await startReceiver();
	const clientWith = (timeoutMs: number) => clientFor(sandbox.url, user, clock.now, waits, timeoutMs);
	return {
		sandbox,
		clock,
		user,
		id,
		client: clientWith(25_000),
		impatient: clientWith(300),
		waits,
		/** A server of another origin. */
		elsewhere,
		async stop() {
			await sandbox.stop();
			await elsewhere.stop();
		},
		fault: (rule: NewRule) => sandbox.faults.add(rule),
		injected: () => sandbox.faults.list().map(({ injected }) => injected),
		get: (path = LIST) => fetch(sandbox.url + path, { headers: { Authorization: `Bearer ${user.key}` }, redirect: 'manual' }),
	};
}

function clientFor(baseUrl: string, { key }: Account, now: () => number, waits: number[], timeoutMs: number) {
	return createClient({
		baseUrl,
		transport: axiosTransport({ apiKey: key }),
		timeoutMs,
		now,
		sleep: async (ms) => void waits.push(ms),
		random: () => 1,
	});
}

/** The problem a call ends with; undefined when it succeeds. */
export const problemOf = (call: Promise<unknown>) =>
	call.then(
		() => undefined,
		(error: unknown) => (error instanceof ClientError ? error.problem : error),
	);
