import axios from 'axios';
import {
	eitherSignal,
	keepingAlive,
	NoAnswer,
	plainHeaders,
	readText,
	redactor,
	whyNot,
	type BodyStream,
	type Transport,
	type TransportOptions,
	type TransportRequest,
} from './transport.ts';

/** A transport over axios, for programs that use its proxies or agents. The key goes into the `Authorization` header and nowhere else (Authentication, 1). */
export function axiosTransport({ apiKey, signal: stop }: TransportOptions): Transport {
	const redact = redactor(apiKey);
	const send = async (request: TransportRequest) => {
		const { method, url, headers, body, timeoutMs, signal: deadline } = request;
		if (stop?.aborted) throw new NoAnswer('aborted', { mayHaveArrived: false, cause: stop.reason });
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
			throw whyNot(error, stop, deadline, redact);
		}
	};
	return Object.assign((request: TransportRequest) => keepingAlive(() => send(request)), { redact });
}
