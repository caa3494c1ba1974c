import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { npm } from './npm.ts';
import { ROOT } from './root.ts';

const Packed = z.tuple([z.object({ filename: z.string(), name: z.string(), version: z.string() })]);
const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()).optional() });

/** What n8n's installer of community packages removes before it lets npm install the rest. */
const REMOVED = ['devDependencies', 'peerDependencies', 'optionalDependencies'];

const readManifest = (path: string) => Manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
const write = (path: string, value: object): void => writeFileSync(path, JSON.stringify(value, null, 2));

/**
 * Packs this package as npm would publish it, and installs it into an n8n's user folder as n8n's own installer of community
 * packages does. The package must have been built.
 */
export async function installPackageInto(userFolder: string): Promise<void> {
	const temporary = mkdtempSync(join(tmpdir(), 'meeting-assistant-pack-'));
	try {
		const [{ filename, name, version }] = Packed.parse(
			JSON.parse(await npm(ROOT, ['pack', '--json', '--pack-destination', temporary])),
		);
		const nodes = join(userFolder, '.n8n/nodes');
		const folder = join(nodes, 'node_modules', name);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		execFileSync('tar', ['-xzf', join(temporary, filename), '-C', folder, '--strip-components=1']);

		const path = join(folder, 'package.json');
		const manifest = readManifest(path);
		write(path, Object.fromEntries(Object.entries(manifest).filter(([key]) => !REMOVED.includes(key))));
		write(join(nodes, 'package.json'), { name: 'installed-nodes', private: true, dependencies: { [name]: version } });
		await npm(folder, ['install', '--ignore-scripts', '--install-strategy=shallow', '--package-lock=false']);
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}
