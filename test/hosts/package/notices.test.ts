import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pack, root, type UnpackedPackage } from './packed.ts';

let packed: UnpackedPackage;
let notices: string;

/** The folders of other people's packages, as `node_modules/…`. */
let inlined: readonly string[];

beforeAll(() => {
	packed = pack();
	notices = readFileSync(join(packed.directory, 'dist/THIRD-PARTY-NOTICES.md'), 'utf8');
	const modules: string[] = JSON.parse(execFileSync(process.execPath, ['test/hosts/package/bundledModules.mjs'], { cwd: root, encoding: 'utf8' }));
	const folders = modules
		.filter((path) => path.includes('node_modules'))
		.map((path) => path.replace(/^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1'));
	inlined = [...new Set(folders)];
}, 120_000);
afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

test('something is inlined, so that the next test has something to look at', () => {
	expect(inlined.length).toBeGreaterThan(0);
});

test('the published package carries the name, version and full license text of every package inlined into it', () => {
	const missing = inlined.filter((folder) => {
		const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		const texts = globSync('licen[cs]e*', { cwd: folder }).concat(globSync('LICEN[CS]E*', { cwd: folder }));
		const isThere = (text: string) => notices.includes(readFileSync(join(folder, text), 'utf8').trim());
		return !notices.includes(`\n## ${name} ${version}\n`) || texts.length === 0 || !texts.every(isThere);
	});
	expect(missing).toEqual([]);
});

test('it names no package that is not inlined', () => {
	const named = [...notices.matchAll(/^## (\S+) \S+$/gm)].map(([, name]) => name);
	expect(named).toEqual(inlined.map((folder) => folder.replace(/^.*\/node_modules\//, '')).sort());
});
