import { type ErrorCode, errorStatus } from '../../src/api/index.ts';

/** An error of the closed list (Errors), thrown anywhere under a request and answered in one place. */
export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly code: ErrorCode;
	readonly headers: Readonly<Record<string, string>>;

	constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
		super(message);
		this.code = code;
		this.headers = headers;
	}

	get status() {
		return errorStatus[this.code];
	}
}

export const notFound = (what: string): ApiError => new ApiError('not_found', `${what} not found.`);

/** 400 for a wrong input; the message names the field. */
export const invalid = (field: string, problem: string): ApiError =>
	new ApiError('validation_error', `${field}: ${problem}`);
