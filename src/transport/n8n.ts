import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { plainHeaders } from './headers.ts';
import { NoAnswer, reasonOf } from './noAnswer.ts';
import type { Transport } from './port.ts';

/** What n8n's helper gives back with `returnFullResponse`. */
interface FullResponse {
	statusCode: number;
	headers: object;
	body: string;
}

/**
 * The transport for nodes, over n8n's own HTTP helper, which adds the credential and obeys the host's proxy settings.
 * HTTP errors are taken as answers: otherwise n8n sends a 401 twice and hides the headers of a 429.
 */
export function n8nTransport(context: IAllExecuteFunctions, credentialType: string): Transport {
	return async ({ method, url, headers, body, timeoutMs }) => {
		const options: IHttpRequestOptions = {
			method,
			url,
			headers: { ...headers },
			...(body !== undefined && { body }),
			timeout: timeoutMs,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
		};
		try {
			const answer: FullResponse = await context.helpers.httpRequestWithAuthentication.call(
				context,
				credentialType,
				options,
			);
			return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: answer.body };
		} catch (error) {
			throw new NoAnswer(reasonOf(error));
		}
	};
}
