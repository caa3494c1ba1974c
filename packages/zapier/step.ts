import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import * as zod from 'zod/v4';
import { DAY_MS, DEFAULT_HEADER_PREFIX } from '../../src/api/index.ts';
import { accountOf, mustNotRepeat, type Account } from '../../src/limits/index.ts';
import { createClient, type Client, type ClientOptions } from '../../src/client/index.ts';
import { isTimeZone } from '../../src/format/index.ts';
import { explainRun, type Operation } from '../../src/operations/index.ts';
import { type BodyStream, eitherSignal, isKey, plainHeaders, readText, redactor, type Transport, whyNot } from '../../src/transport/index.ts';
import { type Advice, AT_RISK, notAKey } from '../../src/words/index.ts';
import { sentence, sentences, type Terms, textIn } from '../../src/forms/index.ts';
import { inLabels } from './outputs.ts';
import { terms as zapierTerms } from './terms.ts';

type ErrorClass<A extends readonly unknown[]> = new (message: string, ...more: A) => Error;

/** The part of what Zapier passes to every function of an app that is used here. Its own types come with a large package. */
export interface Z {
	readonly request: (options: object) => Promise<{ readonly status: number; readonly headers: Iterable<[string, string]>; readonly body: BodyStream }>;
	readonly errors: {
		readonly Error: ErrorClass<[code?: string, status?: number]>;
		readonly ExpiredAuthError: ErrorClass<[]>;
		readonly HaltedError: ErrorClass<[]>;
		readonly ThrottledError: ErrorClass<[seconds?: number]>;
	};
	readonly cache: {
		readonly get: (key: string, scope?: readonly string[]) => Promise<unknown>;
		readonly set: (key: string, value: unknown, seconds?: number, scope?: readonly string[]) => Promise<unknown>;
		readonly delete: (key: string, scope?: readonly string[]) => Promise<unknown>;
	};
	readonly console: { readonly log: (message: string) => void };
	readonly dehydrate: (work: ZapierFunction<unknown>, input: object) => string;
	readonly dehydrateFile: (work: ZapierFunction<unknown>, input: object) => string;
	/** Hands Zapier a file, and returns its address there. */
	readonly stashFile: (content: string, bytes: number, name: string, mimeType: string) => Promise<string>;
}

export type ZapierFunction<T> = (z: Z, bundle: unknown) => Promise<T>;

const text = (otherwise = '') => zod.string().catch(otherwise);

const AuthData = zod.object({
	api_key: text().transform((key) => key.trim()),
	base_url: text(),
	header_prefix: zod.string().trim().min(1).catch(DEFAULT_HEADER_PREFIX),
});

/** A webhook at the service, as Zapier keeps it for a Zap. */
const Subscription = zod.object({ id: zod.string(), secret: zod.string().min(1), url: zod.string(), flowId: zod.string() });

const orEmpty = <S extends zod.ZodType>(schema: S) => zod.preprocess((value) => value ?? {}, schema);

const Meta = zod.object({
	page: zod.int().min(0).catch(0),
	isLoadingSample: zod.boolean().catch(false),
	isPopulatingDedupe: zod.boolean().catch(false),
	timezone: zod.string().refine(isTimeZone).catch('UTC'),
});

const Bundle = zod.object({
	authData: orEmpty(AuthData),
	inputData: orEmpty(zod.record(zod.string(), zod.unknown())),
	meta: orEmpty(Meta),
	targetUrl: text(),
	subscribeData: Subscription.optional().catch(undefined),
	rawRequest: zod.object({ headers: zod.record(zod.string(), text()), content: zod.string() }).optional().catch(undefined),
});

/** Zapier ends a step after 30 seconds. Ending first leaves time to say what happened. */
export const STEP_MS = 25_000;

/** Time for the rest of an answer after its connection has ended. Anything that had arrived was read long before. */
const LEFTOVER_MS = 1000;

/**
 * Zapier’s HTTP library does not notice a connection that breaks in the middle of an answer of known length, and would wait
 * for the rest until the step ends. `agent`: used for this request only, so its only connection is the one of the answer.
 */
function closeWithConnection(body: BodyStream, agent: HttpAgent): void {
	const [socket] = Object.values(agent.sockets).flatMap((sockets) => sockets ?? []);
	const close = (): void => void setTimeout(() => body.destroy(), LEFTOVER_MS);
	if (socket) socket.once('close', close);
	else close();
}

/**
 * Zapier’s own HTTP. Answers come as a stream, which keeps what people said in meetings out of Zapier’s logs; without
 * `throwForThrottlingEarly: false`, used-up credits would look like a used-up hour.
 */
function zapierTransport(z: Z, apiKey: string, end: AbortSignal): Transport {
	const redact = redactor(apiKey);
	const send: Transport = async (request) => {
		const { method, url, headers, body } = request;
		const signal = eitherSignal(end, request.signal);
		const agent = url.startsWith('https:') ? new HttpsAgent() : new HttpAgent();
		try {
			const answer = await z.request({
				method,
				url,
				headers: { ...headers, Authorization: `Bearer ${apiKey}` },
				...(body !== undefined && { body }),
				redirect: 'manual',
				raw: true,
				// Otherwise Zapier rejects text that contains double braces.
				merge: false,
				skipThrowForStatus: true,
				throwForThrottlingEarly: false,
				signal,
				agent,
			});
			closeWithConnection(answer.body, agent);
			const read = await readText(answer.body, { ...request, ...(signal && { signal }) });
			return { status: answer.status, headers: plainHeaders(Object.fromEntries(answer.headers)), body: read };
		} catch (error) {
			throw whyNot(error, undefined, signal, redact);
		}
	};
	return Object.assign(send, { redact });
}

/** One call of one of this app’s functions. */
export interface Step extends zod.output<typeof Bundle> {
	readonly z: Z;
	/** What this process knows about the service's limits. */
	readonly account: Account;
	/** A client that neither waits nor repeats unless given patience: a list is opened again, and a poll comes again. Throws `ClientError`. */
	readonly connect: (options?: Partial<ClientOptions>) => Client;
	readonly sleep: (ms: number) => Promise<void>;
	/** Milliseconds since the step began. */
	readonly elapsed: () => number;
	readonly memory: Memory;
}

/** Memory shared by the steps of one connected account. It may be unavailable or forget, which then counts as knowing nothing. */
interface Memory {
	readonly recall: (key: string) => Promise<unknown>;
	/** Stores a value for this many milliseconds. Resolves with whether that worked. */
	readonly keep: (key: string, value: unknown, ms?: number) => Promise<boolean>;
	readonly forget: (key: string) => Promise<unknown>;
}

const scope = ['auth'];

const memoryOf = ({ cache }: Z): Memory => ({
	recall: (key) => cache.get(key, scope).catch(() => null),
	keep: (key, value, ms = 2 * DAY_MS) => cache.set(key, value, ms / 1000, scope).then(() => true, () => false),
	forget: (key) => cache.delete(key, scope).catch(() => null),
});

function startStep(z: Z, given: unknown, end: AbortSignal): Step {
	const bundle = Bundle.parse(given);
	const { api_key: apiKey, base_url: baseUrl } = bundle.authData;
	// A wait ends with the step at the latest. If something is left undone, the result says why.
	const sleep = (ms: number): Promise<void> => wait(ms, undefined, { signal: end }).catch(() => {});
	const transport = zapierTransport(z, apiKey, end);
	const account = accountOf(baseUrl, apiKey);
	const began = performance.now();
	return {
		...bundle,
		...{ z, account, sleep, elapsed: () => performance.now() - began, memory: memoryOf(z) },
		connect: (options) => {
			if (!isKey(apiKey)) throw notAKey('Copy it again from the desktop app');
			return createClient({ baseUrl, transport, sleep, patienceMs: 0, userAgent: 'zapier-meeting-assistant', around: account.begin({ signal: end }).around, ...options });
		},
	};
}

const NOT_REPLAYED = 'Zapier does not replay this step by itself, because it may have been carried out. If it was not, replay it in the Zap history.';

/** How long to wait when the AI is busy, for which the service gives no time. */
const BUSY_SECONDS = 60;

export interface Explaining {
	readonly operation?: Operation | undefined;
	readonly advice?: Advice;
	readonly terms?: Terms;
}

function whichError({ errors }: Z, error: unknown, timezone: string, { operation, advice = operation?.advice, terms = zapierTerms }: Explaining): Error {
	const explained = explainRun(error, operation, { terms, advice, timezone });
	const isFinal = operation !== undefined && mustNotRepeat(operation, error);
	if (!explained) {
		const risk = isFinal && operation.credit !== 'never' ? ` ${sentence(textIn(AT_RISK, terms))}` : '';
		const message = `Something unexpected happened.${risk}`;
		return isFinal ? new errors.HaltedError(`${message} ${NOT_REPLAYED}`) : new errors.Error(message);
	}
	const { what, next, failure, details } = explained;
	const { httpCode, code } = details;
	const message = inLabels(sentences(terms, what, next));
	if (isFinal) return new errors.HaltedError(`${message} ${NOT_REPLAYED}`);
	// With a reset time, waiting helps, even if the request was never sent.
	if (code === 'rate_limited' || typeof details['resetAt'] === 'string') return new errors.ThrottledError(`${message} If the Zap is on, Zapier runs this step again then.`, Number(details['retryAfterSeconds'] ?? BUSY_SECONDS));
	if (failure?.cause === 'credential-invalid') return new errors.ExpiredAuthError(message);
	return new errors.Error(message, String(code), httpCode === undefined ? undefined : Number(httpCode));
}

/** An error as Zapier shows it. Zapier appends the whole bundle to others, with the signing secret of a webhook in it. */
const zapierError = (z: Z, error: unknown, timezone: string, explaining: Explaining): Error =>
	Object.assign(whichError(z, error, timezone, explaining), { doNotContextify: true });

const timezoneOf = (bundle: unknown): string => Bundle.pick({ meta: true }).parse(bundle).meta.timezone;

/** A function of this app whose errors are written for people. */
export const step =
	<T>(work: (step: Step) => Promise<T>, explaining: Explaining = {}): ZapierFunction<T> =>
	async (z, bundle) => {
		const end = new AbortController();
		// A timer of its own, which ends with the step: that of `AbortSignal.timeout` cannot be cleared.
		const timer = setTimeout(() => end.abort(), STEP_MS);
		try {
			return await work(startStep(z, bundle, end.signal));
		} catch (error) {
			throw zapierError(z, error, timezoneOf(bundle), explaining);
		} finally {
			clearTimeout(timer);
		}
	};
