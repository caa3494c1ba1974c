import { z } from 'zod/v4';
import type { Endpoint } from '../api/index.ts';
import { eachItem } from '../client/client.ts';
import { ClientError, type ListEndpoint } from '../client/index.ts';
import type { Session } from './session.ts';
import { explainProblem } from '../words/errors.ts';

type Values = Readonly<Record<string, unknown>>;

const Page = z.object({
	data: z.array(z.unknown()),
	pagination: z.object({ total: z.number() }).optional().catch(undefined),
});

export interface ListOptions {
	readonly limit?: number | undefined;
	/** Whether an element is wanted, where the service cannot filter. Pages are then read in full. */
	readonly wants?: ((element: unknown) => boolean) | undefined;
}

/** The elements of a list, with the fewest requests. Adds a hint when there is more than could be read. */
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
		if (seen > 0 && error instanceof ClientError && error.problem.kind === 'requestsReserved') {
			const of = total === undefined ? '' : ` of ${total}`;
			session.hint(`The list ends after ${seen}${of} results. ${explainProblem(error.problem, session.terms).next}.`);
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
	if (wants && given === 0 && seen > 0) {
		const said = seen === 1 ? 'The only result does not match the filters.' : `None of the ${seen} results match the filters.`;
		session.hint(`${said} Change or remove some.`);
	}
	const { paging } = endpoint;
	if (paging.kind === 'single' && seen === paging.maxSize && (limit ?? Infinity) > seen) {
		session.hint(`The service returns at most ${seen} results, so there may be more.`);
	}
}
