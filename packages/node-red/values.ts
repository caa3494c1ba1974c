import * as z from 'zod/v4';
import { Conversation, Feedback, KeyPoints } from '../../src/api/index.ts';
import { type Field, type Fields, type Given, isBlank, nameOf, refuse } from '../../src/forms/index.ts';
import { instantFrom } from '../../src/format/index.ts';
import { Refusal } from '../../src/words/index.ts';
import type { Message, Node, Red } from './nodeRed.ts';

/** What a flow stores for each field of a form, by name: the type of a TypedInput and its value. */
export const Inputs = z.record(z.string(), z.object({ type: z.string(), value: z.unknown() })).catch({});
export type Inputs = z.output<typeof Inputs>;

/** Types of our own, whose value is the text itself. */
const own = new Set(['str', 'choice', 'pick']);

/** A TypedInput’s timestamp has no value of its own, unless it has a format. */
const NOW = 'date';

type Evaluated = { readonly value: unknown } | { readonly error: unknown };

const evaluate = (red: Red, node: object, { type, value }: Inputs[string], message: Message): Promise<Evaluated> =>
	new Promise((resolve) => {
		const isEmpty = value === undefined || (value === '' && type !== NOW);
		if (isEmpty || own.has(type)) return resolve({ value });
		if (type === 'choices') return resolve({ value: String(value).split(',') });
		// A path through a missing property has no value; Node-RED only reports it if the path ends one step further.
		const fail = (error: unknown): void => resolve(error instanceof TypeError ? { value: undefined } : { error });
		try {
			red.util.evaluateNodeProperty(value, type, node, message, (error, found) => {
				// As a filter, an unset variable would let everything through.
				if (type === 'env' && isBlank(found)) resolve({ error: new Error(`the environment variable ${String(value)} is not set`) });
				else if (error) fail(error);
				else resolve({ value: found });
			});
		} catch (error) {
			fail(error);
		}
	});

/** Which fields a person filled in, and where their values come from. One whose value was deleted stays in the flow. */
export function enteredIn(inputs: Inputs): Required<Pick<Given, 'isFilled' | 'sourceOf'>> {
	const inputOf = (input: string, field: Field): Inputs[string] | undefined => inputs[nameOf(input, field)];
	return {
		isFilled: (...of) => !isBlank(inputOf(...of)?.value),
		sourceOf: (...of) => sourceOf(inputOf(...of)),
	};
}

const VARIABLE = /^\$\{\S+\}$/;

/** Refuses variables that are not set: Node-RED leaves their names in the text. Throws `Refusal`. */
export function assertSet(...settings: readonly string[]): void {
	const unset = settings.find((value) => VARIABLE.test(value));
	if (unset === undefined) return;
	throw new Refusal(`The environment variable ${unset} is not set`, 'Set it and restart Node-RED, or enter the value in the account node', { code: 'variable_not_set' });
}

/** Settings as Node-RED reads them when flows are deployed: a text like ${NAME} is an environment variable, if there is one. */
export async function fromEnvironment(red: Red, node: object, settings: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
	const read = async ([name, value]: [string, unknown]): Promise<[string, unknown]> => {
		if (typeof value !== 'string' || !VARIABLE.test(value)) return [name, value];
		const outcome = await evaluate(red, node, { type: 'env', value }, {});
		return [name, ('value' in outcome && outcome.value) || value];
	};
	return Object.fromEntries(await Promise.all(Object.entries(settings).map(read)));
}

/** The reason in an error. JSONata throws plain objects. */
const reasonOf = (error: unknown): string => z.object({ message: z.string() }).safeParse(error).data?.message ?? String(error);

export const isConversation = (field: Field): boolean => field.kind === 'reference' && field.picks === 'conversation' && field.required === true;

/** The path of the conversation's ID in the message of an event. */
export const CONVERSATION_PATH = 'payload.conversationId';

/** An object with nothing but fields of a conversation, such as `{ id }` from a Function node. A contact or an event does not match. */
const Bare = Conversation.partial().required({ id: true }).strict();

/** A result of this package that is a conversation, or belongs to one, has its ID as its own. */
const Result = z.object({ payload: z.union([Conversation, KeyPoints, Feedback, Bare]) });

/** How people write the names of message properties. */
const prefixes: Readonly<Record<string, string>> = { msg: 'msg.', flow: 'flow.', global: 'global.', env: '$' };

/** Where a value comes from, as people write it; undefined for one that was entered itself. */
function sourceOf(given: Inputs[string] | undefined): string | undefined {
	const prefix = given && prefixes[given.type];
	return prefix === undefined ? undefined : `${prefix}${String(given?.value)}`;
}

/** What to use in place of an empty required value. Throws `Refusal` or `ClientError`, which say where the value should have been. */
function otherwise(field: Field, given: Inputs[string] | undefined, message: Message): unknown {
	const source = sourceOf(given);
	if (!given || source === undefined) return undefined;
	const empty = `${source} is empty`;
	if (given.type !== 'msg' || !isConversation(field)) return refuse(field, empty);
	if (given.value === CONVERSATION_PATH) {
		const { data } = Result.safeParse(message);
		if (data) return data.payload.id;
	}
	const { payload } = message;
	const [reason, next] = Array.isArray(payload)
		? [`, because msg.payload is a list of ${payload.length}`, 'Turn on “Message per Result” in the node before, or put a Split node in between']
		: ['', `An event has the ID in msg.${CONVERSATION_PATH}, a result of Get Many in msg.payload.id`];
	throw new Refusal(`“${field.label}” cannot be used: ${empty}${reason}`, next, { code: 'invalid_input', field: field.label });
}

/** The values of fields for a message. A failed evaluation only matters if the value is read: hidden fields may fail. */
export async function valuesFor(red: Red, node: Node, fields: Fields, inputs: Inputs, message: Message): Promise<Given['valueOf']> {
	const found = new Map<string, Evaluated>();
	for (const [input, field] of Object.entries(fields)) {
		const given = inputs[nameOf(input, field)];
		if (given) found.set(input, await evaluate(red, node, given, message));
	}
	return (input, field) => {
		const outcome = found.get(input);
		if (outcome && 'error' in outcome) return refuse(field, `it could not be evaluated: ${reasonOf(outcome.error)}`);
		const value = outcome?.value;
		return field.required && isBlank(value) && field.default === undefined ? otherwise(field, inputs[nameOf(input, field)], message) : value;
	};
}

/** Flows have times as dates, as milliseconds since 1970 and as text; text without an offset is in the time zone. */
export function toInstant(value: unknown, timezone: string): string | null {
	if (value instanceof Date || typeof value === 'number') {
		const at = new Date(value);
		return Number.isNaN(at.getTime()) ? null : at.toISOString();
	}
	return instantFrom(value, timezone);
}
