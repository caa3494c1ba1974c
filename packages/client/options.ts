import { refuseInput } from '../../src/client/index.ts';
import { type Fetch, isKey, NO_KEY, type Transport, type TransportOptions } from '../../src/transport/index.ts';
import type { AnswerInfo, CallOptions, RequestInfo } from './callOptions.ts';
import { amount, anyText, atMost, callback, check, flag, methods, nullish, object, onlyFields, positive, signal, tell } from './given.ts';
import { VERSION } from './version.ts';

/** The environment variables that replace `apiKey` and `baseUrl`, and the one that turns on the log. */
export const environment = {
	apiKey: 'MEETING_ASSISTANT_API_KEY',
	baseUrl: 'MEETING_ASSISTANT_BASE_URL',
	debug: 'MEETING_ASSISTANT_DEBUG',
} as const;

/** Where the log goes: `console`, or a logger of a library such as pino. It never gets the key. */
export interface Logger {
	/** Every request and answer, in one line. */
	readonly debug: (message: string) => void;
	/** An answer that differs from its documented shape. */
	readonly warn: (message: string) => void;
}

export interface ConnectOptions {
	/** Created in the desktop app under Settings, API keys. Default: the environment variable `MEETING_ASSISTANT_API_KEY`. */
	readonly apiKey?: string | undefined;
	/**
	 * The service's address without a path, for example `https://api.example.com`.
	 * Default: the environment variable `MEETING_ASSISTANT_BASE_URL`.
	 */
	readonly baseUrl?: string | undefined;
	/** Milliseconds for one answer, from sending the request to the last byte. Default 60,000. */
	readonly timeoutMs?: number;
	/**
	 * Milliseconds that a call may wait in total: for a rate limit to reset, or for a result whose answer was lost.
	 * Default 30,000, maximum 60,000. With 0, it never waits and never repeats a request.
	 */
	readonly patienceMs?: number;
	/** Maximum size of an answer in bytes, after decompression. Default 64 MB. */
	readonly maxAnswerBytes?: number;
	/** Whether `http://` is allowed for other machines than your own. Others on the network can then read the key. */
	readonly allowHttp?: boolean;
	readonly onRequest?: (info: RequestInfo) => void;
	readonly onAnswer?: (info: AnswerInfo) => void;
	/** Milliseconds since 1970. */
	readonly now?: () => number;
	/** From 0 to 1, for jitter. */
	readonly random?: () => number;
	/** Cancels everything that the client does: requests and waits. */
	readonly signal?: AbortSignal | undefined;
	/** Sent with each request, unless the client sends a header of that name itself. Those of a call win. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Default: none, or standard error if the environment variable `MEETING_ASSISTANT_DEBUG` is set. */
	readonly logger?: Logger | undefined;
	/** Instead of the global `fetch`. */
	readonly fetch?: Fetch | undefined;
	/** Sends the requests in another way, such as `axiosTransport` of `meeting-assistant-client/axios`. */
	readonly transport?: ((options: TransportOptions) => Transport) | undefined;
	/** The name of your program, in front of the library's own in the header `User-Agent`. */
	readonly userAgent?: string | undefined;
}

/** Some runtimes, such as browsers, have no `process`, and some have no variables. */
const variables = (): Readonly<Record<string, string | undefined>> => (typeof process === 'undefined' ? {} : (process.env ?? {}));

/** The given value, or that of the environment. A blank one counts as missing: unset variables often arrive as empty text. */
function required(name: 'apiKey' | 'baseUrl', words: string, given: string | undefined): string {
	const value = (given ?? variables()[environment[name]] ?? '').trim();
	return value === '' ? refuseInput(words, `it is missing. Pass \`${name}\`, or set the environment variable ${environment[name]}`) : value;
}

/** What the program runs on, for the header `User-Agent`: `node/24.1.0`, `Deno/2.5.0`, `Cloudflare-Workers`. */
function runtime(): string {
	const node = typeof process === 'undefined' ? undefined : process.versions?.node;
	if (typeof navigator !== 'undefined' && !navigator.userAgent.startsWith('Node.js')) return navigator.userAgent;
	return node === undefined ? '' : `node/${node}`;
}

export const userAgentOf = (own: string | undefined): string => [own, `meeting-assistant-client/${VERSION}`, runtime()].filter(Boolean).join(' ');

const AGENT_TEXT = /^[\x20-\x7e]*$/;

/** Names of headers that belong to the client and its connection. Some HTTP libraries refuse them without an explanation. */
const RESERVED = ['authorization', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

function checkHeaders(headers: object = {}): void {
	if (headers instanceof Headers) refuseInput('headers', 'pass a plain object, such as Object.fromEntries(headers)');
	for (const [name, value] of Object.entries(headers)) {
		if (RESERVED.includes(name.toLowerCase())) refuseInput('headers', `leave out ${name}, which belongs to the client and its connection`);
		if (typeof value !== 'string') refuseInput('headers', `${name} must be text`);
		try {
			new Headers([[name, value]]);
		} catch {
			// Without the value, which may be a secret.
			refuseInput('headers', `${/^[\w-]+$/.test(name) ? name : 'one of them'} is not a valid header`);
		}
	}
}

/** Names that other clients use for options of this one. */
const otherNames = {
	timeout: 'timeoutMs',
	maxRetries: 'patienceMs, the time to wait in total; 0 never repeats a request',
	retries: 'patienceMs, the time to wait in total; 0 never repeats a request',
	baseURL: 'baseUrl',
	url: 'baseUrl',
	auth: 'apiKey',
	key: 'apiKey',
	token: 'apiKey',
	defaultHeaders: 'headers',
	logLevel: 'logger',
};

const forOneCall = {
	headers: nullish(object),
	onAnswer: nullish(callback),
	patienceMs: nullish(amount),
	signal: nullish(signal),
	timeoutMs: nullish(positive),
};

const callOptions = onlyFields(forOneCall, otherNames);
const eachOptions = onlyFields({ ...forOneCall, limit: nullish(atMost), onIncomplete: nullish(callback) }, otherNames);

export function checkCall(options: CallOptions): void {
	check(callOptions, options, 'options');
	checkHeaders(options.headers);
}

export function checkEach(options: CallOptions): void {
	check(eachOptions, options, 'options');
	checkHeaders(options.headers);
}

const connectOptions = onlyFields(
	{
		...forOneCall,
		allowHttp: nullish(flag),
		apiKey: nullish(anyText),
		baseUrl: nullish(anyText),
		fetch: nullish(callback),
		logger: nullish(methods('it must have `debug` and `warn`, as `console` has', 'debug', 'warn')),
		maxAnswerBytes: nullish(positive),
		now: nullish(callback),
		onRequest: nullish(callback),
		random: nullish(callback),
		transport: nullish(callback),
		userAgent: nullish(anyText),
	},
	otherNames,
);

/** @throws ClientError `invalidInput` if the key or the base URL is missing, or an option is invalid. */
export function checkedOptions(options: ConnectOptions): ConnectOptions & { readonly apiKey: string; readonly baseUrl: string } {
	check(connectOptions, options, 'options');
	checkHeaders(options.headers);
	const baseUrl = required('baseUrl', 'base URL', options.baseUrl);
	const apiKey = required('apiKey', 'API key', options.apiKey);
	if (!isKey(apiKey)) refuseInput('API key', NO_KEY);
	if (options.userAgent && !AGENT_TEXT.test(options.userAgent)) refuseInput('userAgent', 'a header can carry only ASCII characters, on one line');
	return { ...options, apiKey, baseUrl };
}

const toStandardError: Logger = { debug: (message) => console.error(message), warn: (message) => console.error(message) };

/** A list that lacks a field lacks it in every entry. */
const SHOWN_PLACES = 3;

/** What the log says about an answer. */
function logAnswer(logger: Logger, { method, url, status, ms, attempt, rateLimit, drift }: AnswerInfo): void {
	const again = attempt > 1 ? `, request ${attempt} of its call` : '';
	const left = rateLimit ? `, ${rateLimit.remaining} of ${rateLimit.limit} requests left` : '';
	logger.debug(`meeting-assistant ${method} ${url} ${status} in ${Math.round(ms)} ms${again}${left}`);
	if (drift.length === 0) return;
	const more = drift.length > SHOWN_PLACES ? `; and ${drift.length - SHOWN_PLACES} more` : '';
	const places = drift.slice(0, SHOWN_PLACES).map(({ path, message }) => `${path}: ${message}`).join('; ') + more;
	logger.warn(`meeting-assistant ${method} ${url} answered differently than documented: ${places}`);
}

/** Calls the program for every request and answer, and logs both. */
export function toldOf({ logger: given, onAnswer, onRequest }: Pick<ConnectOptions, 'logger' | 'onAnswer' | 'onRequest'>): Required<Pick<ConnectOptions, 'onAnswer' | 'onRequest'>> {
	const asked = variables()[environment.debug];
	const logger = given ?? (asked && asked !== '0' && asked !== 'false' ? toStandardError : undefined);
	return {
		onRequest: (info) => {
			if (onRequest) tell('onRequest', () => onRequest(info));
			if (logger) tell('logger', () => logger.debug(`meeting-assistant ${info.method} ${info.url}`));
		},
		onAnswer: (info) => {
			if (onAnswer) tell('onAnswer', () => onAnswer(info));
			if (logger) tell('logger', () => logAnswer(logger, info));
		},
	};
}
