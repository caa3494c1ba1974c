export type SandboxErrorKind = 'address' | 'database' | 'input' | 'planLimit' | 'notFound' | 'stopped';

/** A failure to start or fill the sandbox, described in one line that says what to do. */
export class SandboxError extends Error {
	override readonly name = 'SandboxError';
	readonly kind: SandboxErrorKind;

	constructor(kind: SandboxErrorKind, message: string, options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
	}
}

/** Thrown by an `Ai` whose model provider is busy: the caller sees 429 `rate_limited` without rate-limit headers. */
export class AiBusyError extends Error {
	override readonly name = 'AiBusyError';
}

/** Thrown by an `Ai` that failed: the caller sees 500 `internal_error` with this message, so it must not contain secrets. */
export class AiFailedError extends Error {
	override readonly name = 'AiFailedError';
}

/** Thrown when the worker thread for text dies: the caller sees 500 `internal_error` with this message. */
export class TextWorkError extends Error {
	override readonly name = 'TextWorkError';
}

/** The message of anything thrown, on one line. */
export function messageOf(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	return text.replace(/\s+/g, ' ').trim();
}

/** SQLite's reason for a failure that only the person at the keyboard can fix, such as a full disk, as a sentence; null for any other error. */
export const databaseProblem = (error: unknown): string | null =>
	error instanceof Error && 'errcode' in error ? `The database cannot be used: ${messageOf(error)}.` : null;
