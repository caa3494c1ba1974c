import * as z from 'zod/v4';
import type { Account, Tally } from '../limits/index.ts';
import { api, type Endpoint } from '../api/index.ts';
import { type AnswerInfo, ClientError, trust, type Wrapper } from '../client/index.ts';
import { instantFrom, quoted } from '../format/index.ts';
import { causeOf, knownTimezone } from '../meetings/index.ts';
import { asMeant, isBlank, readInput, refuseUnused, sentences, type Terms, type Text, textIn, withImplied, withNames } from '../forms/index.ts';
import { allFields, type Asked, cursorAfter, explainRun, type Limits, type Operation, type Place, readCursor, refuseChanged, type Result, runOperation, type SessionOptions } from '../operations/index.ts';
import { AT_RISK, counted, type Details, Refusal } from '../words/index.ts';
import { type Cache, remembering, withinCall } from './cache.ts';
import { hasOwnCursor, type OperationTool, pageFields, type Permission, reader } from './tools.ts';

/** The time zone where none was chosen and times are shown with their zone. */
export const UTC = 'UTC';

/** Where operations run for an agent, or for a person at a command line. */
export interface Host {
	readonly terms: Terms;
	/** IANA name of the time zone for times without an offset and for reports; null to use the one in the user’s profile. */
	readonly timezone: string | null;
	/** What may be done without asking the user. */
	readonly allow: readonly Permission[];
	/** Limits of each call. */
	readonly limits: Limits;
	/** What was read from the account before; null to read everything again. */
	readonly cache: Cache | null;
	readonly account: () => Account;
	readonly transcripts?: (() => SessionOptions['transcripts']) | undefined;
	/** Called when first needed: what it throws fails the call, where the user sees it. */
	readonly connect: (options: Parameters<SessionOptions['connect']>[0], signal: AbortSignal | undefined) => ReturnType<SessionOptions['connect']>;
	readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
	/** Advice of the host’s own about a failure. */
	readonly advice?: (details: Details) => Text | undefined;
}

export interface Calling {
	/** Aborted once the client cancels the call or leaves. */
	readonly signal?: AbortSignal | undefined;
	/** Called with each answer of the service. */
	readonly onAnswer?: (info: AnswerInfo) => void;
	/** Called with how many meetings are read, of how many: 0 before the first. */
	readonly onRead?: SessionOptions['onRead'];
	/** Whether a model reads the results: they are shorter. */
	readonly isAgent?: boolean;
	/** Inputs that the host sets itself. */
	readonly fixed?: Readonly<Record<string, unknown>>;
	/** What was read for this call, if it takes several runs. */
	readonly memory?: Cache;
	/** Counts the requests of these runs, which together make no more than one may. */
	readonly tally?: Tally;
	/** Collects what the call would change or spend, instead of sending it. */
	readonly plan?: Plan;
	/** What a person agreed to; undefined where nobody has to. */
	readonly agreed?: Agreed | undefined;
}

/** A call that changes something or spends an AI credit. */
export interface Planned {
	readonly spends: boolean;
	readonly about: 'conversation' | 'webhook';
	/** Null for what does not exist yet. */
	readonly id: string | null;
	/** Whether a saved result is replaced. */
	readonly replaces: boolean;
}

/** What a call would do. */
export interface Plan {
	readonly planned: Planned[];
	/** What it said before the first of these, such as what it leaves out. What it says later rests on answers that are not there yet. */
	readonly notes: Set<string>;
}

/** The IDs of what a person agreed to change, or to spend an AI credit on; null among them for something new. */
export type Agreed = readonly (string | null)[];

const ofWebhooks: ReadonlySet<unknown> = new Set(Object.values(api.webhooks));

const Sent = z.object({ id: z.string().nullable().catch(null), forceRefresh: z.boolean().catch(false) });

/** Notes what would change something instead of sending it. Its answer is only good for asking for the next. */
const planning = ({ planned }: Plan): Wrapper => ({
	call: async <T>(endpoint: Endpoint, send: () => Promise<T>, input: unknown): Promise<T> => {
		if (endpoint.method === 'GET') return await send();
		const { id, forceRefresh: replaces } = Sent.parse(input);
		planned.push({ spends: endpoint.credit !== 'never', about: ofWebhooks.has(endpoint) ? 'webhook' : 'conversation', id, replaces });
		return trust<T>({ data: { id } });
	},
});

/** Sends nothing that a person was not asked about, such as a draft for a meeting that ended after they were. */
const onlyWhat = (agreed: Agreed): Wrapper => ({
	call: async <T>(endpoint: Endpoint, send: () => Promise<T>, input: unknown): Promise<T> => {
		if (endpoint.method === 'GET' || agreed.includes(Sent.parse(input).id)) return await send();
		const what = 'It was added or changed after the person agreed, so nothing was done';
		const message = `${what}. Call the tool again, and the person is asked about it`;
		throw new ClientError({ kind: 'refused', code: 'not_agreed', status: null, message });
	},
});

/** The result of a call. */
export interface Returned {
	readonly results: readonly unknown[];
	/** Whether these are all the results. */
	readonly complete: boolean;
	/** The cursor, if the result was cut. */
	readonly next?: string;
	/** Notes on the results, such as what was left out and why. */
	readonly notes?: readonly string[];
}

/** A failure as an agent reads it: what happened and what to do next. */
export class CallFailure extends Error {
	readonly details: Details;

	constructor(message: string, details: Details) {
		super(message);
		this.details = details;
	}
}

export const isMissing = (error: unknown): boolean => error instanceof CallFailure && error.details['code'] === 'not_found';

/** About 10,000 tokens, from which hosts warn. */
const MAX_CHARACTERS = 40_000;

/** Clients end the connection at 10 MB. A result takes up to twice its size, because each quote is escaped. */
const MAX_RESULT_BYTES = 3_000_000;

function refuseTooLarge({ credit }: Operation): never {
	const less = 'Ask for less, or in another format';
	const next: Text = credit === 'never' ? less : (words) => `${less}. ${textIn(AT_RISK, words)}`;
	throw new Refusal('The result is too large', next, { code: 'result_too_large', creditAtRisk: credit !== 'never' });
}

/** @throws Refusal for an argument that the tool does not have. */
function askedWith(
	{ inputs, operation, tool }: OperationTool,
	given: Readonly<Record<string, unknown>>,
	fixed: Readonly<Record<string, unknown>>,
): Asked {
	const values = new Map(
		Object.entries(given).map(([name, value]): [string, unknown] => {
			const input = inputs.get(name);
			if (input !== undefined) return [input, value];
			const names = Object.keys(tool.inputSchema.properties);
			const next = names.length > 0 ? `It takes ${names.join(', ')}` : 'It takes none';
			throw new Refusal(`This tool has no argument ${quoted(name)}`, next, { code: 'invalid_input', field: name });
		}),
	);
	for (const [input, value] of Object.entries(fixed)) values.set(input, value);
	return { valueOf: withImplied(allFields(operation), asMeant((input) => values.get(input))), toInstant: instantFrom };
}

/** For operations without a time among their fields. */
const noInstant = (): null => null;

/** Rewrites a text for an agent, which knows arguments instead of fields. */
const inArguments = (text: string, operation: Operation): string =>
	withNames(text, allFields(operation), reader);

/** An error in the words of the tool: the argument instead of the field’s label, and what to do next. */
function failureOf(
	error: unknown,
	{ operation }: OperationTool,
	{ account, terms, timezone, advice }: Host,
	signal: AbortSignal | undefined,
): CallFailure {
	// Stands for whatever error a wait that ended with the call fails with.
	if (signal?.aborted && !(error instanceof ClientError)) return new CallFailure('The call was cancelled.', { code: 'cancelled' });
	const explained = explainRun(error, operation, { terms, timezone: timezone ?? knownTimezone(account()), nameOf: reader.nameOf });
	if (!explained) return new CallFailure(`Something unexpected happened in ${terms.platform}.`, { code: 'unexpected' });
	const { what, details } = explained;
	const next = advice?.(details) ?? explained.next;
	return new CallFailure(inArguments(sentences(terms, what, next), operation), details);
}

/** A time whose seconds carry no information. */
const WHOLE_MINUTE = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):00(?:\.0+)?Z$/;

/** Leaves out everything empty, since an agent pays for each word. */
export function compact(value: unknown): unknown {
	if (typeof value === 'string') return value.replace(WHOLE_MINUTE, '$1Z');
	if (Array.isArray(value)) return value.map(compact);
	if (!(value instanceof Object)) return value;
	return Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (isBlank(one) ? [] : [[name, compact(one)]])));
}

const asObject = (json: unknown): object => (json instanceof Object && !Array.isArray(json) ? json : { value: json });

/** Reports know whether they are complete. */
const Part = z.looseObject({ complete: z.boolean().default(true).catch(true) });

const BEGINNING: Place = { skip: 0, mark: '' };

/** @throws Refusal for a cursor that no result of the tool contained. */
function placeOf(cursor: string | undefined): Place {
	const place = cursor === undefined ? BEGINNING : readCursor(cursor);
	if (place) return place;
	const next = 'Pass on the “next” of an earlier result of this tool, with the same arguments';
	throw new Refusal('No result of this tool has had this cursor', next, { code: 'invalid_input', field: 'cursor' });
}

/** The session that a call runs in. */
export function sessionOf(host: Host, { signal, onAnswer, onRead, isAgent = true, memory, plan, agreed, tally }: Calling): SessionOptions {
	const { account, cache, connect, limits, sleep, terms, timezone, transcripts } = host;
	const outermost = [...(plan ? [planning(plan)] : []), ...(agreed ? [onlyWhat(agreed)] : [])];
	const remembered = [...(memory ? [remembering(memory, withinCall)] : []), ...(cache ? [remembering(cache)] : [])];
	return {
		account: account(),
		...{ signal, limits, isAgent, now: Date.now, onAnswer, onRead, tally, terms, timezone },
		...(transcripts && { transcripts: transcripts() }),
		...(plan && { onHint: (message: string) => void (plan.planned.length === 0 && plan.notes.add(message)) }),
		connect: ({ around = [], ...options }) => connect({ ...options, around: [...outermost, ...remembered, ...around] }, signal),
		sleep: (ms) => sleep(ms, signal),
	};
}

/** The results behind the first one, which the earlier part ended with. @throws Refusal if another one is in its place, or none */
async function* behind(place: Place, found: AsyncIterable<Result>): AsyncGenerator<Result, void, undefined> {
	let isFirst = true;
	for await (const one of found) {
		if (isFirst) refuseChanged(one.json, place);
		else yield one;
		isFirst = false;
	}
	if (isFirst) refuseChanged(null, place);
}

/** Where what was read is kept, and so takes no request the next time. */
const GOES_ON = 'What was read is kept for five minutes: call this again with the same arguments to get further.';

/**
 * Runs an operation with the arguments of a tool call. Results before a failure are returned with a note, since they may
 * have cost something. @throws CallFailure
 */
export async function call(host: Host, tool: OperationTool, given: Readonly<Record<string, unknown>>, calling: Calling): Promise<Returned> {
	const { operation } = tool;
	const { signal, isAgent = true, fixed = {} } = calling;
	const run = runOperation(operation, sessionOf(host, calling));
	const keptBefore = host.cache?.size ?? 0;
	const results: unknown[] = [];
	let isComplete = true;
	let next: string | undefined;
	try {
		const asked = askedWith(tool, given, fixed);
		refuseUnused(allFields(operation), asked, reader);
		const page = readInput(pageFields, { ...asked, toInstant: noInstant, isAgent });
		const place = hasOwnCursor(operation) ? BEGINNING : placeOf(page.cursor);
		const { skip } = place;
		// Reports know what is left of them, and whether they have changed. Of a list, one more result is asked for on either side, to
		// tell whether there are more, and whether the last one of the earlier part still comes before these.
		const isPaged = operation.isList && operation.endpoint !== undefined;
		const before = isPaged && skip > 0 ? 1 : 0;
		const wanted = isPaged ? { limit: before + page.limit + 1, skip: skip - before } : { limit: page.limit, ...place };
		let last: unknown = null;
		let characters = 0;
		const found = run.results({ ...asked, ...wanted });
		for await (const { json, next: rest } of before > 0 ? behind(place, found) : found) {
			const { complete, ...one } = Part.parse(asObject(isAgent ? compact(json) : json));
			const text = JSON.stringify(one);
			if (new TextEncoder().encode(text).length > MAX_RESULT_BYTES) refuseTooLarge(operation);
			characters += text.length;
			const isFull = results.length === page.limit || (isAgent && results.length > 0 && characters > MAX_CHARACTERS);
			next = !isPaged ? rest : isFull ? cursorAfter(skip + results.length, last) : undefined;
			if (isFull) break;
			isComplete &&= complete;
			results.push(one);
			last = json;
			if (results.length < page.limit || rest === undefined) continue;
			next = rest;
			break;
		}
		if (skip > 0 && results.length === 0) run.hint('There are no more results after this cursor.');
	} catch (error) {
		const failure = failureOf(error, tool, host, signal);
		if (results.length === 0 || signal?.aborted) throw failure;
		isComplete = false;
		run.hint(`Stopped after ${counted(results.length, 'result')}: ${failure.message}`);
	}
	const { hints, incomplete } = run.end();
	const goesOn = incomplete?.stoppedBy === 'budget' && host.cache !== null && host.cache.size > keptBefore;
	const notes = [...hints, ...(goesOn ? [GOES_ON] : [])].map((note) => inArguments(note, operation));
	return {
		results,
		complete: isComplete && next === undefined && incomplete === null,
		...(next !== undefined && { next }),
		...(notes.length > 0 && { notes }),
	};
}

/** What a call of the host’s own does, with failures in the words of a tool. @throws CallFailure */
export const failing = async <T>(tool: OperationTool, host: Host, { signal }: Calling, work: () => Promise<T>): Promise<T> =>
	await work().catch((error: unknown) => {
		throw failureOf(causeOf(error), tool, host, signal);
	});

/**
 * What some work would change or spend, found by a rehearsal that sends none of it; or what the work returns, if it changes
 * and spends nothing.
 */
export async function planOf<T>(work: (plan: Plan) => Promise<T>): Promise<Plan | T> {
	const plan: Plan = { planned: [], notes: new Set() };
	try {
		const returned = await work(plan);
		return plan.planned.length > 0 ? plan : returned;
	} catch (error) {
		if (plan.planned.length > 0) return plan;
		throw error;
	}
}
