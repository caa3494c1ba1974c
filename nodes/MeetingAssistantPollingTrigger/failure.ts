import { NodeApiError, type INode, type NodeOperationError } from 'n8n-workflow';
import { ClientError } from '../../src/client/index.ts';
import { triggerError } from '../shared/triggerError.ts';

const calendarAdvice = {
	forbidden:
		'If the trigger looks at the calendar, its access may have been revoked: connect it again in the desktop app. Otherwise the account needs the Starter plan or above',
	not_found: 'Connect a calendar in the desktop app, or do not choose “Meeting Starting Soon”',
};

/** The error that a poll ends with, in words, with what n8n needs to know to put off the next one. */
export function pollError(node: INode, error: unknown, now: number): NodeApiError | NodeOperationError {
	if (!(error instanceof ClientError) || error.problem.kind !== 'rateLimited') {
		return triggerError(node, error, { advice: calendarAdvice });
	}
	const { limit, retryAfterMs, resetAt } = error.problem;
	const until = resetAt ?? (retryAfterMs === null ? null : new Date(now + retryAfterMs));
	return new NodeApiError(node, {}, {
		message: `The ${limit ?? ''} requests of this hour are used up.`.replace('  ', ' '),
		description: `Nothing is lost: polling goes on by itself${until ? ` soon after ${until.toISOString()}` : ''}. If it happens often, poll less often.`,
		httpCode: '429',
		failure: {
			cause: 'rate-limited',
			...(retryAfterMs !== null && { retryAfterMs }),
			...(until && { resetsAtEpochMs: until.getTime() }),
		},
	});
}
