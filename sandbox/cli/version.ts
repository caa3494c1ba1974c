import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod/v4';

/** Version of the package this file is in. */
export function version(): string {
	const path = findPackageJSON('.', import.meta.url) ?? 'package.json';
	return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8'))).version;
}
