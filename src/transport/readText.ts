import { AnswerTooLarge } from './noAnswer.ts';
import type { TransportRequest } from './port.ts';

/** 64 MB: many times the longest transcript. A few hundred kilobytes of gzip can hold gigabytes. */
export const DEFAULT_MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** A body as HTTP libraries stream it: decompressed, read on demand. */
export interface BodyStream extends AsyncIterable<Uint8Array> {
	readonly destroy: () => unknown;
}

/** Not by class: the stream may be of another JavaScript realm. */
export const isBodyStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;

/** The whole body as text. Closes the connection when the body is too large, or nobody waits for it any more. */
export async function readText(
	body: BodyStream,
	{ signal, maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES }: Pick<TransportRequest, 'signal' | 'maxAnswerBytes'>,
): Promise<string> {
	const close = (): void => void body.destroy();
	if (signal?.aborted) close();
	signal?.addEventListener('abort', close, { once: true });
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	try {
		for await (const chunk of body) {
			bytes += chunk.byteLength;
			// Leaving the loop destroys the stream.
			if (bytes > maxAnswerBytes) throw new AnswerTooLarge(maxAnswerBytes);
			chunks.push(chunk);
		}
	} finally {
		signal?.removeEventListener('abort', close);
	}
	return new TextDecoder().decode(Buffer.concat(chunks));
}
