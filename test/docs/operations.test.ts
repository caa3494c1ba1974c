import { catalogue } from '../../src/operations/index.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventNames } from '../../src/api/index.ts';
import { operationsTables, withOperationsTables } from '../../scripts/docs/operations.ts';

test('each operation has a row of four cells', () => {
	const rows = operationsTables().split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Operation|---) /.test(line));
	expect(rows).toHaveLength(catalogue.flatMap(({ operations }) => operations).length);
	for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(6);
});

test('the comparison has the right number of operations and events', () => {
	const page = readFileSync(join(__dirname, '../../docs/comparison.md'), 'utf8');
	const own = (row: string): string => new RegExp(`^\\| ${row} \\|.*\\| (.+?) \\|$`, 'm').exec(page)?.[1] ?? '';
	expect(Number.parseInt(own('Action node'), 10)).toBe(catalogue.flatMap(({ operations }) => operations).length);
	expect(Number.parseInt(own('Instant trigger'), 10)).toBe(eventNames.length);
});

test('only the part between the markers is replaced', () => {
	const written = withOperationsTables('before\n<!-- operations -->\nold\n<!-- /operations -->\nafter');
	expect(written).toBe(`before\n<!-- operations -->\n\n${operationsTables()}\n\n<!-- /operations -->\nafter`);
});

test('a document without the markers is refused', () => {
	expect(() => withOperationsTables('# Something else')).toThrow('<!-- operations -->');
});
