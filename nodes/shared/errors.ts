import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { explainFailure, type ExplainFailureOptions } from '../../src/triggers/index.ts';
import { terms } from './terms.ts';

/** The error that ends an activation or a poll. n8n shows only the message, so it says everything. */
export function triggerError(node: INode, error: unknown, options?: ExplainFailureOptions): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const explained = explainFailure(error, terms, options);
	if (!explained) return new NodeOperationError(node, error instanceof Error ? error : String(error));
	const { message, failure, httpCode, isRefusal } = explained;
	if (isRefusal) return new NodeOperationError(node, message, { failure });
	return new NodeApiError(node, {}, { message, httpCode, failure });
}
