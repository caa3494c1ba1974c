import { controls } from '../../sandbox/control/index.ts';
import { firstLine } from '../sandbox/support/meeting.ts';
import { errorOf, messageOf } from '../sandbox/support/harness.ts';
import { ada, LIST, startControlled } from './support.ts';

let at: Awaited<ReturnType<typeof startControlled>>;
beforeEach(async () => void (at = await startControlled()));
afterEach(() => at.stop());

test('a whole account set up over HTTP (user, key, meeting) is visible through the API', async () => {
	const user = await at.createUser();
	expect(user).toMatchObject({ email: 'ada@lind.example', plan: 'professional', memory: true, creditsUsed: 0 });
	const { key } = await at.createKey();
	const { conversationId } = await at.importMeeting({ title: 'Lisbon', startTime: '2026-03-01T10:00:00Z', attendees: [{ email: 'ines@duarte.example' }] });
	const transcript = await at.api(key, 'GET', `${LIST}/${conversationId}/transcript`);
	expect(transcript.body).toMatchObject({ data: { segments: expect.arrayContaining([expect.objectContaining({ text: firstLine })]) } });
	expect(transcript.headers.get('X-RateLimit-Remaining')).toBe('499');
});

test('controls need no key and do not count against the limit', async () => {
	await at.createUser();
	const { key } = await at.createKey();
	for (let n = 0; n < 5; n += 1) expect((await at.ask('GET', '/sandbox/users')).headers.has('X-RateLimit-Remaining')).toBe(false);
	expect((await at.api(key, 'GET', LIST)).headers.get('X-RateLimit-Remaining')).toBe('499');
});

describe('errors say what is wrong', () => {
	test('a wrong field, an unknown field, invalid JSON, a list', async () => {
		const wrong = async (body: unknown) => messageOf(await at.ask('POST', '/sandbox/users', body));
		expect(await wrong({ ...ada, plan: 'gold' })).toMatch(/^plan: /);
		expect(await wrong({ ...ada, colour: 'red' })).toBe('colour: is not a known field.');
		expect(await wrong('{')).toBe('body: is not valid JSON');
		expect(await wrong([ada])).toBe('must be a JSON object.');
		const noShare = await at.ask('POST', '/sandbox/faults', { kind: 'unavailable', share: 0 });
		expect(messageOf(noShare)).toBe('share: must be above 0.');
		expect(messageOf(await at.ask('POST', '/sandbox/faults', { kind: 'unavailible' }))).toMatch(/^kind: must be one of rate-limited, .*, incomplete-key-points\.$/);
	});

	test('no user yet, an unknown user, an ambiguous user', async () => {
		expect(messageOf(await at.ask('POST', '/sandbox/keys', {}))).toBe('There is no user yet. Create one with `user create`, or add the sample account with `sample`.');
		await at.createUser();
		await at.createUser({ email: 'b@lind.example' });
		expect(messageOf(await at.ask('POST', '/sandbox/keys', {}))).toBe('user: there are 2 users, such as ada@lind.example. Name one by ID or email address.');
		expect(errorOf(await at.ask('POST', '/sandbox/keys', { user: 'x' }))).toBe('404 not_found');
		expect((await at.createKey({ user: 'B@LIND.example' })).user).toBe('b@lind.example');
	});

	test('beyond the limits of the plan', async () => {
		await at.createUser({ plan: 'starter' });
		await at.createKey();
		expect(errorOf(await at.ask('POST', '/sandbox/keys', {}))).toBe('403 forbidden');
	});

	test('an unknown route, and a wrong method', async () => {
		expect(errorOf(await at.ask('GET', '/sandbox/nothing'))).toBe('404 not_found');
		expect(errorOf(await at.ask('DELETE', '/sandbox/users'))).toBe('404 not_found');
	});
});

test('users can be changed: plan, memory, spending cap', async () => {
	await at.createUser();
	const { key } = await at.createKey();
	const changed = await at.data(controls.users.update, '/sandbox/users', { plan: 'starter', memory: false, spendingCap: 5 });
	expect(changed).toMatchObject({ plan: 'starter', memory: false, spendingCap: 5 });
	expect((await at.api(key, 'GET', '/api/v1/user/profile')).body).toMatchObject({ data: { subscription: { tier: 'starter' } } });
	expect(await at.data(controls.users.list, '/sandbox/users')).toHaveLength(1);
});

test('keys are listed without the keys themselves, and revoked in full or by their last four characters', async () => {
	await at.createUser();
	const [one, two] = [await at.createKey(), await at.createKey()];
	const list = JSON.stringify(await at.data(controls.keys.list, '/sandbox/keys'));
	expect(list).toContain(one.key.slice(-4));
	expect(list).not.toContain(one.key.slice(4, 20));
	await at.data(controls.keys.revoke, '/sandbox/keys/revoke', { key: one.key });
	expect(errorOf(await at.api(one.key, 'GET', LIST))).toBe('401 unauthorized');
	await at.data(controls.keys.revoke, '/sandbox/keys/revoke', { key: two.key.slice(-4) });
	expect(errorOf(await at.api(two.key, 'GET', LIST))).toBe('401 unauthorized');
	expect(errorOf(await at.ask('POST', '/sandbox/keys/revoke', { key: two.key }))).toBe('404 not_found');
	const tool = await at.createKey({ toolServerOnly: true });
	expect(errorOf(await at.api(tool.key, 'GET', LIST))).toBe('403 forbidden');
});
