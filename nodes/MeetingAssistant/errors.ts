import { NodeApiError, NodeOperationError, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';
import { ClientError, isUnsent } from '../../src/client/index.ts';
import { explainRun, type Operation } from '../../src/operations/index.ts';
import { counted, type ExplainedError, isWorthWaiting, plural } from '../../src/words/index.ts';
import { sentence, sentences, type Terms } from '../../src/forms/index.ts';
import { isTool } from '../shared/account.ts';
import { terms } from '../shared/terms.ts';

/** Where something failed, and the operation whose advice applies. */
export interface FailedAt {
	readonly node: INode;
	readonly itemIndex: number;
	readonly operation?: Operation;
	/** IANA name of the workflow’s time zone. */
	readonly timezone: string;
	/** False for a list in the editor; by default, false for an agent’s tool. */
	readonly hasErrorOutput?: boolean;
}

/** What other items of a run that fails have cost: n8n discards their results. */
export interface Discarded {
	/** Results that used an AI credit. */
	readonly results: number;
	/** Failures that may have used one. */
	readonly failures: number;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const WAIT = 'On the error output, a Wait node can wait for “details.retryAfterSeconds”';

/** What a value comes from that a model passes on. */
const toolTerms: Terms = { ...terms, step: 'tool' };

function explain(error: unknown, { node, operation, timezone, hasErrorOutput = !isTool(node) }: FailedAt): ExplainedError | null {
	const explained = explainRun(error, operation, { terms: isTool(node) ? toolTerms : terms, timezone });
	return explained && hasErrorOutput && isWorthWaiting(explained.details) ? { ...explained, next: sentences(terms, explained.next, WAIT) } : explained;
}

/**
 * The item that replaces a failed one. n8n sends it to the error output only if it has exactly these three fields. `part`
 * names the part of an item that failed, for its details.
 */
export function errorItem(error: unknown, at: FailedAt, part: IDataObject = {}): INodeExecutionData {
	const pairedItem = { item: at.itemIndex };
	const explained = explain(error, at);
	if (!explained) {
		const message = messageOf(error);
		return { json: { error: message, message, details: part }, pairedItem };
	}
	const { what, next, details } = explained;
	return { json: { error: sentence(what), message: sentences(terms, what, next), details: { ...details, ...part } }, pairedItem };
}

const KEEP_RESULTS =
	'To keep the results of other items when one fails, set On Error to “Continue (using error output)” in the node’s settings.';

function discardedText({ results, failures }: Discarded): string[] {
	const used = counted(results, 'result that used an AI credit', 'results that used AI credits');
	const risked = counted(failures, 'more request');
	return [
		...(results > 0 ? [`n8n discards ${used}.`] : []),
		...(failures > 0 ? [`${risked} may have used an AI credit${plural(failures, '', ' each')} without a result.`] : []),
		...(results + failures > 0 ? [KEEP_RESULTS] : []),
	];
}

/** The error that ends the run. An AI agent only gets the message, so for an agent it says everything. */
export function nodeError(
	error: unknown,
	at: FailedAt,
	discarded: Discarded = { results: 0, failures: 0 },
): NodeApiError | NodeOperationError {
	const { node, itemIndex } = at;
	const explained = explain(error, at);
	if (!explained) {
		const description = discardedText(discarded).join(' ');
		return new NodeOperationError(node, error instanceof Error ? error : messageOf(error), {
			itemIndex,
			...(description && { description }),
		});
	}
	const { what, next, failure, details } = explained;
	const words = isTool(node)
		? { message: sentences(terms, what, next) }
		: { message: sentence(what), description: sentences(terms, next, ...discardedText(discarded)) };
	const { httpCode } = details;
	const isOwn = !(error instanceof ClientError) || isUnsent(error);
	if (isOwn) return new NodeOperationError(node, what, { ...words, itemIndex, failure });
	return new NodeApiError(node, {}, { ...words, itemIndex, failure, ...(httpCode !== undefined && { httpCode: String(httpCode) }) });
}
