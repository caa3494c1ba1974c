import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { ClientError, type Problem } from '../../src/client/index.ts';
import { detailsOf } from './errorDetails.ts';
import { wordsFor, type Words } from '../shared/errorWords.ts';
import type { Fields } from './field.ts';
import type { Operation } from './operation.ts';
import { Refusal } from './refusal.ts';

/** Where something failed, and the operation that knows about it. */
export interface Place {
	readonly node: INode;
	readonly itemIndex: number;
	readonly operation?: Operation;
}

const sentence = (text: string): string => `${text.trim().replace(/\.$/, '')}.`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Told {
	readonly words: Words;
	readonly details: IDataObject;
}

/** An input that cannot be used, under the name that it has in the form. */
function inForm(problem: Problem, operation?: Operation): Problem {
	if (problem.kind !== 'invalidInput') return problem;
	const fields: Fields = { ...operation?.fields, ...operation?.filters, ...operation?.options };
	return { ...problem, field: fields[problem.field]?.displayName ?? problem.field };
}

/** What to say about a failure; null for one that nobody foresaw. */
function tell(error: unknown, operation?: Operation): Told | null {
	if (error instanceof Refusal) return error;
	if (!(error instanceof ClientError)) return null;
	const problem = inForm(error.problem, operation);
	return { words: wordsFor(problem, operation?.advice), details: detailsOf(problem) };
}

/**
 * The item that stands for a failed one. n8n sends it to the error output only when it has these three fields and
 * no others.
 */
export function errorItem(error: unknown, { itemIndex, operation }: Place): INodeExecutionData {
	const pairedItem = { item: itemIndex };
	const told = tell(error, operation);
	if (!told) {
		const message = messageOf(error);
		return { json: { error: message, message, details: {} }, pairedItem };
	}
	const { what, next } = told.words;
	return {
		json: { error: sentence(what), message: `${sentence(what)} ${sentence(next)}`, details: told.details },
		pairedItem,
	};
}

/** The error that ends the run. An AI agent is told the message alone, so all is in it there. */
export function nodeError(error: unknown, { node, itemIndex, operation }: Place): NodeApiError | NodeOperationError {
	const told = tell(error, operation);
	if (!told) return new NodeOperationError(node, error instanceof Error ? error : messageOf(error), { itemIndex });
	const { what, next, failure } = told.words;
	const words = node.type.endsWith('Tool')
		? { message: `${sentence(what)} ${sentence(next)}` }
		: { message: sentence(what), description: sentence(next) };
	const isOwn = !(error instanceof ClientError) || error.problem.kind === 'invalidInput';
	if (isOwn) return new NodeOperationError(node, what, { ...words, itemIndex, failure });
	const httpCode = 'status' in error.problem ? String(error.problem.status) : undefined;
	return new NodeApiError(node, {}, { ...words, httpCode, itemIndex, failure });
}
