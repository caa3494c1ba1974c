import axios from 'axios';
import {
	eitherSignal,
	NoAnswer,
	plainHeaders,
	readText,
	redactor,
	whyNot,
	type BodyStream,
	type Transport,
	type TransportRequest,
} from './transport.ts';

const NEVER_MS = 2 ** 31 - 1;

/**
 * Neither the timer behind the request's signal nor a connection that the service closed without an answer keeps a
 * program alive: without this, the program would exit in the middle of its call, without an error.
 */
async function keepingAlive<T>(work: () => Promise<T>): Promise<T> {
	const timer = setInterval(() => {}, NEVER_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** The transport for programs. The key goes into the `Authorization` header and nowhere else (Authentication, 1). */
export function axiosTransport({ apiKey, signal: stop }: { apiKey: string; signal?: AbortSignal }): Transport {
	const send = async (request: TransportRequest) => {
		const { method, url, headers, body, timeoutMs, signal: deadline } = request;
		if (stop?.aborted) throw new NoAnswer('aborted', false);
		const signal = eitherSignal(stop, deadline);
		try {
			// As a stream, so that an answer that is too large is given up before it fills the memory.
			const answer = await axios.request<BodyStream>({
				method,
				url,
				headers: { ...headers, Authorization: `Bearer ${apiKey}` },
				data: body,
				timeout: timeoutMs,
				maxRedirects: 0,
				responseType: 'stream',
				validateStatus: () => true,
				signal,
			});
			const text = await readText(answer.data, { ...request, signal });
			return { status: answer.status, headers: plainHeaders(answer.headers), body: text };
		} catch (error) {
			throw whyNot(error, stop, deadline);
		}
	};
	return Object.assign((request: TransportRequest) => keepingAlive(() => send(request)), { redact: redactor(apiKey) });
}
