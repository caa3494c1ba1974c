import { createAccount } from '../../../src/limits/index.ts';
import { terms } from '../../../nodes/shared/terms.ts';
import type { Operation } from '../../../src/operations/index.ts';
import { createSession } from '../../../src/operations/session.ts';
import { NOW, type Account } from './account.ts';

interface RunOptions {
	readonly isAgent?: boolean;
	readonly maxRequests?: number;
	/** Default: it neither waits nor repeats a request. */
	readonly patienceMs?: number;
}

/** Runs an operation as a host does, and returns what it sent, as `path?query`. Date fields are now. */
export async function runIn(world: Account, operation: Operation, values: Readonly<Record<string, unknown>>, { isAgent = false, maxRequests, patienceMs = 0 }: RunOptions = {}) {
	const sent: string[] = [];
	const session = createSession({
		account: createAccount(),
		limits: { concurrency: 5, patienceMs, maxRequests },
		connect: ({ around = [] }) => world.connect({ patienceMs, around }, sent).client,
		isAgent,
		now: world.clock.now,
		sleep: async (ms) => world.clock.advance(ms),
		terms,
		timezone: 'UTC',
	});
	const results: unknown[] = [];
	for await (const { json } of operation.run(session, { valueOf: (input) => values[input], toInstant: () => NOW })) results.push(json);
	return { sent, results, hints: session.hints.messages(null, session.timezone) };
}
