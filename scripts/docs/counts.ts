import { eventNames } from '../../src/api/index.ts';
import { catalogue } from '../../src/operations/index.ts';

/** The number that opens the last cell of a row, which is about this package. */
function withCount(markdown: string, row: string, count: number): string {
	const cell = new RegExp(`^(\\| ${row} \\|.*\\| )\\d+(?=[^|]* \\|$)`, 'm');
	if (!cell.test(markdown)) throw new Error(`There is no row “${row}” that ends with a cell that starts with a number`);
	return markdown.replace(cell, `$1${count}`);
}

/** The comparison with other packages, with the number of this package’s operations and events. */
export const withCounts = (markdown: string): string =>
	withCount(withCount(markdown, 'Action node', catalogue.flatMap(({ operations }) => operations).length), 'Instant trigger', eventNames.length);
