import type { ErrorCode } from '../../src/api/index.ts';
import { SandboxError, type SandboxErrorKind } from '../errors.ts';
import { ImportError } from '../import/index.ts';
import { errorAnswer } from '../server/answer.ts';
import { ApiError } from '../server/apiError.ts';

const codes: Readonly<Record<SandboxErrorKind, ErrorCode>> = {
	input: 'validation_error',
	notFound: 'not_found',
	planLimit: 'forbidden',
	address: 'internal_error',
	database: 'internal_error',
	stopped: 'internal_error',
};

/** An error of a control in the shape of the API's errors. */
export function controlError(error: unknown, report: (error: unknown) => void): Response {
	if (error instanceof ImportError) return errorAnswer(new ApiError('validation_error', error.message), report);
	if (error instanceof SandboxError) return errorAnswer(new ApiError(codes[error.kind], error.message), report);
	return errorAnswer(error, report);
}
