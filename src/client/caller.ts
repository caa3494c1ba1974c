import type { Endpoint, Output } from '../api/index.ts';
import { DEFAULT_MAX_ANSWER_BYTES, REDACTED, type Transport } from '../transport/index.ts';
import { composed, type Wrapper } from './around.ts';
import { parseBaseUrl } from './baseUrl.ts';
import { eachOf, type ElementOf, type ListEndpoint, type ListInput, type PageOptions } from './each.ts';
import { isOutcomeUnknown } from './errors.ts';
import { deleted, readSaved } from './lostAnswers.ts';
import { checkInput, type Values } from './request.ts';
import {
	DEFAULT_TIMEOUT_MS,
	settingsFor,
	type AnswerInfo,
	type Call,
	type CallSettings,
	type RequestInfo,
} from './settings.ts';
import { trust } from './trust.ts';
import { isAborted, isMissing, outcomeOf, UnderWay } from './underWay.ts';
import { DEFAULT_PATIENCE_MS, delayBeforeRepeat, mayRepeat, patienceOf, timerMs } from './wait.ts';

/** For a transport that does not know the key: removes keys of the documented format and bearer tokens. */
const redactUnknown = (text: string): string => text.replace(/svc_[0-9a-f]{32}/gi, REDACTED).replace(/\bBearer \S{16,}/gi, `Bearer ${REDACTED}`);

export interface ClientOptions {
	/** The service's address without a path, for example `https://api.example.com`. */
	readonly baseUrl: string;
	/** Sends the requests, with the credentials. */
	readonly transport: Transport;
	/** Waits for that many milliseconds; rejects when the host or the caller cancels. An option, so that tests never wait. */
	readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	/**
	 * Milliseconds that a call may wait in total: for a rate limit to reset, or for a result whose answer was lost.
	 * Default 30,000, maximum 60,000. With 0, it never waits and never repeats a request.
	 */
	readonly patienceMs?: number;
	/**
	 * Milliseconds for one answer, from sending the request to the last byte. Default 60,000. A call, including repeated
	 * requests, takes no longer than `timeoutMs` plus `patienceMs`.
	 */
	readonly timeoutMs?: number;
	/**
	 * Milliseconds for all requests of this client together, from now on, with what delays them. Afterwards it sends nothing,
	 * and a request under way is given up. Default: no limit.
	 */
	readonly totalMs?: number;
	/** Maximum size of an answer in bytes, after decompression. Default 64 MB. */
	readonly maxAnswerBytes?: number;
	/** Cancels every call: its requests and its waits. */
	readonly signal?: AbortSignal | undefined;
	/** Sent with each request, unless the call or the client itself sends a header of that name. */
	readonly headers?: Readonly<Record<string, string>> | undefined;
	/** Whether `http://` is allowed for other machines. Others on the network can then read the key. */
	readonly allowHttp?: boolean;
	/** Limits, caches and observers, the outermost first. */
	readonly around?: readonly Wrapper[];
	readonly userAgent?: string;
	readonly onRequest?: (info: RequestInfo) => void;
	readonly onAnswer?: (info: AnswerInfo) => void;
	readonly now?: () => number;
	readonly random?: () => number;
}

/** Calls endpoints of the table. */
export interface Caller {
	/** Calls an endpoint. Resolves with the whole body. Throws `ClientError`. */
	readonly call: Call;
	/** Iterates over a list, page by page, with as few requests as possible. Throws `ClientError`. */
	readonly each: <E extends ListEndpoint>(
		endpoint: E,
		input: ListInput<E>,
		options?: PageOptions<E>,
	) => AsyncGenerator<ElementOf<E>, void, undefined>;
}

/**
 * Calls an endpoint, and repeats the request where the endpoint's `repeat` allows. Resolves with the whole body.
 * @throws ClientError
 */
async function call<E extends Endpoint>(settings: CallSettings, endpoint: E, values: Values): Promise<Output<E>> {
	const forced = values['forceRefresh'] === true;
	const underWay = new UnderWay(settings);
	let mayBeDone = false;
	for (;;) {
		const asked = await underWay.ask(endpoint, values);
		if (asked.ok) return asked.body;
		const { problem } = asked;
		if (mayBeDone && endpoint.method === 'DELETE' && isMissing(problem)) {
			return trust<Output<E>>(deleted(String(values['id'])));
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

/**
 * A client without a method per endpoint, which keeps the table, most of the code, out of a bundle.
 * @throws ClientError `invalidInput` if the base URL is invalid or would send the key unencrypted.
 */
export function createCaller(options: ClientOptions): Caller {
	const around = composed(options.around ?? []);
	const settings: CallSettings = {
		origin: parseBaseUrl(options.baseUrl, { allowHttp: options.allowHttp ?? false }),
		transport: options.transport,
		around: around.request,
		redact: options.transport.redact ?? redactUnknown,
		sleep: options.sleep,
		patienceMs: patienceOf(options.patienceMs, DEFAULT_PATIENCE_MS),
		timeoutMs: timerMs(options.timeoutMs, DEFAULT_TIMEOUT_MS),
		maxAnswerBytes: options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER_BYTES,
		userAgent: options.userAgent ?? 'meeting-assistant-client',
		onRequest: options.onRequest ?? (() => {}),
		onAnswer: (info) => {
			options.onAnswer?.(info);
			around.onAnswer(info);
		},
		now: options.now ?? Date.now,
		elapsed: options.now ?? (() => performance.now()),
		random: options.random ?? Math.random,
		signal: options.signal,
		...(options.totalMs !== undefined && { over: AbortSignal.timeout(timerMs(options.totalMs, 1)) }),
		headers: options.headers,
	};
	const callEndpoint: Call = async (endpoint, input, given) => {
		const own = given ? settingsFor(settings, given) : settings;
		// Before any wrapper refuses the call, or reads a profile for it.
		const values = checkInput(endpoint, input);
		return await around.call(endpoint, () => call(own, endpoint, values), input);
	};
	return {
		call: callEndpoint,
		each: (endpoint, input, given) => eachOf(callEndpoint, endpoint, input, given),
	};
}
