import type { Failure } from 'n8n-workflow';
import { ALLOW_HTTP } from '../../credentials/settings.ts';
import { BASE_URL, type Problem } from '../../src/client/index.ts';
import { CREDIT_AT_RISK, failureByStatus, isErrorCode, nextByCode, noAnswerWords, unavailable, type Advice } from './errorAdvice.ts';

/** A failure as people read it: a sentence on what happened, a sentence on what to do. */
export interface Words {
	readonly what: string;
	readonly next: string;
	/** For n8n itself, which decides by it whether waiting helps. */
	readonly failure?: Failure;
}

const minutes = (ms: number): string => {
	const count = Math.max(1, Math.ceil(ms / 60_000));
	return count === 1 ? 'a minute' : `${count} minutes`;
};

function limitWords({ retryAfterMs, resetAt, limit }: Extract<Problem, { kind: 'rateLimited' }>): Words {
	if (retryAfterMs === null) {
		return { what: 'The service’s AI is busy', next: nextByCode.rate_limited, failure: unavailable };
	}
	return {
		what: limit === null ? 'The requests of this hour are used up' : `The ${limit} requests of this hour are used up`,
		next: `Go on in ${minutes(retryAfterMs)}${resetAt ? ` (${resetAt.toISOString()})` : ''}. On the error output, a Wait node can wait for “details.retryAfterSeconds”`,
		failure: { cause: 'rate-limited', retryAfterMs, ...(resetAt && { resetsAtEpochMs: resetAt.getTime() }) },
	};
}

function words(problem: Problem, advice: Advice = {}): Words {
	switch (problem.kind) {
		case 'invalidInput':
			return {
				what: `“${problem.field}” cannot be used: ${problem.reason}`,
				next:
					problem.field === BASE_URL
						? `Correct it in the credential. For a service on a private network without HTTPS, turn on “${ALLOW_HTTP}” there`
						: 'Correct the field; if it is an expression, look at what it gives for this item',
			};
		case 'api': {
			const { code, status, message } = problem;
			const next = isErrorCode(code) ? (advice[code] ?? nextByCode[code]) : 'Look the message up in the documentation';
			return { what: message, next, failure: failureByStatus[status] ?? unavailable };
		}
		case 'rateLimited':
			return limitWords(problem);
		case 'creditsExhausted':
			return { what: problem.message, next: nextByCode.ai_limit_exceeded, failure: { cause: 'quota-exhausted' } };
		case 'noAnswer':
			return { ...noAnswerWords[problem.reason], failure: unavailable };
		case 'answerTooLarge':
			return {
				what: `The answer is larger than ${Math.round(problem.maxBytes / 1024 / 1024)} MB`,
				next: 'Check the base URL in the credential: another program than the meeting assistant seems to answer',
				failure: unavailable,
			};
		case 'unexpectedAnswer':
			if (problem.status >= 500) {
				const what = `The service, or a proxy before it, has a problem (HTTP ${problem.status})`;
				return { what, next: nextByCode.internal_error, failure: unavailable };
			}
			if (problem.status >= 300 && problem.status < 400) {
				const what = `The base URL leads to another address (HTTP ${problem.status}), where the API key is not sent`;
				return { what, next: 'Enter that address as base URL in the credential, if you trust it', failure: unavailable };
			}
			return {
				what: `The answer is not one of the meeting assistant (HTTP ${problem.status}, ${problem.contentType})`,
				next: 'Check the base URL in the credential: a proxy, a sign-in page or another program seems to answer',
				failure: unavailable,
			};
	}
}

/** The words for a problem. `advice` is what the operation knows better than the words for all. */
export function wordsFor(problem: Problem, advice?: Advice): Words {
	const said = words(problem, advice);
	const atRisk = 'creditAtRisk' in problem && problem.creditAtRisk;
	return atRisk ? { ...said, next: `${said.next}. ${CREDIT_AT_RISK}` } : said;
}
