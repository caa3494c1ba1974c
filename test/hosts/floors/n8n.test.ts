import { execFile } from 'node:child_process';
import { describeOnLowestNode } from './lowestNode.ts';

/** The built package in n8n’s engine: its node, its polls and its deliveries. */
const suites = ['test/nodes/items', 'test/triggers/poll/engine', 'test/nodes/trigger/delivery'];

describeOnLowestNode('.', (executable) => {
	test('the n8n package works in n8n’s engine', async () => {
		const words = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', '--maxWorkers=1', '--silent', ...suites];
		const { failure, stderr } = await new Promise<{ failure: Error | null; stderr: string }>((resolve) => {
			execFile(executable, words, (failure, _stdout, stderr) => resolve({ failure, stderr }));
		});
		expect([failure, stderr]).toEqual([null, expect.stringMatching(/^Tests: +\d+ passed, \d+ total$/m)]);
	}, 300_000);
});
