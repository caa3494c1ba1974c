import { ApiError } from './apiError.ts';

/** Far above what any endpoint takes. */
const MAX_BODY_BYTES = 100_000;

/**
 * The JSON body of a request. A body may be left out: what it must hold is checked like a body without fields.
 * @throws ApiError `validation_error`
 */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
	const text = await readText(request, maxBytes);
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text);
	} catch {
		throw new ApiError('validation_error', 'body: is not valid JSON');
	}
}

/**
 * The body of a request. One that is too large is read to its end all the same, but not kept: the sender may not look
 * for an answer before, and what it sends next on this connection comes behind it.
 * Hono's own limit replaces the request by one of the global class, which the Node adapter's requests are not.
 * @throws ApiError `validation_error`
 */
export async function readText({ body }: Request, maxBytes: number): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of body ?? []) {
			size += chunk.byteLength;
			if (size <= maxBytes) chunks.push(chunk);
			else chunks.length = 0;
		}
	} catch {
		// Whoever sent it is gone: no fault of the sandbox, and nobody is there to read this.
		throw new ApiError('validation_error', 'body: breaks off before its end');
	}
	if (size > maxBytes) throw new ApiError('validation_error', `body: must not be larger than ${maxBytes} bytes`);
	return Buffer.concat(chunks).toString('utf8');
}
