import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod/v4';
import { floorOf, lowestNode, nodesOf } from '../../scripts/floors/install.ts';

const Manifest = z.object({ private: z.boolean().optional(), engines: z.object({ node: z.string() }).optional(), workspaces: z.array(z.string()).optional() });
const read = (folder: string) => Manifest.parse(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')));

/** Everything that is published or states the Node that it needs. */
const folders = ['.', ...globSync((read('.').workspaces ?? []).map((pattern) => `${pattern}/package.json`)).map((path) => dirname(path).replaceAll('\\', '/'))].filter(
	(folder) => !read(folder).private || read(folder).engines,
);

const tests = globSync('test/**/*.test.ts').filter((path) => path !== 'test/floors/covered.test.ts').map((path) => readFileSync(path, 'utf8'));

test('packages are found', () => expect(folders.length).toBeGreaterThanOrEqual(6));

test.each(folders)('%s has tests on the lowest Node that it supports', (folder) => {
	const running = tests.filter((code) => code.includes(`nodesOf('${folder}')`));
	expect([floorOf(folder), running.length > 0]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), true]);
});

test.each(folders.filter((folder) => nodesOf(folder).length > 1))('the tests of %s run on that version', (folder) => {
	expect(existsSync(lowestNode(folder))).toBe(true);
	expect(execFileSync(lowestNode(folder), ['--version'], { encoding: 'utf8' })).toBe(`v${floorOf(folder)}\n`);
});
