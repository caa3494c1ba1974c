/** Why no answer came. With `dns`, `refused` and `tls` the request never reached the service. */
export type NoAnswerReason = 'timeout' | 'dns' | 'refused' | 'tls' | 'reset' | 'aborted' | 'other';

const reasonByCode: Readonly<Record<string, NoAnswerReason>> = {
	ECONNABORTED: 'timeout',
	ETIMEDOUT: 'timeout',
	ESOCKETTIMEDOUT: 'timeout',
	ENOTFOUND: 'dns',
	EAI_AGAIN: 'dns',
	ECONNREFUSED: 'refused',
	EHOSTUNREACH: 'refused',
	ENETUNREACH: 'refused',
	ECONNRESET: 'reset',
	EPIPE: 'reset',
	ERR_STREAM_PREMATURE_CLOSE: 'reset',
	Z_BUF_ERROR: 'reset',
	ERR_CANCELED: 'aborted',
};

const tlsCode = /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Errors are wrapped a few times on their way; a chain longer than this is a cycle. */
const MAX_CAUSES = 6;

const textAt = (error: object, name: 'code' | 'syscall'): string => {
	const value: unknown = Reflect.get(error, name);
	return typeof value === 'string' ? value : '';
};

/** A network that goes away under an open connection says the same as one that was never there. */
const isUnderWay = (error: object): boolean => ['read', 'write'].includes(textAt(error, 'syscall'));

/** Reads the reason out of whatever an HTTP library threw, without keeping that error: it may hold the key. */
export function reasonOf(error: unknown): NoAnswerReason {
	let current = error;
	for (let depth = 0; depth < MAX_CAUSES && typeof current === 'object' && current !== null; depth++) {
		const code = textAt(current, 'code');
		if (tlsCode.test(code)) return 'tls';
		const reason = reasonByCode[code];
		if (reason) return reason === 'refused' && isUnderWay(current) ? 'reset' : reason;
		current = 'cause' in current ? current.cause : undefined;
	}
	return 'other';
}

const neverArrived: ReadonlySet<NoAnswerReason> = new Set(['dns', 'refused', 'tls']);

/** No answer came: nobody knows whether the request was processed, unless it never got there. */
export class NoAnswer extends Error {
	override readonly name = 'NoAnswer';
	readonly reason: NoAnswerReason;
	/** Whether the request may have reached the service. */
	readonly mayHaveArrived: boolean;

	constructor(reason: NoAnswerReason, mayHaveArrived = !neverArrived.has(reason)) {
		super(`No answer (${reason})`);
		this.reason = reason;
		this.mayHaveArrived = mayHaveArrived;
	}
}

/** An answer came, and was given up because it is larger than anything the service sends. */
export class AnswerTooLarge extends Error {
	override readonly name = 'AnswerTooLarge';
	readonly maxBytes: number;

	constructor(maxBytes: number) {
		super(`The answer is larger than ${maxBytes} bytes`);
		this.maxBytes = maxBytes;
	}
}

/** Aborts as soon as the host stops the work, or the time for the answer is over. */
export const eitherSignal = (stop: AbortSignal | undefined, deadline: AbortSignal | undefined): AbortSignal =>
	AbortSignal.any([stop, deadline].filter((signal) => signal !== undefined));

/** What a transport throws in place of an HTTP library's error, which does not tell one abort from another. */
export function whyNot(
	error: unknown,
	stop: AbortSignal | undefined,
	deadline: AbortSignal | undefined,
): NoAnswer | AnswerTooLarge {
	if (error instanceof AnswerTooLarge) return error;
	if (stop?.aborted) return new NoAnswer('aborted');
	return new NoAnswer(deadline?.aborted ? 'timeout' : reasonOf(error));
}
