import type { IDataObject } from 'n8n-workflow';
import type { Problem } from '../../src/client/index.ts';

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** What a workflow can decide by. `retryAfterSeconds` fits a Wait node. */
export function detailsOf(problem: Problem): IDataObject {
	switch (problem.kind) {
		case 'invalidInput':
			return { code: 'invalid_input', field: problem.field };
		case 'api':
			return { httpCode: problem.status, code: problem.code, creditAtRisk: problem.creditAtRisk };
		case 'rateLimited':
			return {
				httpCode: problem.status,
				code: 'rate_limited',
				retryAfterSeconds: problem.retryAfterMs === null ? null : seconds(problem.retryAfterMs),
				resetAt: problem.resetAt?.toISOString() ?? null,
				requestsPerHour: problem.limit,
				creditAtRisk: problem.creditAtRisk,
			};
		case 'creditsExhausted':
			return { httpCode: problem.status, code: 'ai_limit_exceeded', creditAtRisk: problem.creditAtRisk };
		case 'noAnswer':
			return { code: 'no_answer', reason: problem.reason, creditAtRisk: problem.creditAtRisk };
		case 'answerTooLarge':
			return { code: 'answer_too_large', maxBytes: problem.maxBytes, creditAtRisk: problem.creditAtRisk };
		case 'unexpectedAnswer':
			return { httpCode: problem.status, code: 'unexpected_answer', creditAtRisk: problem.creditAtRisk };
	}
}
