import { startTestSandbox, type Account } from '../sandbox/support/harness.ts';
import { startReceiver } from '../sandbox/support/receiver.ts';
import { consoleAt, rowsOf } from './support/console.ts';
import { hostile } from './support/hostile.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
let page: ReturnType<typeof consoleAt>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
	page = consoleAt(env.sandbox.url);
	receiver = await startReceiver();
});
afterEach(async () => {
	await env.sandbox.stop();
	await receiver.stop();
});

const ada = { name: 'Ada Lind', email: 'ada@lind.example', plan: 'starter', timezone: 'Europe/Lisbon', memory: 'yes' };
const hook = { url: 'https://example.com/hook', 'conversation.created': 'yes', 'webhook.test': 'yes' };
const event = { title: 'Pilot review', start: '2026-03-02T12:00' };
const created = '/sandbox/users';
const usersNow = async () => Object((await account.call('GET', created)).body).data;

describe('The console manages', () => {
	test('accounts: creates one, and changes its plan and memory feature', async () => {
		expect(await page.after(await page.send('user-create', ada))).toMatch(/Created the account Ada Lind &lt;ada@lind\.example&gt; \(usr_\w+\), starter plan/);
		expect((await usersNow())[1]).toMatchObject({ email: 'ada@lind.example', plan: 'starter', memory: true, timezone: 'Europe/Lisbon' });
		const answer = await page.send('user-update', { owner: 'ada@lind.example', plan: 'enterprise' });
		expect(await page.after(answer)).toMatch(/Updated Ada Lind .* enterprise plan, memory off\./);
		expect((await usersNow())[1]).toMatchObject({ plan: 'enterprise', memory: false });
	});

	test('an empty sandbox: adds the sample account', async () => {
		await account.call('POST', '/sandbox/reset', {});
		expect(await page.after(await page.send('sample'))).toMatch(/Added \S+ with \d+ meetings\./);
		expect(rowsOf(await page.read(), 'account-list')).toHaveLength(1);
	});

	test('API keys: shows a new one once, in no address, and revokes it', async () => {
		const answer = await page.send('key-create');
		const html = await page.after(answer);
		const key = /svc_[0-9a-f]{32}/.exec(html)?.[0] ?? '';
		expect((await fetch(`${env.sandbox.url}/api/v1/user/profile`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
		expect(answer.headers.get('Location')).not.toContain(key);
		expect(await page.after(answer)).not.toContain(key);
		expect(rowsOf(await page.read(), 'key-list').map(([end]) => end)).toContain(`…${key.slice(-4)}`);
		expect(await page.after(await page.send('key-revoke', { owner: account.id, key: key.slice(-4) }))).toContain('Revoked the key');
		expect(rowsOf(await page.read(), 'key-list')).toHaveLength(1);
	});

	test('webhooks: registers one with its secret shown once, tests and deletes it', async () => {
		const answer = await page.send('webhook-create', { ...hook, url: receiver.url });
		const html = await page.after(answer);
		const secret = /whsec_\w+/.exec(html)?.[0] ?? 'none';
		expect(html).toContain(secret);
		expect(await page.after(answer)).not.toContain(secret);
		const [row = []] = rowsOf(await page.read(), 'webhook-list');
		expect(row.slice(1, 3)).toEqual([expect.stringMatching(/^2 of 11 events of wh_\w+ conversation\.created webhook\.test$/), '–']);
		const id = /wh_\w+/.exec(row[0] ?? '')?.[0] ?? '';
		expect(await page.after(await page.send('webhook-test', { id }))).toContain(`webhook.test to ${receiver.url}: 200 in `);
		expect(receiver.events()).toEqual(['webhook.test']);
		expect(rowsOf(await page.read(), 'webhook-list')[0]?.[2]).toMatch(/ 200$/);
		await page.send('webhook-delete', { id });
		expect(rowsOf(await page.read(), 'webhook-list')).toEqual([]);
	});

	test('webhooks: says what is wrong with one', async () => {
		const url = 'http://127.0.0.1:1/';
		await page.send('webhook-create', { ...hook, url });
		const last = async () => rowsOf(await page.read(), 'webhook-list')[0]?.[2];
		await account.importMeeting();
		await env.sandbox.settled();
		expect(await last()).toMatch(/problem The last delivery got no answer: .*ECONNREFUSED/);
		await page.send('user-update', { owner: account.id, plan: 'starter' });
		expect(await last()).toMatch(/problem Nothing is delivered: the starter plan has no webhooks\.$/);
		const list = Object((await account.call('GET', '/sandbox/webhooks')).body).data;
		expect(list).toMatchObject([{ url, problem: 'Nothing is delivered: the starter plan has no webhooks.', lastDelivery: { status: null } }]);
	});

	test('webhooks: one whose receiver answers an error', async () => {
		const broken = await startReceiver((response) => void response.writeHead(500).end());
		await page.send('webhook-create', { ...hook, url: broken.url });
		await account.importMeeting();
		await env.sandbox.settled();
		expect(rowsOf(await page.read(), 'webhook-list')[0]?.[2]).toMatch(/problem The last delivery got a 500\.$/);
		await broken.stop();
	});

	test('a calendar: connects it, adds an event, revokes access, disconnects it', async () => {
		const events = () => account.call('GET', '/api/v1/calendar/events');
		await page.send('calendar-connect', { provider: 'microsoft' });
		await page.send('calendar-add', { ...event, attendees: 'Ben Moor <ben@moor.example>, ines@duarte.example' });
		const [stored] = Object((await events()).body).data;
		expect(stored).toMatchObject({ subject: 'Pilot review', start: { dateTime: '2026-03-02T12:00:00.0000000' } });
		expect(Object(stored).attendees.slice(1).map((guest: object) => Object(guest).emailAddress)).toEqual([
			{ name: 'Ben Moor', address: 'ben@moor.example' },
			{ name: 'ines@duarte.example', address: 'ines@duarte.example' },
		]);
		expect(rowsOf(await page.read(), 'calendar-list')[0]?.[1]).toBe('Microsoft 1 upcoming, next: Pilot review');
		await page.send('calendar-revoke', { owner: account.id });
		expect((await events()).status).toBe(403);
		expect(rowsOf(await page.read(), 'calendar-list')[0]?.[1]).toBe('Microsoft access revoked');
		await page.send('calendar-disconnect', { owner: account.id });
		expect((await events()).status).toBe(404);
	});

	test('conversations: finds them by words of the title, as the API does', async () => {
		for (const title of ['Lisbon lease', '100% done', 'École']) await account.importMeeting({ title });
		const found = async (search: string) =>
			rowsOf(await page.read(`?search=${encodeURIComponent(search)}`), 'conversation-list').map(([title]) => title?.replace(/ conv_.*/, ''));
		expect(await found('LISBON')).toEqual(['Lisbon lease']);
		expect(await found('%')).toEqual(['100% done']);
		expect(await found('école')).toEqual(['École']);
		expect(await page.read('?search=nowhere')).toContain('No title contains “nowhere”.');
	});

	test('the account chosen in a form, not the one the page is filtered by', async () => {
		const other = env.account();
		await page.send('key-create', { user: account.id, owner: other.id });
		expect(rowsOf(await page.read(`?user=${other.id}`), 'key-list')).toHaveLength(2);
	});
});

const refusals = [
	['user-create', { ...ada, email: 'nobody' }, 'email: must be an email address.'],
	['user-create', { ...ada, email: 'vera@lind.example' }, 'email: another user already has the address vera@lind.example.'],
	['user-create', { ...ada, name: 'n'.repeat(10_000) }, 'name: must have at most 500 characters.'],
	['user-create', { ...ada, name: hostile, timezone: 'Mars' }, 'timezone: must be a time zone, such as Europe/Lisbon.'],
	['webhook-create', { ...hook, url: hostile }, 'url: must be a URL, such as https://example.com/hook.'],
	['webhook-create', { ...hook, url: 'http://example.com' }, 'url: must start with https://.'],
	['webhook-create', { ...hook, url: 'https://10.0.0.1/' }, 'url: must not point to a private address.'],
	['webhook-create', { url: hook.url }, 'events: must not be empty.'],
	['calendar-add', { ...event, title: 'No calendar' }, 'Connect a calendar before adding events.'],
	['calendar-connect', { provider: 'lotus' }, 'provider: must be one of google, microsoft.'],
] as const;

test.each(refusals)('%s %# is refused inside its form, which keeps what was typed', async (action, fields, words) => {
	const answer = await page.send(action, fields);
	expect(answer.status).toBe(400);
	const html = await answer.text();
	const form = html.slice(html.indexOf(`id="${action}"`)).split('</form>')[0] ?? '';
	expect(form).toContain(`<p class="notice bad">${words}</p>`);
	const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
	for (const [name, value] of Object.entries(fields)) {
		if (name === 'plan') expect(form).toContain(`<option value="${value}" selected>`);
		else if (name !== 'provider') expect(form).toContain(`name="${name}" value="${escaped(value)}"`);
	}
	expect(await usersNow()).toHaveLength(1);
	expect(rowsOf(await page.read(), 'webhook-list')).toEqual([]);
});

test('the limits of the plan apply', async () => {
	env.sandbox.updateUser(account.id, { plan: 'starter' });
	expect(await (await page.send('key-create')).text()).toContain('The starter plan allows 1 API key. Revoke one first.');
	expect(await (await page.send('webhook-create', hook)).text()).toContain('Webhooks require the Professional or Enterprise plan.');
});

test.each([{ token: 'x' }, { origin: 'http://evil.example' }])('nothing is created from elsewhere: %j', async ({ token, origin }) => {
	const headers: Record<string, string> = origin === undefined ? {} : { Origin: origin };
	for (const [action, fields] of [['user-create', ada], ['key-create', {}], ['webhook-create', hook], ['user-update', { owner: account.id, plan: 'free' }]] as const) {
		expect((await page.send(action, { ...fields, ...(token && { token }) }, headers)).status).toBe(403);
	}
	expect(await usersNow()).toMatchObject([{ plan: 'professional' }]);
	expect(rowsOf(await page.read(), 'key-list')).toHaveLength(1);
});

test('too much text is refused in plain words', async () => {
	const answer = await page.send('user-create', { ...ada, name: 'n'.repeat(200_000) });
	expect(answer.status).toBe(400);
	expect(await answer.text()).toContain('The form contains too much text.');
});
