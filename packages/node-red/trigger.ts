import * as z from 'zod/v4';
import { checkFilters, explainFailure, type ExplainFailureOptions, type Item, readTrigger, type Trigger } from '../../src/triggers/index.ts';
import { type Fields, type InputOf } from '../../src/forms/index.ts';
import { explainError, Refusal } from '../../src/words/index.ts';
import { text } from './account.ts';
import type { Message, Node, Red } from './nodeRed.ts';
import { FlowError, short } from './operation.ts';
import { terms } from './terms.ts';
import { enteredIn, Inputs, valuesFor } from './values.ts';

export const TriggerConfig = z.object({ account: text, fields: Inputs });
export type TriggerConfig = z.output<typeof TriggerConfig>;

/** The form as filled in: always shown fields, filters and options. Throws `ClientError` if a filter cannot be used. */
export async function readForm<A extends Fields, B extends Fields, C extends Fields>(
	red: Red,
	node: Node,
	{ fields, filters, options }: Trigger<A, B, C>,
	inputs: Inputs,
): Promise<InputOf<A> & { readonly filters: InputOf<B>; readonly options: InputOf<C> }> {
	const valueOf = await valuesFor(red, node, { ...fields, ...filters, ...options }, inputs, {});
	checkFilters(filters, { valueOf, ...enteredIn(inputs) }, { ...fields, ...filters });
	return { ...readTrigger(fields, valueOf), filters: readTrigger(filters, valueOf, { ...fields, ...filters }), options: readTrigger(options, valueOf, { ...fields, ...options }) };
}

/** Node-RED deploys incomplete nodes, too. */
export function assertChosen({ events }: { readonly events: readonly string[] }): void {
	if (events.length === 0) throw new Refusal('No event is selected', 'Select at least one in the node and deploy', { code: 'no_event' });
}

export const eventMessage = (item: Item): Message => ({ topic: String(item['event']), dedupeKey: item.dedupeKey, payload: item });

/** Shows a failure on the node and passes it to Catch nodes, with the message that it kept from being sent. */
export function showFailure(node: Node, error: unknown, options?: ExplainFailureOptions, message: Message = {}): void {
	const text = explainFailure(error, terms, options)?.message ?? String(error);
	const failure = new FlowError(text, explainError(error, { terms, now: Date.now() })?.details);
	node.status({ fill: 'red', shape: 'ring', text: short(text) });
	// Catch nodes start after the others of their flow. Without a message, Node-RED only logs the failure.
	setImmediate(() => node.error(failure, { ...message, ...(failure.delay !== undefined && { delay: failure.delay }) }));
}
