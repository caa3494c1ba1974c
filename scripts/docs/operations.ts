import { terms } from '../../nodes/shared/terms.ts';
import { catalogue, requestsOf, type Operation } from '../../src/operations/index.ts';
import { textIn } from '../../src/words/terms.ts';
import { table, withMarked } from './marked.ts';

const credits: Readonly<Record<Operation['credit'], string>> = {
	never: 'none',
	'unless-saved': '1, none when saved',
	always: '1',
};

/** What an operation costs, in a cell of a table. */
export const creditsOf = ({ credit, creditPer }: Operation): string =>
	credits[credit] + (creditPer === undefined ? '' : ` per ${creditPer}`);

/** The node's operations as a Markdown table: what each does, and what it costs. */
export function operationsTable(): string {
	const rows = catalogue.flatMap(({ name, operations }) =>
		operations.map((operation) => [
			name,
			textIn(operation.name, terms),
			textIn(operation.description, terms),
			creditsOf(operation),
			requestsOf(operation),
		]),
	);
	return table(['Resource', 'Operation', 'What it does', 'AI credits', 'Requests'], rows);
}

/** A document with the table between its markers brought up to date. Throws when it has no markers. */
export const withOperationsTable = (markdown: string): string => withMarked(markdown, 'operations', operationsTable());
