import type { Endpoint, Input, Output } from '../api/index.ts';
import { isOutcomeUnknown } from './errors.ts';
import { readSaved } from './lostGeneration.ts';
import { checkInput } from './request.ts';
import type { CallSettings } from './settings.ts';
import { trust } from './trust.ts';
import { isAborted, isMissing, outcomeOf, UnderWay } from './underWay.ts';
import { delayBeforeRepeat, mayRepeat } from './wait.ts';

/**
 * Calls an endpoint, and repeats the request where the endpoint's `repeat` allows. Resolves with the whole body.
 * @throws ClientError
 */
export async function call<E extends Endpoint>(settings: CallSettings, endpoint: E, input: Input<E>): Promise<Output<E>> {
	const values = checkInput(endpoint, input);
	const forced = values['forceRefresh'] === true;
	const underWay = new UnderWay(settings);
	let mayBeDone = false;
	for (;;) {
		const asked = await underWay.ask(endpoint, values);
		if (asked.ok) return asked.body;
		const { problem } = asked;
		if (mayBeDone && endpoint.whenGone && isMissing(problem)) {
			return trust<Output<E>>(endpoint.whenGone(String(values['id'])));
		}
		const mayHaveArrived = isOutcomeUnknown(problem);
		mayBeDone ||= mayHaveArrived;
		if (mayHaveArrived && endpoint.saved && !forced && !isAborted(problem)) {
			return trust<Output<E>>(await readSaved(underWay, endpoint.saved, values, problem));
		}
		const repeatable = mayRepeat(endpoint.repeat, { forced, mayHaveArrived });
		const delay = delayBeforeRepeat({ ...underWay.soFar, outcome: outcomeOf(problem, endpoint), repeatable });
		if (delay === null || !(await underWay.wait(delay, endpoint))) throw underWay.failure(problem);
	}
}
