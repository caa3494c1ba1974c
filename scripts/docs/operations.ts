import { terms } from '../../nodes/shared/terms.ts';
import { catalogue, creditsOf, requestsOf, wholeDescription } from '../../src/operations/index.ts';
import { textIn } from '../../src/forms/index.ts';
import { table, withMarked } from './marked.ts';

/** A Markdown table of operations for each resource: what each does, and what it costs. */
export const operationsTables = (): string =>
	catalogue
		.map(({ name, operations }) => {
			const rows = operations.map((operation) => [
				textIn(operation.name, terms),
				wholeDescription(operation, terms),
				creditsOf(operation),
				requestsOf(operation),
			]);
			return `## ${name}\n\n${table(['Operation', 'What it does', 'AI credits', 'Requests'], rows)}`;
		})
		.join('\n\n');

/** A document with the tables between its markers updated. Throws if it has no markers. */
export const withOperationsTables = (markdown: string): string => withMarked(markdown, 'operations', operationsTables());
