import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeClientReference } from '../../../scripts/docs/clientReference.ts';

test('the reference of the client can be written, with a page for each of its entries', () => {
	const folder = mkdtempSync(join(tmpdir(), 'reference-'));
	writeClientReference(folder);
	expect(readdirSync(folder)).toEqual(expect.arrayContaining(['README.md', 'format.md', 'index.md', 'node.md', 'operations.md', 'polling.md', 'webhooks.md']));
	rmSync(folder, { recursive: true });
}, 120_000);
