import { ClientError } from '../client/index.ts';
import { explainProblem, Refusal, type Advice, type Failure } from '../words/errors.ts';
import { textIn, type Terms } from '../words/terms.ts';

const sentence = (text: string): string => `${text.trim().replace(/\.$/, '')}.`;

const sentences = (...parts: readonly string[]): string => parts.filter(Boolean).map(sentence).join(' ');

export const isCode = (error: unknown, code: string): boolean =>
	error instanceof ClientError && error.problem.kind === 'api' && error.problem.code === code;

/** What happened, in a few words, for the event it happened to. */
export const reasonOf = (error: unknown, terms: Terms): string =>
	error instanceof ClientError ? sentence(explainProblem(error.problem, terms).what) : 'The details could not be read.';

/** A failure of a trigger. A host may show the message alone, so everything is in it. */
export interface TriggerFailure {
	readonly message: string;
	readonly failure?: Failure | undefined;
	/** Of the service's answer, where there was one. */
	readonly httpCode?: string;
	/** Whether the trigger itself refused, before or without an answer. */
	readonly isRefusal: boolean;
}

export interface ExplainFailureOptions {
	/** What was being done, as a sentence. */
	readonly before?: string;
	readonly advice?: Advice;
}

/** Null for a failure that nobody foresaw. */
export function explainFailure(
	error: unknown,
	terms: Terms,
	{ before = '', advice }: ExplainFailureOptions = {},
): TriggerFailure | null {
	if (error instanceof Refusal) {
		return { message: sentences(error.message, textIn(error.next, terms)), failure: error.failure, isRefusal: true };
	}
	if (!(error instanceof ClientError)) return null;
	const { problem } = error;
	const { what, next, failure } = explainProblem(problem, terms, advice);
	return {
		message: sentences(before, what, next),
		failure,
		...('status' in problem && { httpCode: String(problem.status) }),
		isRefusal: problem.kind === 'invalidInput',
	};
}
