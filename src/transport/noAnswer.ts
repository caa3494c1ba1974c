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
	ERR_CANCELED: 'aborted',
};

const tlsCode = /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Errors are wrapped a few times on their way; a chain longer than this is a cycle. */
const MAX_CAUSES = 6;

/** Reads the reason out of whatever an HTTP library threw, without keeping that error: it may hold the key. */
export function reasonOf(error: unknown): NoAnswerReason {
	let current = error;
	for (let depth = 0; depth < MAX_CAUSES && current instanceof Object; depth++) {
		const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
		if (tlsCode.test(code)) return 'tls';
		const reason = reasonByCode[code];
		if (reason) return reason;
		current = 'cause' in current ? current.cause : undefined;
	}
	return 'other';
}

/** No answer came: nobody knows whether the request was processed, unless the reason tells. */
export class NoAnswer extends Error {
	override readonly name = 'NoAnswer';
	readonly reason: NoAnswerReason;

	constructor(reason: NoAnswerReason) {
		super(`No answer (${reason})`);
		this.reason = reason;
	}
}
