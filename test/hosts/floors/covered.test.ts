import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod/v4';
import { floorOf } from '../../../scripts/floors/install.ts';
import { describeOnLowestNode } from './lowestNode.ts';

const Manifest = z.object({ private: z.boolean().optional(), engines: z.object({ node: z.string() }).optional(), workspaces: z.array(z.string()).optional() });
const read = (folder: string) => Manifest.parse(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')));

/** All packages that are published or state the Node that they need. */
const folders = ['.', ...globSync((read('.').workspaces ?? []).map((pattern) => `${pattern}/package.json`)).map((path) => dirname(path).replaceAll('\\', '/'))].filter(
	(folder) => !read(folder).private || read(folder).engines,
);

const tests = globSync('test/hosts/**/*.test.ts').filter((path) => path !== 'test/hosts/floors/covered.test.ts').map((path) => readFileSync(path, 'utf8'));

test('packages are found', () => expect(folders.length).toBeGreaterThanOrEqual(6));

describe.each(folders)('%s', (folder) => {
	test('has tests on the lowest Node that it supports', () => {
		const running = tests.filter((code) => [`nodesOf('${folder}')`, `describeOnLowestNode('${folder}'`].some((call) => code.includes(call)));
		expect([floorOf(folder), running.length > 0]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), true]);
	});

	describeOnLowestNode(folder, (executable) => {
		test('is that version', () => {
			expect(execFileSync(executable, ['--version'], { encoding: 'utf8' })).toBe(`v${floorOf(folder)}\n`);
		});
	});
});
