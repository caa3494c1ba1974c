import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Where the reference of the client is, from the repository's root. */
export const CLIENT_REFERENCE = 'docs/client';

/** Writes the reference of the client as Markdown, one page for each of its entries. */
export function writeClientReference(folder: string): void {
	const typedoc = resolve('node_modules/typedoc/bin/typedoc');
	const words = [typedoc, '--options', resolve('packages/client/typedoc.json'), '--out', resolve(folder)];
	const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
	if (status !== 0) throw new Error('TypeDoc could not write the reference of the client');
}
