import { setTimeout as wait } from 'node:timers/promises';
import { ClientError, createClient, type AnswerInfo } from '../../src/client/index.ts';
import { instantFrom } from '../../src/format/time.ts';
import { absent, isBlank, isShown, type Field } from '../../src/operations/field.ts';
import {
	allFields,
	conditionsOf,
	createSession,
	hintEmpty,
	labelled,
	readInput,
	withNames,
	type Asked,
	type Limits,
	type Operation,
	type SessionOptions,
} from '../../src/operations/index.ts';
import { fetchTransport } from '../../src/transport/fetch.ts';
import { isKey, type Transport, type TransportRequest } from '../../src/transport/index.ts';
import { AT_RISK, explainError, Refusal, type Details } from '../../src/words/errors.ts';
import { sentences, textIn, type Text } from '../../src/words/terms.ts';
import { terms } from './terms.ts';
import { listFields, reader, type OperationTool } from './tools.ts';

export const VERSION = '0.1.0';

/** How the server was started. */
export interface Settings {
	readonly apiKey: string;
	readonly baseUrl: string;
	readonly allowHttp: boolean;
	/** IANA name of the time zone of times without an offset, and of reports. */
	readonly timezone: string;
	/** Only offer what changes nothing and costs no AI credit. */
	readonly readOnly: boolean;
	/** Leave out structured results, and the schemas that promise them. */
	readonly textOnly?: boolean;
	/** Of each call: requests that it may make, requests of the hour and AI credits to reserve. */
	readonly limits: Pick<Limits, 'keepCredits' | 'keepFree' | 'maxRequests'>;
	/** Milliseconds after which a call returns what it has. */
	readonly answerWithinMs?: number;
}

/** Many clients give a call a minute, and its results are lost with what they cost if it takes longer. */
export const ANSWER_WITHIN_MS = 50_000;

export interface Calling {
	/** Aborted once the client cancelled the call or left. */
	readonly signal: AbortSignal;
	/** Called with each answer of the service. */
	readonly onAnswer?: (info: AnswerInfo) => void;
	/** Whether a model reads the results: they are shorter. */
	readonly isAgent?: boolean;
}

/** What a call returned. */
export interface Returned {
	readonly results: readonly unknown[];
	readonly notes: readonly string[];
}

/** A failure as an agent reads it: what happened and what to do next. */
export class CallFailure extends Error {
	readonly details: Details;

	constructor(message: string, details: Details) {
		super(message);
		this.details = details;
	}
}

/** Ends what is under way when the time is up, and sends nothing from then on. */
function within(ms: number, transport: Transport): Transport {
	const timeIsUp = AbortSignal.timeout(ms);
	let made = 0;
	const send = async ({ signal, ...request }: TransportRequest) => {
		if (timeIsUp.aborted) throw new ClientError({ kind: 'requestsReserved', by: 'time', made, resetAt: null, creditAtRisk: false });
		made += 1;
		return await transport({ ...request, signal: signal ? AbortSignal.any([signal, timeIsUp]) : timeIsUp });
	};
	return Object.assign(send, { ...transport });
}

/** Clients pass on a megabyte at most, and get every result twice: as text and as data. */
const MAX_CHARACTERS = 400_000;

/** Clients end the connection at 10 MB, of which a result takes up to three times its size: as data, and as text with each quote escaped. */
const MAX_RESULT_BYTES = 3_000_000;

function refuseTooLarge({ credit }: Operation): never {
	const less = 'Ask for less, or in another format';
	const next: Text = credit === 'never' ? less : (words) => `${less}. ${textIn(AT_RISK, words)}`;
	throw new Refusal('The result is larger than MCP clients accept', next, { code: 'result_too_large', creditAtRisk: credit !== 'never' });
}

/** Opens no connection: a setting that is missing or wrong fails the call, where the person sees it. */
function clientOf({ apiKey, baseUrl, allowHttp, answerWithinMs = ANSWER_WITHIN_MS }: Settings, signal: AbortSignal, options: Parameters<SessionOptions['connect']>[0]) {
	const missing = Object.entries({ MEETING_ASSISTANT_API_KEY: apiKey, MEETING_ASSISTANT_BASE_URL: baseUrl }).find(([, value]) => value === '');
	if (missing) {
		const next = `Set the environment variable ${missing[0]} where the MCP server is configured, and restart it`;
		throw new Refusal('The MCP server is not configured', next, { code: 'not_configured' });
	}
	if (!isKey(apiKey)) {
		const what = 'MEETING_ASSISTANT_API_KEY is not an API key: it contains a space, a line break or a character that no key has';
		throw new Refusal(what, 'Put your own key there, where the MCP server is configured, and restart it', { code: 'not_configured' });
	}
	return createClient({
		baseUrl,
		allowHttp,
		transport: within(answerWithinMs, fetchTransport({ apiKey, signal })),
		userAgent: `meeting-assistant-mcp/${VERSION} node/${process.versions.node}`,
		...options,
	});
}

/** Models fill in arguments that they do not need with what absent ones mean. */
const isAsIfAbsent = (value: unknown, field: Field): boolean =>
	isBlank(value) || [false, {}, absent(field, true)].some((one) => JSON.stringify(one) === JSON.stringify(value));

/** @throws Refusal for an argument that the tool does not have. */
function askedWith({ inputs }: OperationTool, given: Readonly<Record<string, unknown>>, timezone: string): Asked {
	const values = new Map(
		Object.entries(given).map(([name, value]) => {
			const input = inputs.get(name);
			if (input !== undefined) return [input, value];
			const next = inputs.size > 0 ? `It takes ${[...inputs.keys()].join(', ')}` : 'It takes none';
			throw new Refusal(`This tool has no argument “${name}”`, next, { code: 'invalid_input', field: name });
		}),
	);
	return { valueOf: (input) => values.get(input), toInstant: (value) => instantFrom(value, timezone) };
}

/** An argument that others rule out would be ignored: the answer, and what it costs, would not be what was asked for. */
function refuseUnused({ operation }: OperationTool, asked: Asked): void {
	const all = allFields(operation);
	for (const [input, field] of Object.entries(all)) {
		if (isAsIfAbsent(asked.valueOf(input, field), field) || isShown(field, all, { ...asked, isAgent: true })) continue;
		throw new ClientError({ kind: 'invalidInput', field: input, reason: `it is only used if ${conditionsOf(field, all, reader).join(' and ')}` });
	}
}

const TOOL_SERVER_KEYS =
	'If the key was made for the service’s own tool server, it works only there: create an API key in the desktop app under Settings, API keys';

/** A text for an agent, which knows arguments and the options of the server instead of fields. */
const inArguments = (text: string, operation: Operation): string =>
	withNames(text, allFields(operation), reader).replaceAll('“AI Credits to Reserve”', '“--reserve-credits”');

/** An error in the words of the tool: the argument instead of the field’s label, and what to do next. */
function failureOf(error: unknown, { operation }: OperationTool): CallFailure {
	const explained = explainError(labelled(error, operation, reader.nameOf), { terms, now: Date.now(), advice: operation.advice });
	if (!explained) return new CallFailure('Something unexpected happened in the MCP server.', { code: 'unexpected' });
	const { what, next, details } = explained;
	return new CallFailure(inArguments(sentences(terms, what, next, details['httpCode'] === 403 ? TOOL_SERVER_KEYS : undefined), operation), details);
}

const asObject = (json: unknown): unknown => (json instanceof Object && !Array.isArray(json) ? json : { value: json });

/**
 * Runs an operation with the arguments of a tool call. Results before a failure are returned with a note, since they may
 * have cost something. @throws CallFailure
 */
export async function call(settings: Settings, tool: OperationTool, given: Readonly<Record<string, unknown>>, calling: Calling): Promise<Returned> {
	const { operation } = tool;
	const { signal, onAnswer, isAgent = true } = calling;
	const { timezone } = settings;
	const session = createSession({
		limits: { ...settings.limits, patienceMs: 0, concurrency: 5 },
		connect: (options) => clientOf(settings, signal, options),
		sleep: (ms) => wait(ms, undefined, { signal }),
		...{ isAgent, now: Date.now, onAnswer, terms, timezone },
	});
	const results: unknown[] = [];
	let characters = 0;
	let isCut = false;
	try {
		const asked = askedWith(tool, given, timezone);
		refuseUnused(tool, asked);
		const limit = operation.isList ? readInput(listFields, { ...asked, isAgent }).limit : undefined;
		for await (const { json } of operation.run(session, { ...asked, limit })) {
			const one = asObject(json);
			const text = JSON.stringify(one);
			if (Buffer.byteLength(text) > MAX_RESULT_BYTES) refuseTooLarge(operation);
			characters += text.length;
			isCut = results.length > 0 && characters > MAX_CHARACTERS;
			if (isCut) break;
			results.push(one);
		}
		if (isCut) session.hint(`The results end after the first ${results.length}, because more would be too long for one answer. Ask for less at once to get the others.`);
		else if (results.length === limit) session.hint(`The list ends at its limit of ${limit}, and there may be more. ${terms.raiseLimit} to get them.`);
	} catch (error) {
		const failure = failureOf(error, tool);
		if (results.length === 0 || signal.aborted) throw failure;
		session.hint(`Stopped after ${results.length} results: ${failure.message}`);
	}
	hintEmpty(session, operation, results.length);
	return { results, notes: session.hints.messages(session.budget.rateLimit).map((note) => inArguments(note, operation)) };
}
