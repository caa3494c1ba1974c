import * as z from 'zod/v4';
import { checkEvents, checkFilters, explainFailure, type ExplainFailureOptions, type Item, readTrigger, type Trigger } from '../../src/triggers/index.ts';
import { type Fields, type InputOf } from '../../src/forms/index.ts';
import { explainError } from '../../src/words/index.ts';
import { text } from './account.ts';
import type { Message, Node, Red } from './nodeRed.ts';
import { FlowError, short } from './operation.ts';
import { terms } from './terms.ts';
import { enteredIn, Inputs, valuesFor } from './values.ts';

export const TriggerConfig = z.object({ account: text, fields: Inputs });
export type TriggerConfig = z.output<typeof TriggerConfig>;

/** The form as filled in: always shown fields, filters and options. Node-RED deploys incomplete nodes, too. @throws Refusal, ClientError for events and filters that cannot be used */
export async function readForm<A extends Fields, B extends Fields, C extends Fields>(
	red: Red,
	node: Node,
	{ fields, filters, options }: Trigger<A, B, C>,
	inputs: Inputs,
): Promise<InputOf<A> & { readonly filters: InputOf<B>; readonly options: InputOf<C> }> {
	const valueOf = await valuesFor(red, node, { ...fields, ...filters, ...options }, inputs, {});
	checkEvents(fields, valueOf);
	checkFilters(filters, { valueOf, ...enteredIn(inputs) }, { ...fields, ...filters });
	return { ...readTrigger(fields, valueOf), filters: readTrigger(filters, valueOf, { ...fields, ...filters }), options: readTrigger(options, valueOf, { ...fields, ...options }) };
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
