import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { ClientError, type Problem } from '../../src/client/index.ts';
import { wordsFor } from './errorWords.ts';
import type { Operation } from './operation.ts';

/** Where something failed, and what the operation knows about it. */
export interface Place {
	readonly node: INode;
	readonly itemIndex: number;
	readonly advice?: Operation['advice'];
}

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** What a workflow can decide by. `retryAfterSeconds` fits a Wait node. */
function detailsOf(problem: Problem): IDataObject {
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
			};
		case 'creditsExhausted':
			return { httpCode: problem.status, code: 'ai_limit_exceeded' };
		case 'noAnswer':
			return { code: 'no_answer', reason: problem.reason, creditAtRisk: problem.creditAtRisk };
		case 'unexpectedAnswer':
			return { httpCode: problem.status, code: 'unexpected_answer', creditAtRisk: problem.creditAtRisk };
	}
}

const sentence = (text: string): string => `${text.trim().replace(/\.$/, '')}.`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The item that stands for a failed one. n8n sends it to the error output only when it has these three fields and
 * no others.
 */
export function errorItem(error: unknown, { itemIndex, advice }: Place): INodeExecutionData {
	const pairedItem = { item: itemIndex };
	if (!(error instanceof ClientError)) {
		const message = messageOf(error);
		return { json: { error: message, message, details: {} }, pairedItem };
	}
	const { what, next } = wordsFor(error.problem, advice);
	return {
		json: {
			error: sentence(what),
			message: `${sentence(what)} ${sentence(next)}`,
			details: detailsOf(error.problem),
		},
		pairedItem,
	};
}

/** The error that ends the run. An AI agent is told the message alone, so all is in it there. */
export function nodeError(error: unknown, { node, itemIndex, advice }: Place): NodeApiError | NodeOperationError {
	if (!(error instanceof ClientError)) {
		return new NodeOperationError(node, error instanceof Error ? error : messageOf(error), { itemIndex });
	}
	const { problem } = error;
	const { what, next, failure } = wordsFor(problem, advice);
	const words = node.type.endsWith('Tool')
		? { message: `${sentence(what)} ${sentence(next)}` }
		: { message: sentence(what), description: sentence(next) };
	if (problem.kind === 'invalidInput') return new NodeOperationError(node, what, { ...words, itemIndex });
	const httpCode = 'status' in problem ? String(problem.status) : undefined;
	return new NodeApiError(node, {}, { ...words, httpCode, itemIndex, failure });
}
