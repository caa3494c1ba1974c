import { ClientError } from '../../src/client/index.ts';
import { CREDIT_AT_RISK } from '../shared/errorAdvice.ts';
import { OutOfRequests } from './refusal.ts';

/** What ends a run early without being a mistake. */
export interface Stop {
	/** ISO date-time from which going on makes sense, if it is known. */
	readonly resumeAt: string | null;
	/** Whether the item that was stopped may have spent a credit all the same. */
	readonly creditAtRisk: boolean;
}

/** Whether a failure means that no more requests may be made. */
export function stopOf(error: unknown): Stop | null {
	if (error instanceof OutOfRequests) return { resumeAt: asText(error.details.resetAt), creditAtRisk: false };
	if (!(error instanceof ClientError) || error.problem.kind !== 'rateLimited') return null;
	const { resetAt, creditAtRisk } = error.problem;
	return resetAt && { resumeAt: resetAt.toISOString(), creditAtRisk };
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Said where a run stopped with what there is. */
export function stopNote(stops: readonly Stop[], items: number): string {
	const left = stops.length;
	const resumeAt = stops[0]?.resumeAt ?? null;
	const when = resumeAt === null ? 'in another run' : `at ${resumeAt}`;
	const risk = stops.some(({ creditAtRisk }) => creditAtRisk) ? ` ${CREDIT_AT_RISK}.` : '';
	return `Stopped before the limit of requests: ${left} of ${items} input items ${left === 1 ? 'is' : 'are'} not done. Go on with ${left === 1 ? 'it' : 'them'} ${when}. To have them listed, choose “Continue (using error output)” in the node’s settings.${risk}`;
}
