import pLimit from 'p-limit';
import * as z from 'zod/v4';
import { boolean, type Fields, number, readInput, sentences } from '../../src/forms/index.ts';
import { allFields, type Asked, catalogue, explainRun, FILE_FIELDS, onlyReads, type Operation, returnsMany, runOperation } from '../../src/operations/index.ts';
import { chosenTimeZone, machineTimeZone } from '../../src/format/index.ts';
import { knownTimezone } from '../../src/meetings/index.ts';
import { counted, type Details, isWorthWaiting, Refusal } from '../../src/words/index.ts';
import { findAccount, sleepUntil, text } from './account.ts';
import { defineNode, type Message, type Node, type Red } from './nodeRed.ts';
import { CREDIT_RESERVE, terms } from './terms.ts';
import { enteredIn, Inputs, toInstant, valuesFor } from './values.ts';

/** A message has no files: it contains the text, for nodes that write files. */
export const LEFT_OUT = FILE_FIELDS;

export const offered = (fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([input, { audience }]) => audience !== 'agents' && !LEFT_OUT.includes(input)));

export const listFields = {
	limit: number({ label: 'Limit', whole: true, min: 1, initial: 50, description: 'How many results to return; all if empty' }),
};

export const manyFields = {
	eachMessage: boolean({
		label: 'Message per Result',
		default: false,
		description: 'Whether to send each result as a message of its own, with “msg.parts”, rather than one array',
	}),
};

/** Names that no operation uses for a field. */
export const limitFields = {
	maxRequests: number({ label: 'Max Requests', whole: true, min: 1, description: 'How many requests of the hour one message may use' }),
	reserveRequests: number({
		label: 'Requests to Reserve',
		whole: true,
		min: 0,
		description: 'How many of the hour’s requests to leave to others',
	}),
	reserveCredits: number({
		label: CREDIT_RESERVE,
		whole: true,
		min: 0,
		description: 'How many of the account’s AI credits to leave unspent',
	}),
	patienceSeconds: number({
		label: 'Max Wait (Seconds)',
		whole: true,
		min: 0,
		max: 60,
		default: 30,
		description: 'How long to wait when the hour’s requests are used up, before the node fails',
	}),
};

const Config = z.object({ account: text, resource: text, operation: text, fields: Inputs });

const chosen = ({ resource, operation }: z.output<typeof Config>): Operation | undefined =>
	catalogue.find(({ id }) => id === resource)?.operations.find(({ id }) => id === operation);

/**
 * An error in the form that Catch nodes use: `msg.error.message`, `msg.error.code`, and everything that a flow can branch
 * on in `msg.error.cause`.
 */
export class FlowError extends Error {
	// Node-RED shows the name in front of the message.
	override readonly name = '';
	readonly code: unknown;
	/** For a Delay node, in milliseconds; undefined if waiting does not help. */
	readonly delay: number | undefined;
	constructor(message: string, details: Details = {}) {
		super(message, { cause: details });
		this.code = details['code'] ?? 'unexpected';
		const { retryAfterSeconds: seconds } = { retryAfterSeconds: undefined, ...details };
		this.delay = typeof seconds === 'number' ? seconds * 1000 : undefined;
		// Node-RED logs it in place of the message.
		this.stack = message;
	}
}

const WAIT = 'After a Catch node, a Delay node set to “Override delay with msg.delay” waits as long as needed';

function flowErrorOf(error: unknown, operation: Operation | undefined, timezone = machineTimeZone()): FlowError {
	if (error instanceof FlowError) return error;
	const explained = explainRun(error, operation, { terms, timezone });
	if (explained) return new FlowError(sentences(terms, explained.what, explained.next, isWorthWaiting(explained.details) ? WAIT : undefined), explained.details);
	return new FlowError(error instanceof Error ? error.message : String(error));
}

interface RunResults {
	readonly results: unknown[];
	readonly isMany: boolean;
	readonly eachMessage: boolean;
	readonly hints: readonly string[];
}

/** Requests in progress at once for one message, and messages at once. */
const AT_ONCE = 5;

async function run(red: Red, node: Node, config: z.output<typeof Config>, message: Message, signal: AbortSignal): Promise<RunResults> {
	const operation = chosen(config);
	if (!operation) {
		const what = `There is no operation “${config.operation}” for “${config.resource}”`;
		throw new Refusal(what, 'Select the operation again, or update the package of this node', { code: 'no_operation' });
	}
	const { account, connect } = findAccount(red, config.account);
	const host = { ...limitFields, ...listFields, ...manyFields };
	const valueOf = await valuesFor(red, node, { ...offered(allFields(operation)), ...host }, config.fields, message);
	const given = { valueOf, toInstant, showsLabels: true, ...enteredIn(config.fields) } as const;
	const { patienceSeconds, limit, eachMessage, ...limits } = readInput(host, { ...given, toInstant: () => null, isAgent: false });
	const running = runOperation(operation, {
		account,
		signal,
		limits: { ...limits, concurrency: AT_ONCE, patienceMs: patienceSeconds * 1000 },
		connect: (options) => connect({ ...options, signal }),
		isAgent: false,
		now: Date.now,
		sleep: sleepUntil(signal),
		terms,
		timezone: chosenTimeZone(),
	});
	const asked: Asked = { ...given, failsIfCut: true, ...(operation.isList && { limit }) };
	const results: unknown[] = [];
	try {
		for await (const { json } of running.results(asked)) results.push(json);
	} catch (error) {
		throw flowErrorOf(error, operation, chosenTimeZone() ?? knownTimezone(account));
	}
	return { results, eachMessage, isMany: returnsMany(operation, asked), hints: running.end().hints };
}

function* outputOf({ util }: Red, message: Message, { results, isMany, eachMessage, hints }: RunResults): Generator<Message> {
	// Left out, so that it is not copied for each result.
	const { hints: _, payload: __, ...rest } = message;
	const hinted = hints.length > 0 ? { ...rest, hints } : rest;
	if (!isMany) return yield { ...hinted, payload: results[0] ?? null };
	if (!eachMessage) return yield { ...hinted, payload: results };
	const parts = { id: util.generateId(), type: 'array', count: results.length, len: 1 };
	for (const [index, payload] of results.entries()) {
		yield { ...util.cloneMessage(hinted), payload, parts: { ...parts, index, ...(message['parts'] !== undefined && { parts: message['parts'] }) } };
	}
}

/** How many characters fit beneath a node before the next one begins. */
const SHORT = 60;
export const short = (words: string): string => (words.length > SHORT ? `${words.slice(0, SHORT - 1)}…` : words);

/** A time of the day, beneath a node. */
export const clockTime = (ms: number): string => new Date(ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** A deploy drops messages without notifying the flow, so this warning is the only notice. */
function interrupted(active: number, waiting: number, operation: Operation | undefined): string {
	const stopped = `Stopped before the end of ${counted(active + waiting, 'message')}: ${active} under way, ${waiting} waiting.`;
	if (!operation || onlyReads(operation)) return stopped;
	return `${stopped} What was under way may have been done${operation.credit === 'never' ? '' : ', and may have used AI credits'}.`;
}

export const registerOperation = (red: Red): void =>
	defineNode(red, 'meeting-assistant', (node, given, stop) => {
		const config = Config.parse(given);
		const limit = pLimit({ concurrency: AT_ONCE, rejectOnClear: true });
		node.on('input', (message, send, done) => {
			const work = async (): Promise<RunResults> => {
				const waiting = limit.pendingCount;
				node.status({ fill: 'blue', shape: 'dot', text: waiting > 0 ? `running, ${waiting} waiting` : 'running' });
				return await run(red, node, config, message, stop);
			};
			limit(work).then(
				(ran) => {
					for (const one of outputOf(red, message, ran)) send(one);
					const { results, hints, isMany, eachMessage } = ran;
					const count = isMany ? counted(results.length, 'result') : 'done';
					const isSilent = isMany && eachMessage && results.length === 0;
					// Only a Complete node gets this message.
					if (isSilent) message['hints'] = hints;
					const hinted = isSilent ? short(hints.join(' ')) : `${count}, see msg.hints`;
					node.status(hints.length > 0 ? { fill: 'yellow', shape: 'dot', text: hinted } : { fill: 'green', shape: 'dot', text: count });
					done();
				},
				(error: unknown) => {
					// The node was stopped, so there is no flow to report to.
					if (stop.aborted) return done();
					const failed = flowErrorOf(error, chosen(config));
					node.status({ fill: 'red', shape: 'dot', text: short(failed.message) });
					if (failed.delay !== undefined) message['delay'] = failed.delay;
					done(failed);
				},
			);
		});
		const close = async (): Promise<void> => {
			const { activeCount, pendingCount } = limit;
			if (activeCount > 0) node.warn(interrupted(activeCount, pendingCount, chosen(config)));
			limit.clearQueue();
		};
		return { close };
	});
