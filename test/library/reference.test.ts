import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENT_REFERENCE, writeClientReference } from '../../scripts/docs/clientReference.ts';

const pagesIn = (folder: string) =>
	Object.fromEntries(readdirSync(folder).toSorted().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

test('the reference of the client is up to date: npm run docs writes it', () => {
	const folder = mkdtempSync(join(tmpdir(), 'reference-'));
	writeClientReference(folder);
	expect(pagesIn(folder)).toEqual(pagesIn(CLIENT_REFERENCE));
	rmSync(folder, { recursive: true });
}, 120_000);
