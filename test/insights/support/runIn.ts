import { createAccount } from '../../../src/account/index.ts';
import { terms } from '../../../nodes/shared/terms.ts';
import type { Operation } from '../../../src/operations/index.ts';
import { createSession } from '../../../src/operations/session.ts';
import { NOW, type Account } from './account.ts';

interface RunOptions {
	readonly isAgent?: boolean;
	readonly maxRequests?: number;
}

/** Runs an operation as a host does, and returns its requests, as `path?query`. Date fields are set to now. */
export async function runIn(world: Account, operation: Operation, values: Readonly<Record<string, unknown>>, { isAgent = false, maxRequests }: RunOptions = {}) {
	const sent: string[] = [];
	const session = createSession({
		account: createAccount(),
		limits: { concurrency: 5, patienceMs: 0, maxRequests },
		connect: ({ around, onAnswer }) => world.connect({ ...(around && { around }), ...(onAnswer && { onAnswer }) }, sent).client,
		isAgent,
		now: world.clock.now,
		sleep: async () => {},
		terms,
		timezone: 'UTC',
	});
	const results: unknown[] = [];
	for await (const { json } of operation.run(session, { valueOf: (input) => values[input], toInstant: () => NOW })) results.push(json);
	return { sent, results, hints: session.hints.messages(null) };
}
