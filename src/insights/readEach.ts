import pLimit from 'p-limit';
import { ClientError } from '../client/index.ts';
import { Stopped, type Run } from './run.ts';

/** What became of one read. `missing`: 404. `failed`: this one cannot be had, which does not stop the others. */
export type Reading<R> =
	| { readonly kind: 'read'; readonly value: R }
	| { readonly kind: 'missing' }
	| { readonly kind: 'failed'; readonly message: string };

type Attempt<R> = Reading<R> | { readonly kind: 'left' } | { readonly kind: 'fatal'; readonly error: unknown };

/** Failures after which the service is taken to be down: each has cost the client's own repeats already. */
const MAX_FAILURES = 5;

/** A key without access (401, 403) or a cancelled run would fail everywhere. */
function attemptOf(error: unknown): Attempt<never> {
	if (error instanceof Stopped) return { kind: 'left' };
	if (!(error instanceof ClientError)) return { kind: 'fatal', error };
	const { problem, message } = error;
	if (problem.kind === 'noAnswer' && problem.reason === 'aborted') return { kind: 'fatal', error };
	if (problem.kind !== 'api') return { kind: 'failed', message };
	if (problem.status === 404) return { kind: 'missing' };
	return problem.status === 401 || problem.status === 403 ? { kind: 'fatal', error } : { kind: 'failed', message };
}

export interface EachReading<T, R> {
	/** In the order of the items, without those left. */
	readonly readings: readonly { readonly item: T; readonly reading: Reading<R> }[];
	/** Not read because the run stopped, in order. */
	readonly left: readonly T[];
}

/**
 * Reads each item with one request, so many at once as the run allows, until the run stops. What the budget held back
 * while answers were under way is tried again after them, as long as that gets further.
 * Throws what would fail for every item, after all that is under way has ended.
 */
export async function readEach<T extends object, R>(
	run: Run,
	items: readonly T[],
	read: (item: T) => Promise<R>,
): Promise<EachReading<T, R>> {
	const limit = pLimit(run.concurrency);
	const done = new Map<T, Reading<R>>();
	let failures = 0;

	const attempt = async (item: T): Promise<Attempt<R>> => {
		try {
			return { kind: 'read', value: await read(item) };
		} catch (error) {
			const failed = attemptOf(error);
			if (failed.kind === 'failed') failures += 1;
			if (failed.kind === 'fatal' || failures >= MAX_FAILURES) run.halt({ stoppedBy: 'failures', resumeAt: null });
			return failed;
		}
	};

	for (let left: readonly T[] = items, before = Infinity; left.length > 0 && left.length < before; ) {
		const attempts = await limit.map(left, async (item) => ({ item, attempt: await attempt(item) }));
		before = left.length;
		left = attempts.filter(({ attempt: { kind } }) => kind === 'left').map(({ item }) => item);
		for (const { item, attempt: outcome } of attempts) {
			if (outcome.kind === 'fatal') throw outcome.error;
			if (outcome.kind !== 'left') done.set(item, outcome);
		}
	}
	return {
		readings: items.flatMap((item) => {
			const reading = done.get(item);
			return reading ? [{ item, reading }] : [];
		}),
		left: items.filter((item) => !done.has(item)),
	};
}
