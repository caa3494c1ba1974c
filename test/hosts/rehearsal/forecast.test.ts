import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../../sandbox/index.ts';
import { forecasted, rehearsal, run, UNTIL, workflow } from './support.ts';

const MINUTES = 60_000;

test('several workflows are added up against one plan, and what breaks it comes with what to change', async () => {
	const { code, found } = await forecasted([workflow('starves'), workflow('pays-twice'), '--sample']);
	expect(code).toBe(1);
	expect(found.workflows.map(({ workflow: name }) => name)).toEqual(['A digest every minute on Monday mornings', 'A draft for the newest meeting, every day']);
	expect(found.problems).toHaveLength(1);
	expect(found.problems[0]?.what).toMatch(/500 requests per hour would break on Monday 16 November at 9/);
	expect(found.problems[0]?.advice).toMatch(/“Digest”\. Run it 2 times less often/);
	expect(found.credits.perMonth).toBe(30);
}, 2 * MINUTES);

test('the volume of an account takes three requests, which change nothing', async () => {
	const sandbox = await startSandbox({ now: () => Date.parse(UNTIL) });
	try {
		const { baseUrl, apiKey, userId } = sandbox.account({ plan: 'starter' });
		for (const day of [12, 13, 16]) {
			await sandbox.importMeeting(userId, { filename: 'a.txt', text: 'Nora: Hello.\nTom: Hello.', startTime: `2026-11-${day}T09:00:00Z` });
		}
		const { code, found } = await forecasted(['test/hosts/rehearsal/workflows/slack-webhook.json', 'examples/follow-up-approval.json'], { MEETING_ASSISTANT_API_KEY: apiKey, MEETING_ASSISTANT_BASE_URL: baseUrl });
		expect(code).toBe(1);
		expect(found.problems.map(({ what }) => what)).toEqual(['2 instant triggers need as many webhooks, and the plan has none']);
		const single = await forecasted(['test/hosts/rehearsal/workflows/slack-webhook.json'], { MEETING_ASSISTANT_API_KEY: apiKey, MEETING_ASSISTANT_BASE_URL: baseUrl });
		expect(single.found.problems.map(({ what }) => what)).toEqual(['1 instant trigger needs a webhook, and the plan has none']);
		expect(found.workflows.map(({ runs }) => runs)).toEqual([3, 3]);
		expect(found.credits.perMonth).toBe(3);
		const answer = await fetch(`${baseUrl}/api/v1/user/profile`, { headers: { Authorization: `Bearer ${apiKey}` } });
		expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(100 - 2 * 3 - 1));
	} finally {
		await sandbox.stop();
	}
}, 2 * MINUTES);

test('what a sub-workflow takes is added up under its name, as in the rehearsal; one that is not found is named', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'forecast-test-'));
	const base = 'n8n-nodes-base.';
	const calls = (name: string, value: string) => ({ name, type: `${base}executeWorkflow`, typeVersion: 1.2, parameters: { workflowId: { __rl: true, mode: 'list', value }, mode: 'each', options: {} } });
	interface Node {
		readonly name: string;
		readonly type: string;
		readonly typeVersion: number;
		readonly parameters: object;
	}
	const inRow = (nodes: readonly Node[]) =>
		Object.fromEntries(nodes.slice(1).map(({ name }, index) => [nodes[index]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]));
	const save = (name: string, nodes: readonly Node[], more: object = {}): string => {
		const file = join(folder, `${name}.json`);
		writeFileSync(file, JSON.stringify({ name, nodes, connections: inRow(nodes), ...more }));
		return file;
	};
	try {
		const digest = { name: 'Digest', type: 'n8n-nodes-meeting-assistant.meetingAssistant', typeVersion: 3, parameters: { resource: 'insight', operation: 'getDigest', period: 'last7Days' } };
		save('called', [{ name: 'Called', type: `${base}executeWorkflowTrigger`, typeVersion: 1.1, parameters: { inputSource: 'passthrough' } }, digest, calls('Itself', 'CALLED')], { id: 'CALLED' });
		const schedule = { name: 'Schedule', type: `${base}scheduleTrigger`, typeVersion: 1.2, parameters: { rule: { interval: [{ field: 'days' }] } } };
		const { found } = await forecasted([save('caller', [schedule, calls('Call', 'CALLED'), calls('Nobody', 'NOWHERE')]), '--sample', '--days', '5']);
		const [{ nodes = [] } = {}] = found.workflows;
		expect(nodes).toEqual([{ node: 'called › Digest', requests: expect.any(Number), credits: 0 }]);
		expect(found.notes).toEqual([expect.stringMatching(/^The sub-workflow of “Nobody” was not found/)]);
		save('called', [{ name: 'Called', type: `${base}executeWorkflowTrigger`, typeVersion: 1.1, parameters: { inputSource: 'passthrough' } }, digest], { id: 'CALLED' });
		const { report } = await rehearsal(join(folder, 'caller.json'), ['--days', '5']);
		expect(report.usage.requests.total).toBeGreaterThan(20);
		expect(Math.abs(found.requests.total - report.usage.requests.total)).toBeLessThanOrEqual(report.usage.requests.total / 10);
	} finally {
		rmSync(folder, { recursive: true });
	}
}, 3 * MINUTES);

test('without a key, the forecast says which variable to set', async () => {
	const { code, err } = await run('scripts/forecast/main.ts', ['test/hosts/rehearsal/workflows/slack-webhook.json'], { MEETING_ASSISTANT_API_KEY: '', MEETING_ASSISTANT_BASE_URL: '' });
	expect(code).toBe(2);
	expect(err).toMatch(/^Whose volume\? Set MEETING_ASSISTANT_API_KEY and MEETING_ASSISTANT_BASE_URL .*--sample or --db FILE\.\n$/);
}, MINUTES);
