import { startTestSandbox, type Account } from '../sandbox/support/harness.ts';
import { startReceiver } from '../sandbox/support/receiver.ts';
import { consoleAt, rowsOf, statusAs } from './support/console.ts';
import { hostile, hostileTranscript } from './support/hostile.ts';
import { share } from './support/share.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
let page: ReturnType<typeof consoleAt>;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
	page = consoleAt(env.sandbox.url);
});
afterEach(() => env.sandbox.stop());

describe('Access to the console', () => {
	test.each([['evil.example', 403], ['localhost', 200], ['[::1]:4010', 200]])('under the name %s it is %i', async (host, status) => expect(await statusAs(env.sandbox.url, host)).toBe(status));

	test.each(['http://evil.example', 'null', 'https://localhost'])('a form from %s is refused', async (origin) => {
		expect((await page.send('fault-add', { kind: 'unavailable' }, { Origin: origin })).status).toBe(403);
		expect(env.sandbox.faults.list()).toEqual([]);
	});

	test.each([{ token: '' }, { token: 'x'.repeat(64) }])('a form with the token %p is shown again', async (fields) => {
		const answer = await page.send('fault-add', { kind: 'unavailable', share: '100%', seed: '1', ...fields });
		expect(answer.status).toBe(403);
		expect(await answer.text()).toContain('This form was out of date. Submit it again.');
		expect(env.sandbox.faults.list()).toEqual([]);
	});

	test('no other page can frame it, and only its own script runs', async () => {
		const { headers } = await fetch(env.sandbox.url);
		expect(headers.get('Content-Security-Policy')?.replace(/'sha256-[^']{44}'/g, 'DIGEST')).toBe(
			"default-src 'none'; img-src data:; style-src DIGEST; script-src DIGEST; base-uri 'none'; " +
				"frame-ancestors 'none'; connect-src 'self'; form-action 'self'",
		);
		expect(headers.get('Cache-Control')).toBe('no-store');
	});

	test('an unknown action is 404, and an endless body is not read', async () => {
		expect((await page.send('constructor')).status).toBe(404);
		expect((await page.send('fault-add', { kind: 'x'.repeat(200_000) })).status).toBe(400);
	});
});

describe('What the console shows', () => {
	test.each([
		['enterprise', 1, '1 AI credit used'],
		['starter', 9, '1 of 10 AI credits left'],
		// A number of credits used as after a downgrade.
		['starter', 25, '0 of 10 AI credits left'],
	] as const)('credits on the %s plan with %d used', async (plan, credits, shown) => {
		env.sandbox.updateUser(account.id, { plan });
		if (credits > 0) env.sandbox.useCreditsInApplication(account.id, credits);
		expect(await page.read()).toContain(shown);
	});

	test('conversations of an account, with saved results and share links', async () => {
		const first = await account.importMeeting({ title: 'First', startTime: '2026-03-01T09:00:00Z' });
		await account.importMeeting({ title: 'Second', startTime: '2026-03-02T09:00:00Z', generateKeyPoints: true });
		const url = await share(account, first);
		const html = await page.read();
		expect(rowsOf(html, 'conversation-list').map(([title, ...rest]) => [title?.split(' ')[0], ...rest])).toEqual([
			['Second', '2 Mar 2026, 09:00', '6 minutes', '12', 'key points', '–'],
			['First', '1 Mar 2026, 09:00', '6 minutes', '12', '–', 'open First'],
		]);
		expect(html).toContain(`href="${new URL(url).pathname}"`);
	});

	test('requests, deliveries and conversations of all accounts, or of one by ID or address', async () => {
		const other = env.account();
		const receiver = await startReceiver();
		for (const one of [account, other]) {
			await one.call('POST', '/api/v1/webhooks', { url: receiver.url, events: ['conversation.created'] });
			await one.importMeeting({ title: `Of ${one.id}` });
		}
		await env.sandbox.settled();
		const counts = (html: string) => ['request-list', 'delivery-list', 'conversation-list'].map((name) => rowsOf(html, name).length);
		const all = await page.read();
		expect(counts(all)).toEqual([2, 2, 2]);
		expect(all).toContain('2 accounts');
		for (const one of [account, other]) {
			const html = await page.read(`?user=${one.id}`);
			expect(counts(html)).toEqual([1, 1, 1]);
			expect(html).toContain(`>Of ${one.id}<`);
		}
		expect(counts(await page.read('?user=vera2@lind.example'))).toEqual([1, 1, 1]);
		await receiver.stop();
	});

	test('an empty sandbox says how to begin', async () => {
		await account.call('POST', '/sandbox/reset', {});
		expect(await page.read()).toContain('No account yet.');
	});

	test('escapes all text', async () => {
		await account.importMeeting({ title: hostile, filename: 'a.json', text: hostileTranscript });
		env.sandbox.updateUser(account.id, { name: hostile });
		await account.call('GET', `/api/v1/conversations?search=${encodeURIComponent(hostile)}&x="><b>`);
		const html = await page.read(`?user=${encodeURIComponent(hostile)}&notice=${encodeURIComponent(hostile)}`);
		expect(html).not.toMatch(/<svg|<img|<b>"|<!-- /);
		expect(html.match(/<script>/g)).toHaveLength(1);
		expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
	});

	test('answers 304 while nothing changes', async () => {
		const etag = (await fetch(env.sandbox.url)).headers.get('ETag') ?? '';
		const ask = async () => (await fetch(env.sandbox.url, { headers: { 'If-None-Match': etag } })).status;
		expect(await ask()).toBe(304);
		await account.call('GET', '/api/v1/user/profile');
		expect(await ask()).toBe(200);
	});
});

describe('The page of a conversation in the console', () => {
	const open = async (id: string) => {
		const answer = await fetch(`${env.sandbox.url}/console/conversations/${id}`);
		return { status: answer.status, html: await answer.text() };
	};

	test('shows key points, feedback, contacts and transcript', async () => {
		const id = await account.importMeeting({ generateKeyPoints: true, attendees: [{ email: 'ines@duarte.example' }] });
		await account.call('POST', `/api/v1/conversations/${id}/feedback`);
		const { status, html } = await open(id);
		expect(status).toBe(200);
		for (const words of ['Lisbon office', 'Action items', 'of 10</strong>', 'ines@duarte.example', 'Vera Lind', 'Good morning Ines']) expect(html).toContain(words);
		expect(await page.read()).toContain(`href="/console/conversations/${id}"`);
	});

	test('says what is not there yet', async () => {
		const { html } = await open(await account.importMeeting());
		expect(html).toContain('No key points yet.');
		expect(html).toContain('No feedback yet.');
	});

	test('is not there for an unknown or deleted conversation, nor under another host name', async () => {
		const id = await account.importMeeting();
		expect(await statusAs(`${env.sandbox.url}/console/conversations/${id}`, 'evil.example')).toBe(403);
		await account.call('DELETE', `/api/v1/conversations/${id}`);
		for (const gone of [id, 'conv_none', "'--"]) expect(await open(gone)).toMatchObject({ status: 404, html: expect.stringMatching(/This conversation does not exist.*Back to the console/s) });
	});

	test('escapes all text', async () => {
		const { html } = await open(await account.importMeeting({ title: hostile, filename: 'a.json', text: hostileTranscript, generateKeyPoints: true }));
		expect(html).not.toMatch(/<script|<svg|<img|<!-- /);
	});
});

describe('What the console does', () => {
	test('redelivers unchanged', async () => {
		const receiver = await startReceiver();
		const events = ['conversation.created'];
		await account.call('POST', '/api/v1/webhooks', { url: receiver.url, events });
		await account.importMeeting();
		await env.sandbox.settled();
		const [row = []] = rowsOf(await page.read(), 'delivery-list');
		expect(row.slice(1, 4)).toEqual([
			`conversation.created to ${receiver.url}`,
			expect.stringContaining(`X-Svc-Signature: ${String(receiver.received[0]?.headers['x-svc-signature'])}`),
			'200',
		]);
		const answer = await page.send('deliveries-redeliver', { id: '1', user: account.id });
		expect(answer.status).toBe(303);
		expect(answer.headers.get('Location')).toMatch(new RegExp(`^/\\?user=${account.id}&notice=\\w+#deliveries$`));
		expect(await page.after(answer)).toContain('Sent again:');
		expect(receiver.received).toHaveLength(2);
		expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
		expect(rowsOf(await page.read(), 'delivery-list')).toHaveLength(2);
		await receiver.stop();
	});

	test('adds and ends faults, using only the fields of the chosen kind', async () => {
		const slow = { kind: 'slow-body', share: '30%', count: '2', seed: '7', delayMs: '300ms', location: '' };
		await page.send('fault-add', { ...slow, method: 'GET', path: '/api/v1/user/profile' });
		const skew = { kind: 'clock-skew', share: '100%', seed: '1', skewMs: '-5m', afterProcessing: 'yes' };
		await page.send('fault-add', skew);
		const profile = { method: 'GET', path: '/api/v1/user/profile' };
		expect(env.sandbox.faults.list().map(({ rule }) => rule)).toEqual([
			{ kind: 'slow-body', ...profile, share: 0.3, count: 2, seed: 7, delayMs: 300 },
			{ kind: 'clock-skew', share: 1, count: null, seed: 1, skewMs: -300_000 },
		]);
		expect(rowsOf(await page.read(), 'fault-list')[0]?.slice(0, 2)).toEqual([
			'The answer arrives in pieces30% of requests, Get the user profile with credit usage, 2 times in total',
			'0 of 0',
		]);
		await page.send('fault-clear', { id: '1' });
		expect(env.sandbox.faults.list()).toHaveLength(1);
	});

	test('moves the clock, freezes it, and returns to real time', async () => {
		await page.send('clock-advance', { ms: '60000' });
		expect(env.sandbox.clock.now()).toBe(Date.parse('2026-03-02T09:16:00Z'));
		expect(await page.read()).toContain('refuse deliveries');
		await page.send('clock-set', { now: '2026-04-01T10:00', frozen: 'yes' });
		expect(env.sandbox.clock.now()).toBe(Date.parse('2026-04-01T10:00:00Z'));
		expect(await page.read()).toContain('frozen');
		await page.send('clock-real');
		expect(env.sandbox.clock.isReal()).toBe(true);
	});

	test.each([
		['clock-set', { now: 'tomorrow' }, 'Set it to (UTC): use a format like'],
		['clock-advance', { ms: 'soon' }, 'Move it forward: use a format like'],
		['fault-add', { kind: 'earthquake', share: '100%', seed: '1' }, 'What happens: must be one of'],
		['fault-add', { kind: 'unavailable', share: '1000%', seed: '1' }, 'Share of requests: use a format like'],
		['fault-add', { kind: 'rate-limited', retryAfterSeconds: 'soon' }, 'Retry after: use a format like'],
		['fault-add', { kind: 'rate-limited', retryAfterSeconds: '-5s' }, 'Retry after: must be at least 0.'],
		['deliveries-redeliver', { id: '99' }, 'There is no delivery 99.'],
		['fault-clear', { id: '99' }, 'There is no fault 99.'],
	])('%s with %j is refused on the same page, with the label of the field', async (action, fields, words) => {
		const answer = await page.send(action, fields);
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain(`<p class="notice bad">${words}`);
		expect(env.sandbox.clock.isReal()).toBe(true);
		expect(env.sandbox.faults.list()).toEqual([]);
	});
});
