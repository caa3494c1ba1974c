import { terms } from '../../nodes/shared/terms.ts';
import { catalogue, creditsOf, requestsOf } from '../../src/operations/index.ts';
import { textIn } from '../../src/forms/terms.ts';
import { table, withMarked } from './marked.ts';

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
