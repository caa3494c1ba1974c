import type { Endpoint } from '../api/index.ts';
import type { Problem } from './errors.ts';
import type { Values } from './request.ts';
import { isMissing, outcomeOf, type UnderWay } from './underWay.ts';
import { delayBeforeRead, delayBeforeRepeat } from './wait.ts';

/** The answer to a delete request, for a repeated one whose first answer was lost. */
export const deleted = (id: string) => ({ data: { id, deleted: true as const } });

/** How far the clocks of the service's own machines may be apart. */
const SKEW_MS = 60_000;

const fieldsOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/**
 * A saved result as an answer to the POST that was sent at `sentAt`, in milliseconds since 1970 by the service's clock. An
 * older one cost nothing; if in doubt, it counts as new.
 */
const asGenerated = (answer: unknown, sentAt: number | undefined): unknown => {
	const body = fieldsOf(answer);
	const data = 'data' in body ? fieldsOf(body.data) : {};
	const createdAt = 'createdAt' in data ? Date.parse(String(data.createdAt)) : Number.NaN;
	const cached = sentAt !== undefined && createdAt < sentAt - SKEW_MS;
	return { ...body, data: { ...data, cached } };
};

/**
 * Reads a result whose answer was lost, until it is saved or the patience ends. Never requests the generation again.
 * @throws ClientError `lost` if there is no saved result.
 */
export async function readSaved(underWay: UnderWay, by: Endpoint, values: Values, lost: Problem): Promise<unknown> {
	for (let reads = 1; ; reads++) {
		const delay = delayBeforeRead({ ...underWay.soFar, attempt: reads });
		if (delay === null || !(await underWay.wait(delay, by))) throw underWay.failure(lost);
		const found = await underWay.ask(by, values);
		if (found.ok) return asGenerated(found.body, underWay.sentAt);
		const outcome = outcomeOf(found.problem, by);
		if (outcome.kind === 'final' && !isMissing(found.problem)) throw underWay.failure(found.problem);
		if (outcome.kind !== 'limited') continue;
		const pause = delayBeforeRepeat({ ...underWay.soFar, outcome, repeatable: true });
		if (pause === null || !(await underWay.wait(pause, by))) throw underWay.failure(found.problem);
	}
}
