import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ClientError } from '../../src/client/index.ts';
import { explainProblem, type Advice } from '../../src/words/errors.ts';
import { terms } from './terms.ts';

const sentence = (text: string): string => `${text.trim().replace(/\.$/, '')}.`;

export const isCode = (error: unknown, code: string): boolean =>
	error instanceof ClientError && error.problem.kind === 'api' && error.problem.code === code;

/** What happened, in a few words, for the event it happened to. */
export const reasonOf = (error: unknown): string =>
	error instanceof ClientError ? sentence(explainProblem(error.problem, terms).what) : 'The details could not be read.';

/**
 * The error that ends an activation. Of it n8n shows the message alone, so all is in it there.
 * `before` says what was being done.
 */
export function triggerError(
	node: INode,
	error: unknown,
	{ before = '', advice }: { before?: string; advice?: Advice } = {},
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof ClientError)) {
		return new NodeOperationError(node, error instanceof Error ? error : String(error));
	}
	const { problem } = error;
	const { what, next, failure } = explainProblem(problem, terms, advice);
	const message = [before, what, next].filter(Boolean).map(sentence).join(' ');
	if (problem.kind === 'invalidInput') return new NodeOperationError(node, message, { failure });
	const httpCode = 'status' in problem ? String(problem.status) : undefined;
	return new NodeApiError(node, {}, { message, httpCode, failure });
}
