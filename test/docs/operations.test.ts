import { catalogue } from '../../src/operations/index.ts';
import { eventNames } from '../../src/api/index.ts';
import { withCounts } from '../../scripts/docs/counts.ts';
import { operationsTables, withOperationsTables } from '../../scripts/docs/operations.ts';

test('each operation has a row of four cells', () => {
	const rows = operationsTables().split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Operation|---) /.test(line));
	expect(rows).toHaveLength(catalogue.flatMap(({ operations }) => operations).length);
	for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(6);
});

test('the comparison gets the number of this package’s operations and events, and nothing else changes', () => {
	const page = '| Action node | 5 | 1, listed |\n| Instant trigger | none | 2 events |\n';
	const operations = catalogue.flatMap((resource) => resource.operations);
	expect(withCounts(page)).toBe(`| Action node | 5 | ${operations.length}, listed |\n| Instant trigger | none | ${eventNames.length} events |\n`);
	expect(() => withCounts('| Action node | 5 | listed |')).toThrow('“Action node”');
});

test('only the part between the markers is replaced', () => {
	const written = withOperationsTables('before\n<!-- operations -->\nold\n<!-- /operations -->\nafter');
	expect(written).toBe(`before\n<!-- operations -->\n\n${operationsTables()}\n\n<!-- /operations -->\nafter`);
});

test('a document without the markers is refused', () => {
	expect(() => withOperationsTables('# Something else')).toThrow('<!-- operations -->');
});
