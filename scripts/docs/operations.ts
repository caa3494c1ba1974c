import { resources } from '../../nodes/MeetingAssistant/operations/index.ts';
import type { Operation } from '../../nodes/MeetingAssistant/operation.ts';
import { withMarked } from './marked.ts';

const credits: Readonly<Record<Operation['credit'], string>> = {
	never: 'none',
	'unless-saved': '1, none when saved',
	always: '1',
};

const requests = ({ paging, requests: words }: Operation): string =>
	words ?? (paging?.kind === 'offset' ? `1 for each ${paging.maxSize} results` : '1');

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The node's operations as a Markdown table: what each does, and what it costs. */
export function operationsTable(): string {
	return [
		row(['Resource', 'Operation', 'What it does', 'AI credits', 'Requests']),
		row(['---', '---', '---', '---', '---']),
		...resources.flatMap(({ name, operations }) =>
			operations.map((operation) =>
				row([name, operation.name, operation.description, credits[operation.credit], requests(operation)]),
			),
		),
	].join('\n');
}

/** A document with the table between its markers brought up to date. Throws when it has no markers. */
export const withOperationsTable = (markdown: string): string => withMarked(markdown, 'operations', operationsTable());
