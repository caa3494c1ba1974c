import { ClientError } from '../../src/client/index.ts';
import { OutOfRequests } from './refusal.ts';

/** What ends a run early without being a mistake: with ISO date-time from which going on makes sense, if it is known. */
export interface Stop {
	readonly resumeAt: string | null;
}

/** Whether a failure means that no more requests may be made. */
export function stopOf(error: unknown): Stop | null {
	if (error instanceof OutOfRequests) return { resumeAt: asText(error.details.resetAt) };
	if (!(error instanceof ClientError) || error.problem.kind !== 'rateLimited') return null;
	const { resetAt } = error.problem;
	return resetAt && { resumeAt: resetAt.toISOString() };
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Said where a run stopped with what there is. */
export function stopNote(left: number, items: number, { resumeAt }: Stop): string {
	const when = resumeAt === null ? 'in another run' : `at ${resumeAt}`;
	return `Stopped before the limit of requests: ${left} of ${items} input items ${left === 1 ? 'is' : 'are'} not done. Go on with ${left === 1 ? 'it' : 'them'} ${when}. To have them listed, choose “Continue (using error output)” in the node’s settings.`;
}
