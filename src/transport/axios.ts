import axios from 'axios';
import { plainHeaders } from './headers.ts';
import { eitherSignal, NoAnswer, whyNot } from './noAnswer.ts';
import type { Transport, TransportRequest } from './port.ts';
import { readText, type BodyStream } from './readText.ts';
import { redactor } from './redactor.ts';

const NEVER_MS = 2 ** 31 - 1;

/**
 * The timer behind the request's signal does not keep a program alive, and neither does a connection that the service
 * has closed without an answer: the program would end in the middle of its call, without an error.
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
			// As a stream, so that the size is known before the memory is taken.
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
