import { ApiError } from './apiError.ts';

/** Far more than any endpoint needs. */
const MAX_BODY_BYTES = 100_000;

/**
 * The JSON body of a request. A missing body counts as one without fields.
 * @throws ApiError `validation_error`
 */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
	const encoding = request.headers.get('content-encoding') ?? 'identity';
	if (encoding !== 'identity') throw new ApiError('validation_error', `body: must not be compressed (Content-Encoding: ${encoding})`);
	const text = textOf(await readBytes(request, maxBytes));
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text);
	} catch {
		throw new ApiError('validation_error', 'body: is not valid JSON');
	}
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
	try {
		return decoder.decode(bytes);
	} catch {
		throw new ApiError('validation_error', 'body: is not valid UTF-8');
	}
}

/**
 * The body of a request. A body that is too large is read to its end, but not kept: the sender may not read an answer
 * before it has sent everything, and its next request on this connection follows the body. Hono's own limit is not used,
 * because it replaces the request by one of the global class, which the Node adapter's requests are not.
 * @throws ApiError `validation_error`
 */
export async function readBytes({ body }: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of body ?? []) {
			size += chunk.byteLength;
			if (size <= maxBytes) chunks.push(chunk);
			else chunks.length = 0;
		}
	} catch {
		// The sender is gone. The sandbox did nothing wrong, and nobody will read this answer.
		throw new ApiError('validation_error', 'body: is incomplete');
	}
	if (size > maxBytes) throw new ApiError('validation_error', `body: must not be larger than ${maxBytes} bytes`);
	return Buffer.concat(chunks);
}
