import { execFile } from 'node:child_process';
import { lowestNode, nodesOf } from '../../scripts/floors/install.ts';

/** The built package in n8n’s engine: its node, its polls and its deliveries. */
const suites = ['test/nodes/items', 'test/polling/engine', 'test/trigger/delivery'];

const lowest = nodesOf('.').filter(({ executable }) => executable === lowestNode('.'));

test.each(lowest)('the n8n package works on $name, the lowest that n8n runs on', async ({ executable }) => {
	const words = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', '--maxWorkers=1', '--silent', ...suites];
	const { failure, stderr } = await new Promise<{ failure: Error | null; stderr: string }>((resolve) => {
		execFile(executable, words, (failure, _stdout, stderr) => resolve({ failure, stderr }));
	});
	expect([failure, stderr]).toEqual([null, expect.stringMatching(/^Tests: +\d+ passed, \d+ total$/m)]);
}, 300_000);
