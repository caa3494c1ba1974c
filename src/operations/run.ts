import { type ExplainedError, explainError, Refusal } from '../words/index.ts';
import { type Field, type Terms, textIn, withoutFullStop } from '../forms/index.ts';
import { ClientError, noRisk } from '../client/index.ts';
import type { Cut, Hints } from './hints.ts';
import { labelled, returnsMany, type Asked, type Operation, type Result } from './operation.ts';
import { createSession, type SessionOptions } from './session.ts';

/** What to report when a run has ended. */
export interface RunSummary {
	/** Advice for people, such as why a list is empty. */
	readonly hints: readonly string[];
	/** The first reason why results are missing; null if everything was read. */
	readonly incomplete: ReturnType<Hints['incomplete']>;
	/** Requests sent, repeated ones included. */
	readonly requests: number;
}

/** An operation under way, for one input or many: they share its limits, its hints and what it has read. */
export interface OperationRun {
	/** What the operation yields for one input. Throws `ClientError` or `Refusal`. */
	readonly results: (asked: Asked) => AsyncGenerator<Result, void, undefined>;
	/** Adds the host’s own advice. */
	readonly hint: (message: string) => void;
	/** Results so far that used an AI credit. */
	readonly creditsSpent: () => number;
	readonly end: () => RunSummary;
}

/** The error for a list that was cut short, equal to that of a list that the service itself pages. */
function errorOf(
	{ message, stoppedBy: by, resumeAt }: Cut,
	made: number,
	{ now, limits: { reserveRequests } }: SessionOptions,
): ClientError | Refusal {
	// The message says what to do.
	if (by === 'failures') return new Refusal(withoutFullStop(message), '', { code: 'incomplete' }, { cause: 'temporarily-unavailable' });
	const resetAt = resumeAt === null ? null : new Date(resumeAt);
	if (by !== 'limit' || reserveRequests) return new ClientError({ kind: 'requestsReserved', by, made, resetAt: by === 'limit' ? resetAt : null, ...noRisk });
	const retryAfterMs = resetAt && Math.max(0, resetAt.getTime() - now());
	return new ClientError({ kind: 'rateLimited', status: 429, retryAfterMs, resetAt, limit: null, message, ...noRisk });
}

/** Runs an operation within the limits of its run and of its account. Sends nothing before the first result is asked for. */
export function runOperation(operation: Operation, options: SessionOptions): OperationRun {
	const session = createSession(options);
	const { hints, requests, terms } = session;
	let isEmpty = false;
	let isExplained = false;
	return {
		results: async function* (asked) {
			try {
				await session.findTimezone();
				const item = session.item();
				for await (const one of operation.run(item, asked)) {
					isExplained = true;
					yield one;
				}
				const cut = asked.failsIfCut && !operation.goesOn && returnsMany(operation, asked) ? item.cut() : null;
				if (cut) throw errorOf(cut, requests.made, options);
				isEmpty = true;
			} catch (error) {
				isExplained = true;
				throw error;
			}
		},
		hint: hints.add,
		creditsSpent: session.creditsSpent,
		end: () => {
			const { whenEmpty } = operation;
			// An operation may have said a more specific reason.
			const isSilent = hints.messages(null, session.timezone).length === 0;
			if (isEmpty && !isExplained && whenEmpty !== undefined && isSilent) hints.add(textIn(whenEmpty, terms));
			return { hints: hints.messages(requests.rateLimit, session.timezone), incomplete: hints.incomplete(), requests: requests.made };
		},
	};
}

interface Explaining {
	readonly terms: Terms;
	/** IANA name of the zone in which times are given. */
	readonly timezone: string;
	readonly advice?: Operation['advice'];
	readonly nameOf?: (input: string, field: Field) => string;
}

/** A failure of an operation as people read it, with inputs by their label or by what else the host calls them. */
export const explainRun = (
	error: unknown,
	operation: Operation | undefined,
	{ terms, timezone, advice = operation?.advice, nameOf }: Explaining,
): ExplainedError | null => explainError(labelled(error, operation, nameOf), { terms, timezone, advice, now: Date.now() });
