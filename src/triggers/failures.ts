import { ClientError, isInvalidInput } from '../client/index.ts';
import { sentence, sentences, type Terms } from '../forms/index.ts';
import { type Advice, explainProblem, type Failure, Refusal } from '../words/index.ts';

/** Why something about an event failed, in a few words to put in its item. */
export const reasonFor = (error: unknown, terms: Terms): string =>
	error instanceof ClientError ? sentence(explainProblem(error.problem, terms).what) : 'The details could not be read.';

/** A failure of a trigger. A host may show only the message, so it says everything. */
export interface TriggerFailure {
	readonly message: string;
	readonly failure?: Failure | undefined;
	/** From the service's answer, if there was one. */
	readonly httpCode?: string;
	/** Whether the trigger itself refused, before or without an answer. */
	readonly isRefusal: boolean;
}

export interface ExplainFailureOptions {
	/** What the trigger was doing when it failed, as a sentence. */
	readonly before?: string;
	readonly advice?: Advice;
}

/** Null for an unexpected error. */
export function explainFailure(
	error: unknown,
	terms: Terms,
	{ before = '', advice }: ExplainFailureOptions = {},
): TriggerFailure | null {
	if (error instanceof Refusal) {
		return { message: sentences(terms, error.message, error.next), failure: error.failure, isRefusal: true };
	}
	if (!(error instanceof ClientError)) return null;
	const { problem } = error;
	const { what, next, failure } = explainProblem(problem, terms, advice);
	return {
		message: sentences(terms, before, what, next),
		failure,
		...('status' in problem && { httpCode: String(problem.status) }),
		isRefusal: isInvalidInput(error),
	};
}
