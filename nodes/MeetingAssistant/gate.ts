import { ClientError, createRequestBudget, type AnswerInfo, type RequestBudget } from '../../src/client/index.ts';
import { OutOfRequests } from './refusal.ts';

export interface GateOptions {
	/** Requests the run may make. */
	readonly max?: number;
	/** Requests of the hour to leave to others. */
	readonly keepFree?: number;
	/** Milliseconds a request may wait for the hour's count to begin anew. */
	readonly patienceMs: number;
	readonly now: () => number;
	readonly sleep: (ms: number) => Promise<void>;
}

export interface Gate {
	/** Also knows what the service last said of its limit. */
	readonly budget: RequestBudget;
	/** Counts an answer to a request that came through. */
	readonly saw: (info: AnswerInfo) => void;
	/** A failed call may tell of a limit without saying so in its headers. */
	readonly failed: (error: unknown) => void;
	/** Sends what the limits allow, and throws `OutOfRequests` or `ClientError` in place of the rest. */
	readonly around: <T>(send: () => Promise<T>) => Promise<T>;
}

/**
 * Stands before the service for one run. Once the hour's limit is known to be used up, nothing more is sent to be
 * refused: a request waits, if the patience allows, or fails at once.
 */
export function createGate({ max, keepFree, patienceMs, now, sleep }: GateOptions): Gate {
	const budget = createRequestBudget({ ...(max !== undefined && { max }), ...(keepFree !== undefined && { keepFree }) });
	let closedUntil = 0;

	const limitReached = (until: number): ClientError =>
		new ClientError({
			kind: 'rateLimited',
			status: 429,
			retryAfterMs: until - now(),
			resetAt: new Date(until),
			limit: budget.rateLimit?.limit ?? null,
			message: 'Hourly request limit used up',
			creditAtRisk: false,
		});

	const admit = async (): Promise<void> => {
		for (let waitedMs = 0; ; ) {
			const closed = closedUntil > now();
			if (!closed && budget.take(now())) return;
			const by = closed ? 'limit' : (budget.stoppedBy(now()) ?? 'limit');
			const until = Math.max(closedUntil, budget.resetAt?.getTime() ?? 0);
			const waitMs = Math.max(1, until - now());
			if (by === 'limit' && waitedMs + waitMs <= patienceMs) {
				await sleep(waitMs);
				waitedMs += waitMs;
				continue;
			}
			const isOwnLimit = by === 'budget' || (!closed && (keepFree ?? 0) > 0);
			throw isOwnLimit
				? new OutOfRequests({ by, made: budget.made, resetAt: budget.resetAt, now: now() })
				: limitReached(until);
		}
	};

	return {
		budget,
		saw: budget.onAnswer,
		failed: (error) => {
			if (!(error instanceof ClientError) || error.problem.kind !== 'rateLimited') return;
			// Not its `resetAt`: that is a time by the service's clock.
			const { retryAfterMs } = error.problem;
			if (retryAfterMs !== null) closedUntil = Math.max(closedUntil, now() + retryAfterMs);
		},
		around: async (send) => {
			await admit();
			return await send();
		},
	};
}
