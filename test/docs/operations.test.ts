import { catalogue } from '../../src/operations/index.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventNames } from '../../src/api/index.ts';
import { operationsTable, withOperationsTable } from '../../scripts/docs/operations.ts';

test('the table has a row of five cells for each operation', () => {
	const [, , ...rows] = operationsTable().split('\n');
	expect(rows).toHaveLength(catalogue.flatMap(({ operations }) => operations).length);
	for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(7);
});

test('the comparison counts the operations and events that there are', () => {
	const page = readFileSync(join(__dirname, '../../docs/comparison.md'), 'utf8');
	const own = (row: string): string => new RegExp(`^\\| ${row} \\|.*\\| (.+?) \\|$`, 'm').exec(page)?.[1] ?? '';
	expect(Number.parseInt(own('Action node'), 10)).toBe(catalogue.flatMap(({ operations }) => operations).length);
	expect(Number.parseInt(own('Instant trigger'), 10)).toBe(eventNames.length);
});

test('only what is between the markers is written', () => {
	const written = withOperationsTable('before\n<!-- operations -->\nold\n<!-- /operations -->\nafter');
	expect(written).toBe(`before\n<!-- operations -->\n\n${operationsTable()}\n\n<!-- /operations -->\nafter`);
});

test('a document without the markers is refused', () => {
	expect(() => withOperationsTable('# Something else')).toThrow('<!-- operations -->');
});
