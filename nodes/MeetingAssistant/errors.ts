import { NodeApiError, NodeOperationError, type INode, type INodeExecutionData } from 'n8n-workflow';
import { ClientError } from '../../src/client/index.ts';
import type { Operation } from '../../src/operations/index.ts';
import { explainError, type ExplainedError } from '../../src/words/errors.ts';
import { isTool } from '../shared/account.ts';
import { terms } from '../shared/terms.ts';

/** Where something failed, and the operation whose advice applies. */
export interface FailedAt {
	readonly node: INode;
	readonly itemIndex: number;
	readonly operation?: Operation;
}

const sentence = (text: string): string => `${text.trim().replace(/\.$/, '')}.`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An input that the client refuses, by its label in the form. */
function labelled(error: unknown, operation: Operation | undefined): unknown {
	if (!(error instanceof ClientError) || error.problem.kind !== 'invalidInput' || !operation) return error;
	const { field } = error.problem;
	const known = { ...operation.fields, ...operation.filters, ...operation.options }[field];
	return known ? new ClientError({ ...error.problem, field: known.label }) : error;
}

const explain = (error: unknown, operation: Operation | undefined): ExplainedError | null =>
	explainError(labelled(error, operation), { terms, now: Date.now(), advice: operation?.advice });

/**
 * The item that takes the place of a failed one. n8n sends it to the error output only if it has exactly these three
 * fields.
 */
export function errorItem(error: unknown, { itemIndex, operation }: FailedAt): INodeExecutionData {
	const pairedItem = { item: itemIndex };
	const explained = explain(error, operation);
	if (!explained) {
		const message = messageOf(error);
		return { json: { error: message, message, details: {} }, pairedItem };
	}
	const { what, next, details } = explained;
	return { json: { error: sentence(what), message: `${sentence(what)} ${sentence(next)}`, details: { ...details } }, pairedItem };
}

/** The error that ends the run. An AI agent only gets the message, so for an agent it says everything. */
export function nodeError(error: unknown, { node, itemIndex, operation }: FailedAt): NodeApiError | NodeOperationError {
	const explained = explain(error, operation);
	if (!explained) return new NodeOperationError(node, error instanceof Error ? error : messageOf(error), { itemIndex });
	const { what, next, failure, details } = explained;
	const words = isTool(node)
		? { message: `${sentence(what)} ${sentence(next)}` }
		: { message: sentence(what), description: sentence(next) };
	const { httpCode } = details;
	const isOwn = !(error instanceof ClientError) || ['invalidInput', 'requestsReserved', 'creditsReserved'].includes(error.problem.kind);
	if (isOwn) return new NodeOperationError(node, what, { ...words, itemIndex, failure });
	return new NodeApiError(node, {}, { ...words, itemIndex, failure, ...(httpCode !== undefined && { httpCode: String(httpCode) }) });
}
