import { NO_MEMORY } from '../api/index.ts';
import { ClientError, isHeldBack, type ListEndpoint, type ListInput, trust } from '../client/index.ts';
import { causeOf } from '../meetings/index.ts';
import { fieldsOf, numberOf } from '../format/index.ts';
import { counted, explainProblem, plural } from '../words/index.ts';
import { FINAL, FOR_NOW } from './hints.ts';
import type { Session } from './session.ts';

type Values = Readonly<Record<string, unknown>>;

export const LIST_CHANGED = 'The list changed while it was read, so some results may be missing. Run it again.';

/** Why a list is empty on accounts without the memory feature. */
export const NEEDS_MEMORY =
	'Contacts and their action items need a Professional or Enterprise plan with the memory feature turned on.';

export interface ListOptions {
	readonly limit?: number | undefined;
	/** Elements to leave out first. Where the service pages and filters, they are not read. */
	readonly skip?: number | undefined;
	/** Whether an element is wanted, where the service cannot filter. Pages are then read in full. */
	readonly wants?: ((element: unknown) => boolean) | undefined;
	/** The hint where the service lists nothing and gives no reason. */
	readonly whenNone?: string | undefined;
}

/** The elements of a list, with the fewest requests. Adds a hint when there is more than could be read. */
export async function* listed(
	session: Session,
	endpoint: ListEndpoint,
	input: Values,
	{ limit, skip = 0, wants, whenNone }: ListOptions = {},
): AsyncGenerator<unknown> {
	const { paging } = endpoint;
	const start = paging.kind === 'offset' && !wants ? skip : 0;
	const before = skip - start;
	const wanted = limit === undefined ? undefined : limit + before;
	let seen = 0;
	let found = 0;
	let total: number | null = null;
	let needsMemory = false;
	const pages = session.task.list(endpoint, trust<ListInput<ListEndpoint>>(input), {
		start,
		limit: wants ? undefined : wanted,
		onPage: (page) => {
			const { pagination, reason } = fieldsOf(page);
			total = numberOf(fieldsOf(pagination)['total']);
			needsMemory ||= reason === NO_MEMORY;
		},
		onIncomplete: () => session.hintIncomplete(LIST_CHANGED, FOR_NOW),
	});
	try {
		for await (const element of pages) {
			seen += 1;
			if (wants && !wants(element)) continue;
			found += 1;
			if (found <= before) continue;
			yield element;
			if (found === wanted) return;
		}
	} catch (stop) {
		const error = causeOf(stop);
		if (seen > 0 && error instanceof ClientError && isHeldBack(error)) {
			session.hint(
				`The list ends after ${total === null ? counted(seen, 'result') : `${start + seen} of ${counted(total, 'result')}`}. ${explainProblem(error.problem, session.terms, {}, session.timezone).next}.`,
			);
		}
		throw error;
	}
	if (needsMemory) session.hint(NEEDS_MEMORY);
	else if (seen === 0 && whenNone !== undefined) session.hint(whenNone);
	if (wants && found === 0 && seen > 0) {
		const said = plural(seen, 'The only result does not match the filters.', `None of the ${seen} results match the filters.`);
		session.hint(`${said} Change or remove some.`);
	}
	if (paging.kind === 'single' && seen === paging.maxSize && (wanted ?? Infinity) > seen) {
		session.hintIncomplete(`The service returns at most ${counted(seen, 'result')}, so there may be more.`, FINAL);
	}
}
