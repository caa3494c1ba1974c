import { terms } from '../../nodes/shared/terms.ts';
import { catalogue, type Operation } from '../../src/operations/index.ts';
import { textIn } from '../../src/words/terms.ts';
import { withMarked } from './marked.ts';

const credits: Readonly<Record<Operation['credit'], string>> = {
	never: 'none',
	'unless-saved': '1, none when saved',
	always: '1',
};

/** What an operation costs, in a cell of a table. */
export const creditsOf = ({ credit, creditPer }: Operation): string =>
	credits[credit] + (creditPer === undefined ? '' : ` per ${creditPer}`);

const requests = ({ paging, requests: words }: Operation): string =>
	words ?? (paging?.kind === 'offset' ? `1 for each ${paging.maxSize} results` : '1');

export const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The node's operations as a Markdown table: what each does, and what it costs. */
export function operationsTable(): string {
	return [
		row(['Resource', 'Operation', 'What it does', 'AI credits', 'Requests']),
		row(['---', '---', '---', '---', '---']),
		...catalogue.flatMap(({ name, operations }) =>
			operations.map((operation) =>
				row([
					name,
					textIn(operation.name, terms),
					textIn(operation.description, terms),
					creditsOf(operation),
					requests(operation),
				]),
			),
		),
	].join('\n');
}

/** A document with the table between its markers brought up to date. Throws when it has no markers. */
export const withOperationsTable = (markdown: string): string => withMarked(markdown, 'operations', operationsTable());
