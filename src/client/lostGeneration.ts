import type { Saved } from '../api/index.ts';
import type { Problem } from './errors.ts';
import type { Values } from './request.ts';
import { isMissing, outcomeOf, type UnderWay } from './underWay.ts';
import { delayBeforeRead, delayBeforeRepeat } from './wait.ts';

/**
 * Reads a result whose answer was lost, until it is saved or the patience ends. Never requests the generation again.
 * @throws ClientError `lost` if there is no saved result.
 */
export async function readSaved(underWay: UnderWay, { by, as }: Saved, values: Values, lost: Problem): Promise<unknown> {
	for (let reads = 1; ; reads++) {
		const delay = delayBeforeRead({ ...underWay.soFar, attempt: reads });
		if (delay === null || !(await underWay.wait(delay, by))) throw underWay.failure(lost);
		const found = await underWay.ask(by, values);
		if (found.ok) return as(found.body, underWay.sentAt);
		const outcome = outcomeOf(found.problem, by);
		if (outcome.kind === 'final' && !isMissing(found.problem)) throw underWay.failure(found.problem);
		if (outcome.kind !== 'limited') continue;
		const pause = delayBeforeRepeat({ ...underWay.soFar, outcome, repeatable: true });
		if (pause === null || !(await underWay.wait(pause, by))) throw underWay.failure(found.problem);
	}
}
