import { HOUR_MS, MINUTE_MS } from '../../src/api/index.ts';
import { ClientError, isNotFound, mayHaveCost, noRisk, type Wrapper } from '../../src/client/index.ts';
import { instantFrom, isRecord, oneLine } from '../../src/format/index.ts';
import { type Asked, onlyReads, type OperationRun, returnsMany, runOperation } from '../../src/operations/index.ts';
import { Refusal } from '../../src/words/index.ts';
import { limitIn, valueOf, withoutAbsent, type Of } from './form.ts';
import { inLabels, type Sample } from './outputs.ts';
import { shownResult } from './shown.ts';
import { STEP_MS, type Step } from './step.ts';
import { terms } from './terms.ts';

/** The longest wait that leaves time for the request after it. */
export const PATIENCE_MS = 10_000;
const AT_ONCE = 5;

/** More than a busy month takes, and no more than the smallest plan has in an hour. */
export const MAX_REQUESTS = 100;

/** No request is sent this close to the end of a step, because its answer might come too late. */
const LAST_READ_MS = 5000;

/** Runs an operation with what the form has. `more`: inputs that are preset in this run alone. */
export function running(of: Of, given: Step, more: Readonly<Record<string, unknown>> = {}) {
	const { operation } = of;
	const { account, connect, meta, sleep, elapsed } = given;
	const refuseAfter = (ms: number): void => {
		if (elapsed() > ms) throw new ClientError({ kind: 'requestsReserved', by: 'time', made: 0, resetAt: null, ...noRisk });
	};
	const inTime: Wrapper = {
		request: async (send) => {
			refuseAfter(STEP_MS - LAST_READ_MS);
			return await send();
		},
		// A call that may cost a credit only starts in the first half of a step: one as long as the earlier ones then finishes in
		// time. If it were cut off, its credit would be lost.
		call: async (endpoint, call) => {
			refuseAfter(endpoint.credit === 'never' ? STEP_MS : STEP_MS / 2);
			return await call();
		},
	};
	const run = runOperation(operation, {
		account,
		limits: { concurrency: AT_ONCE, maxRequests: MAX_REQUESTS, patienceMs: PATIENCE_MS },
		connect: ({ around = [], ...options }) => connect({ ...options, around: [inTime, ...around] }),
		isAgent: false,
		now: Date.now,
		sleep,
		terms,
		timezone: meta.timezone,
	});
	const asked: Asked = {
		valueOf: valueOf(given, of, more),
		toInstant: (value) => instantFrom(value, meta.timezone),
		showsLabels: true,
		...(operation.isList && { limit: limitIn(given) }),
	};
	return { asked, results: run.results(asked), end: run.end };
}

/** Combines any number of results into one, because an action starts the following steps only once. */
export const together = (results: readonly Sample[]): Sample => ({ ...results[0], count: results.length, results });

/**
 * Fails if a search could not search everything. To Zapier, an empty list means that nothing exists, so a “find or create”
 * would create it a second time.
 */
function refuseUnsearched({ incomplete }: ReturnType<OperationRun['end']>, of: Of): void {
	// If another try finds no more, a Zap that finds or creates may continue.
	if (!incomplete || incomplete.isFinal) return;
	const { message, stoppedBy, resumeAt } = incomplete;
	const waitMs = stoppedBy === 'limit' && resumeAt !== null ? Date.parse(resumeAt) - Date.now() : 0;
	const isWorthWaiting = waitMs > 0 && { code: 'rate_limited', retryAfterSeconds: Math.ceil(waitMs / 1000) };
	throw new Refusal('Nothing was found, but not everything was searched', withoutAbsent(message, of), isWorthWaiting || { code: 'incomplete' });
}

/** The result of an action: one object, or nothing. */
export async function resultOf(of: Of, given: Step): Promise<Sample | undefined> {
	const { asked, results, end } = running(of, given);
	const found: Sample[] = [];
	for await (const { json } of results) found.push(shownResult(of, isRecord(json) ? json : { value: json }));
	const ending = end();
	const note = inLabels(withoutAbsent(ending.hints.join(' '), of));
	if (returnsMany(of.operation, asked)) {
		if (found.length === 0 && onlyReads(of.operation)) return void refuseUnsearched(ending, of);
		return { ...together(found), ...(note && { note }) };
	}
	const [one] = found;
	return one && { ...one, ...(note && { note }) };
}

export const isNone = (error: unknown): boolean =>
	error instanceof Refusal
		? error.details['code'] === 'not_found'
		: isNotFound(error);

/** How long to wait for a result that a step asked for and did not get, and how often to look for it. */
export const GENERATING_MS = 10 * MINUTE_MS;
const PAUSE_SECONDS = 60;

const lookAgain = (): never => {
	throw new Refusal('The AI needs longer than Zapier gives a step', 'Try again in a minute: the result is then read without another AI credit', { code: 'rate_limited', retryAfterSeconds: PAUSE_SECONDS });
};

/**
 * A result that the service saves. A step that ends before it is there is run again by Zapier, and then only reads: asked
 * again while the AI is at work, the service might generate it twice.
 */
export async function generatedResultOf(of: Of, given: Step): Promise<Sample | undefined> {
	const { inputData, memory } = given;
	const saved = of.resource.operations.find(({ id }) => id === 'get') ?? of.operation;
	const key = `generating:${of.resource.id}:${oneLine(inputData['conversation_id'])}`;
	const startedAt = Number(await memory.recall(key));
	if (startedAt > 0) {
		const found = await resultOf({ ...of, operation: saved }, given).catch((error: unknown) => {
			if (!isNone(error)) throw error;
		});
		// With “Always Regenerate”, the previous result is still saved. Clocks differ by seconds.
		const isOld = String(inputData['force_refresh']) === 'true' && Date.parse(oneLine(found?.['createdAt'])) < startedAt - MINUTE_MS;
		if (!(found && !isOld) && Date.now() - startedAt < GENERATING_MS) return lookAgain();
		await memory.forget(key);
		if (found && !isOld) return found;
		throw new ClientError({ kind: 'noAnswer', reason: 'timeout', outcomeUnknown: true, creditAtRisk: true });
	}
	const now = Date.now();
	return await resultOf(of, given).catch(async (error: unknown) => {
		if (error instanceof ClientError && mayHaveCost(error) && (await memory.keep(key, now, HOUR_MS))) return lookAgain();
		throw error;
	});
}
