import type { ErrorCode } from '../../src/api/index.ts';
import { AiBusyError, AiFailedError, SandboxError, type SandboxErrorKind, TextWorkError } from '../errors.ts';
import { ImportError } from '../import/index.ts';
import { ApiError } from './apiError.ts';

/** An answer that is JSON already and is sent unchanged. */
export class JsonText {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** The 200 of an endpoint, with the headers of the request limit (`headers.ts`). */
export const answerOf = (body: unknown, headers: Readonly<Record<string, string>>): Response =>
	new Response(body instanceof JsonText ? body.text : JSON.stringify(body), {
		status: 200,
		headers: { 'Content-Type': 'application/json', ...headers },
	});

/** Any error as an answer in the API's one shape (Errors). Unexpected errors go to `report`, not to the caller. */
export function errorAnswer(error: unknown, report: (error: unknown) => void): Response {
	const known = asApiError(error);
	if (known.code === 'internal_error') report(error);
	const body = { error: { code: known.code, message: known.message } };
	return Response.json(body, { status: known.status, headers: known.headers });
}

const codes: Readonly<Record<SandboxErrorKind, ErrorCode>> = {
	input: 'validation_error',
	notFound: 'not_found',
	planLimit: 'forbidden',
	address: 'internal_error',
	database: 'internal_error',
	stopped: 'internal_error',
};

function asApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	if (error instanceof ImportError) return new ApiError('validation_error', error.message);
	if (error instanceof SandboxError) return new ApiError(codes[error.kind], error.message);
	// Without rate-limit headers (Errors, 429 rate_limited).
	if (error instanceof AiBusyError)
		return new ApiError('rate_limited', 'The AI model provider is busy. Try again shortly.');
	if (error instanceof AiFailedError || error instanceof TextWorkError)
		return new ApiError('internal_error', error.message);
	return new ApiError('internal_error', 'Something went wrong on the server.');
}
