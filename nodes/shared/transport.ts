import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { eitherSignal, isBodyStream, NoAnswer, plainHeaders, readText, type Transport, type TransportRequest, whyNot } from '../../src/transport/index.ts';

/** What n8n's helper returns with `returnFullResponse`. */
interface FullResponse {
	statusCode: number;
	headers: object;
	body: unknown;
}

const signalOf = (given: unknown): AbortSignal | undefined => (given instanceof AbortSignal ? given : undefined);

/**
 * The transport for nodes, over n8n's own HTTP helper, which adds the credential and uses the host's proxy settings.
 * HTTP errors are treated as answers: otherwise n8n sends a request twice after a 401 and hides the headers of a 429.
 * `redact` comes from the caller that read the credential.
 */
export function n8nTransport(
	context: IAllExecuteFunctions,
	credentialType: string,
	redact: (text: string) => string,
): Transport {
	const send = async (request: TransportRequest) => {
		const { method, url, headers, body, timeoutMs, signal: deadline } = request;
		let stop = 'getExecutionCancelSignal' in context ? signalOf(context.getExecutionCancelSignal()) : undefined;
		let either = eitherSignal(stop, deadline);
		if (stop?.aborted) throw new NoAnswer('aborted', { mayHaveArrived: false });
		const options: IHttpRequestOptions = {
			method,
			url,
			headers: { ...headers },
			...(body !== undefined && { body }),
			timeout: timeoutMs,
			// As a stream, so that an answer that is too large is given up before it fills the memory: n8n sets no limit.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			// In an execution, n8n replaces the signal with that of the run. Both must count: otherwise a connection that
			// nobody waits for would stay open for as long as the service likes.
			get abortSignal() {
				return either;
			},
			set abortSignal(replacement) {
				const given = signalOf(replacement);
				if (given === stop) return;
				stop = given;
				either = eitherSignal(stop, deadline);
			},
		};
		try {
			const answer: FullResponse = await context.helpers.httpRequestWithAuthentication.call(
				context,
				credentialType,
				options,
			);
			const text = isBodyStream(answer.body)
				? await readText(answer.body, { ...request, signal: either })
				: String(answer.body);
			return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: text };
		} catch (error) {
			throw whyNot(error, stop, deadline, redact);
		}
	};
	return Object.assign(send, { redact });
}
