import { z } from 'zod/v4';
import type { Endpoint } from '../../src/api/index.ts';
import type { ListEndpoint } from '../../src/client/index.ts';
import { eachItem } from '../../src/client/each.ts';
import type { Values } from './field.ts';
import { OutOfRequests } from './refusal.ts';
import { result, type Result } from './result.ts';
import type { Session } from './session.ts';

const Page = z.object({
	data: z.array(z.unknown()),
	pagination: z.object({ total: z.number() }).optional().catch(undefined),
});

export interface ListOptions {
	readonly limit?: number;
	/** Whether an element is wanted, where the service cannot tell. Pages are then read in full. */
	readonly wants?: (element: unknown) => boolean;
}

/** The elements of a list with the fewest requests. Says so when there is more than could be read. */
export async function* listed(
	session: Session,
	endpoint: ListEndpoint,
	input: Values,
	{ limit, wants }: ListOptions = {},
): AsyncGenerator<unknown> {
	// Known by name alone: the client checks the inputs.
	const called: Endpoint = endpoint;
	let seen = 0;
	let total: number | undefined;
	const read = async (page: Values) => {
		const answer = Page.parse(await session.client.call(called, { ...input, ...page }).catch(sayCut));
		seen += answer.data.length;
		total = answer.pagination?.total;
		return { data: answer.data, ...(answer.pagination && { pagination: answer.pagination }) };
	};
	const sayCut = (error: unknown): never => {
		if (error instanceof OutOfRequests && seen > 0) {
			session.hint(`The list was cut after ${seen}${total === undefined ? '' : ` of ${total}`}. ${error.words.next}.`);
		}
		throw error;
	};
	let given = 0;
	for await (const element of eachItem(endpoint.paging, read, wants ? undefined : limit)) {
		if (wants && !wants(element)) continue;
		yield element;
		given += 1;
		if (given === limit) return;
	}
	if (wants && given === 0 && seen > 0) session.hint(`None of the ${seen} that were read fits the filters.`);
	const { paging } = endpoint;
	if (paging.kind === 'single' && seen === paging.maxSize && (limit ?? Infinity) > seen) {
		session.hint(`The service returns ${seen} at most, so there may be more.`);
	}
}

export async function* listResults(
	session: Session,
	endpoint: ListEndpoint,
	input: Values,
	limit: number | undefined,
): AsyncGenerator<Result> {
	for await (const element of listed(session, endpoint, input, { ...(limit !== undefined && { limit }) })) {
		yield result(element);
	}
}
