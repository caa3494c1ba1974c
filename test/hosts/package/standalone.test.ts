import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './packed.ts';

let folder: string;
// Under NODE_ENV=test, which jest sets, n8n's rules ignore file names.
const env = { ...process.env, NODE_ENV: 'production' };
const run = (program: string, ...args: readonly string[]): string => execFileSync(program, args, { cwd: folder, env, encoding: 'utf8' });

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'standalone-'));
	run('node', join(root, 'scripts/release/standalone.mjs'), folder, 'acme/n8n-nodes-meeting-assistant');
	// The packages that it names are those of this repository.
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the repository of the n8n package alone is what n8n’s rules ask for', () => {
	const { workspaces, repository, scripts, n8n, devDependencies, dependencies, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	expect({ workspaces, dependencies, repository, homepage }).toEqual({
		repository: { type: 'git', url: 'git+https://github.com/acme/n8n-nodes-meeting-assistant.git' },
		homepage: 'https://github.com/acme/n8n-nodes-meeting-assistant',
	});
	expect(n8n).toMatchObject({ strict: true, n8nNodesApiVersion: 1 });
	expect(scripts).toMatchObject({ lint: 'n8n-node lint', release: 'n8n-node release' });
	expect(devDependencies).toHaveProperty(['@n8n/node-cli']);
	expect(Object.entries(devDependencies).filter(([, version]) => version === undefined)).toEqual([]);
	// The exact text that n8n-node compares with.
	expect(readFileSync(join(folder, 'eslint.config.mjs'), 'utf8')).toBe("import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n");
});

test('it is compiled and built to the same package', () => {
	run('node', join(root, 'node_modules/typescript-7/bin/tsc'), '--noEmit', '-p', folder);
	run('node', join(root, 'node_modules/rollup/dist/bin/rollup'), '-c', '--silent');
	const filesOf = (dist: string) => Object.fromEntries(globSync('**', { cwd: dist }).filter((path) => statSync(join(dist, path)).isFile()).sort().map((path) => [path, readFileSync(join(dist, path), 'utf8')]));
	const [alone, here] = [filesOf(join(folder, 'dist')), filesOf(join(root, 'dist'))];
	expect(Object.keys(alone)).toEqual(Object.keys(here));
	expect(Object.keys(here).filter((path) => alone[path] !== here[path])).toEqual([]);
	run('node', '--test', 'test/*.test.mjs');
}, 120_000);

test('n8n’s scanner finds no error in it', () => {
	const report = run('node', join(root, 'scripts/package/scan.mjs'), folder, join(folder, 'dist'));
	expect(JSON.parse(report)).toEqual({ source: { passed: true }, published: { passed: true } });
});

test('every link of its documents leads to a file of the repository that it comes from, or of its own', () => {
	for (const document of ['README.md', 'CHANGELOG.md', 'SECURITY.md']) {
		const links = [...readFileSync(join(folder, document), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
		const from = /^https:\/\/github\.com\/meeting-assistant-integrations\/n8n-nodes-meeting-assistant\/blob\/main\/([^#]+)/;
		expect(links.filter((link) => !/^(https:|#)/.test(link))).toEqual([]);
		expect(links.flatMap((link) => from.exec(link)?.[1] ?? []).filter((path) => !existsSync(join(root, path)))).toEqual([]);
	}
});
