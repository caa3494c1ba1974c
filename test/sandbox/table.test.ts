import { startTestSandbox } from './support/harness.ts';
import { everyEndpoint, table } from './support/everyEndpoint.ts';

test('Endpoints: every 200 body is of the documented shape, JSON, and carries the rate-limit headers (Conventions; Limits, 1)', async () => {
	const env = await startTestSandbox();
	const replies = await everyEndpoint(env.sandbox.url);
	const failed = replies.filter(([, { status }]) => status !== 200);
	expect(failed.map(([{ method, path }, { status }]) => `${method} ${path} returns ${status}: list a request in test/sandbox/support/everyEndpoint.ts`)).toEqual([]);
	expect(new Set(replies.map(([endpoint]) => endpoint)).size).toBe(table.length);
	for (const [{ response, method, path }, { status, headers, body }] of replies) {
		expect([`${method} ${path}`, status, headers.get('Content-Type')]).toEqual([
			`${method} ${path}`,
			200,
			'application/json',
		]);
		expect(response.parse(body)).toEqual(body);
		for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])
			expect(headers.get(name)).toMatch(/^\d+$/);
	}
	await env.sandbox.stop();
});
