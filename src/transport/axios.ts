import axios from 'axios';
import { plainHeaders } from './headers.ts';
import { NoAnswer, reasonOf } from './noAnswer.ts';
import type { Transport } from './port.ts';

/** The transport for programs. The key goes into the `Authorization` header and nowhere else (Authentication, 1). */
export function axiosTransport({ apiKey, signal }: { apiKey: string; signal?: AbortSignal }): Transport {
	return async ({ method, url, headers, body, timeoutMs }) => {
		try {
			const answer = await axios.request<string>({
				method,
				url,
				headers: { ...headers, Authorization: `Bearer ${apiKey}` },
				data: body,
				timeout: timeoutMs,
				maxRedirects: 0,
				responseType: 'text',
				// axios parses text that looks like JSON; the client decides that.
				transformResponse: (text: string) => text,
				validateStatus: () => true,
				...(signal && { signal }),
			});
			return { status: answer.status, headers: plainHeaders(answer.headers), body: answer.data };
		} catch (error) {
			throw new NoAnswer(reasonOf(error));
		}
	};
}
