import type { Endpoint, Input, Output } from '../api/index.ts';
import { ClientError, type Client, type RequestBudget, type StopReason } from '../client/index.ts';

export interface InsightOptions {
	/** Its `onAnswer` should feed `budget`. Its patience is how long a limit is waited for. */
	readonly client: Client;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	readonly budget?: RequestBudget;
	/** Requests under way at once, at least 1; default 5. */
	readonly concurrency?: number;
}

const DEFAULT_CONCURRENCY = 5;

/** `failures`: so many reads failed that the service is not bothered further. */
export type StoppedBy = StopReason | 'failures';

export interface Stop {
	readonly stoppedBy: StoppedBy;
	/** ISO date-time from which going on makes sense; null when nobody knows. */
	readonly resumeAt: string | null;
}

/** How a job ended. */
export interface Ending {
	/** Whether everything that was asked for has been read. */
	readonly complete: boolean;
	readonly stoppedBy: StoppedBy | null;
	/** ISO date-time from which going on makes sense; null when nothing stopped it, or when nobody knows. */
	readonly resumeAt: string | null;
}

/** Thrown instead of sending a request, once there must not be one. */
export class Stopped extends Error {
	override readonly name = 'Stopped';
}

/** One job under way: the only way insights reach the service, so that nothing is sent once the job has stopped. */
export interface Run {
	/** Throws `Stopped` or `ClientError`. */
	readonly get: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
	/** Nothing is sent any more. */
	readonly halt: (stop: Stop) => void;
	/** Why the latest request was not sent or was refused by a limit. */
	readonly stop: () => Stop | null;
	readonly now: () => number;
	readonly concurrency: number;
}

/** `cut`: whether something was left unread; `failures`: reads that failed. */
export function endingOf(run: Run, cut: boolean, failures: number): Ending {
	const stop = cut ? run.stop() : null;
	return {
		complete: !cut && failures === 0,
		stoppedBy: stop?.stoppedBy ?? null,
		resumeAt: stop?.resumeAt ?? null,
	};
}

const iso = (time: number): string => new Date(time).toISOString();

export function createRun({ client, now, budget, concurrency = DEFAULT_CONCURRENCY }: InsightOptions): Run {
	let stop: Stop | null = null;
	let halted = false;

	const halt = (reason: Stop): void => {
		stop = reason;
		halted = true;
	};

	const budgetStop = (spent: RequestBudget): Stop => {
		const stoppedBy = spent.stoppedBy(now()) ?? 'budget';
		return { stoppedBy, resumeAt: iso(stoppedBy === 'limit' ? (spent.resetAt?.getTime() ?? now()) : now()) };
	};

	return {
		now,
		concurrency,
		halt,
		stop: () => stop,
		get: async (endpoint, input) => {
			if (halted) throw new Stopped();
			// Not final: an answer still under way may say that there is more left than was sure.
			if (budget && !budget.take(now())) {
				stop = budgetStop(budget);
				throw new Stopped();
			}
			try {
				return await client.call(endpoint, input);
			} catch (error) {
				if (!(error instanceof ClientError) || error.problem.kind !== 'rateLimited') throw error;
				halt({ stoppedBy: 'limit', resumeAt: error.problem.resetAt?.toISOString() ?? null });
				throw new Stopped();
			}
		},
	};
}
