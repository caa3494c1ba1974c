import { startSandbox } from '../../sandbox/index.ts';
import { forecasted, run, UNTIL, workflow } from './support.ts';

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
		const { code, found } = await forecasted(['examples/slack-alert.json', 'examples/follow-up-approval.json'], { MEETING_ASSISTANT_API_KEY: apiKey, MEETING_ASSISTANT_BASE_URL: baseUrl });
		expect(code).toBe(1);
		expect(found.problems.map(({ what }) => what)).toEqual(['2 instant triggers need as many webhooks, and the plan has 0']);
		expect(found.workflows.map(({ runs }) => runs)).toEqual([3, 3]);
		expect(found.credits.perMonth).toBe(3);
		const answer = await fetch(`${baseUrl}/api/v1/user/profile`, { headers: { Authorization: `Bearer ${apiKey}` } });
		expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(100 - 3 - 1));
	} finally {
		await sandbox.stop();
	}
}, 2 * MINUTES);

test('without a key, the forecast says which variable to set', async () => {
	const { code, err } = await run('scripts/forecast/main.ts', ['examples/slack-alert.json'], { MEETING_ASSISTANT_API_KEY: '', MEETING_ASSISTANT_BASE_URL: '' });
	expect(code).toBe(2);
	expect(err).toContain('MEETING_ASSISTANT_');
}, MINUTES);
