import { controls } from '../../sandbox/control/index.ts';
import { errorOf, messageOf } from '../sandbox/support/harness.ts';
import { LIST, startControlled } from './support.ts';

let at: Awaited<ReturnType<typeof startControlled>>;
beforeEach(async () => void (at = await startControlled()));
afterEach(() => at.stop());

test.each(['google', 'microsoft'])('calendar of %s: connected, filled in plain words, revoked', async (provider) => {
	await at.createUser();
	const { key } = await at.createKey();
	const events = () => at.api(key, 'GET', '/api/v1/calendar/events');
	const add = (details: object) => at.ask('POST', '/sandbox/calendar/events', details);
	const start = '2026-03-03T10:00:00+01:00';
	const missing = 'No calendar is connected. Connect one with `calendar connect google` or `calendar connect microsoft`.';
	expect(messageOf(await add({ title: 'Early', start }))).toBe(missing);
	expect(messageOf(await at.ask('POST', '/sandbox/calendar/revoke', {}))).toBe(missing);
	await at.data(controls.calendar.connect, '/sandbox/calendar', { provider });
	await add({ title: 'Pilot', start, attendees: [{ name: 'Ines', email: 'ines@duarte.example' }] });
	await add({ title: 'Declined', start, declined: true });
	await add({ title: 'Cancelled', start, cancelled: true });
	const { body } = await events();
	expect(body).toMatchObject({ data: [{ [provider === 'google' ? 'summary' : 'subject']: 'Pilot' }] });
	expect(Object(body).data).toHaveLength(1);
	expect(JSON.stringify(body)).toContain('ines@duarte.example');
	await at.data(controls.calendar.revoke, '/sandbox/calendar/revoke', {});
	expect(errorOf(await events())).toBe('403 forbidden');
});

test('meetings of several users are listed with whose they are, and a text alone is one', async () => {
	const { id } = await at.createUser();
	const { title } = await at.data(controls.meetings.import, '/sandbox/meetings', { text: 'Ada: Hi.\nBo: Hello.' });
	const listedMeetings = async () => await at.data(controls.meetings.list, '/sandbox/meetings');
	expect([title, await listedMeetings()]).toEqual(['Meeting', [expect.objectContaining({ user: 'ada@lind.example' })]]);
	expect(controls.meetings.list.shown(await listedMeetings()).table?.head).not.toContain('USER');
	await at.createUser({ email: 'bo@lind.example' });
	await at.importMeeting({ user: 'bo@lind.example' });
	expect((await listedMeetings()).map(({ user }) => user).toSorted()).toEqual(['ada@lind.example', 'bo@lind.example']);
	expect(controls.meetings.list.shown(await listedMeetings()).table?.head).toContain('USER');
	expect(await at.data(controls.meetings.list, `/sandbox/meetings?user=${id}`)).toHaveLength(1);
});

test('action items are listed, resolved, dismissed and reopened', async () => {
	await at.createUser();
	const { key } = await at.createKey();
	await at.importMeeting({ attendees: [{ name: 'Ines Duarte', email: 'ines@duarte.example' }], generateKeyPoints: true });
	const items = await at.data(controls.actionItems.list, '/sandbox/action-items');
	expect(items.length).toBeGreaterThan(1);
	const threads = async () => Object((await at.api(key, 'GET', '/api/v1/contacts/unresolved-threads')).body).total;
	expect(await threads()).toBe(items.length);
	const set = (state: string) => at.data(controls.actionItems.setState, `/sandbox/action-items/${items[0]?.hash}`, { state });
	for (const state of ['resolved', 'dismissed']) {
		expect((await set(state)).state).toBe(state);
		expect(await threads()).toBe(items.length - 1);
	}
	await set('open');
	expect(await threads()).toBe(items.length);
	expect(errorOf(await at.ask('PUT', '/sandbox/action-items/none', { state: 'open' }))).toBe('404 not_found');
});

test('the same action item in two meetings must be named with its conversation', async () => {
	await at.createUser();
	const [one, two] = [await at.importMeeting({ generateKeyPoints: true }), await at.importMeeting({ generateKeyPoints: true })];
	const [{ hash } = { hash: '' }] = await at.data(controls.actionItems.list, '/sandbox/action-items');
	const path = `/sandbox/action-items/${hash}`;
	expect(messageOf(await at.ask('PUT', path, { state: 'resolved' }))).toMatch(/^Several conversations/);
	const set = await at.data(controls.actionItems.setState, path, { state: 'resolved', conversationId: two.conversationId });
	expect(set.conversationId).toBe(two.conversationId);
	const left = await at.data(controls.actionItems.list, '/sandbox/action-items');
	expect(left.filter((item) => item.hash === hash).map(({ state, conversationId }) => [conversationId, state])).toEqual(
		expect.arrayContaining([[one.conversationId, 'open'], [two.conversationId, 'resolved']]),
	);
});

test('deliveries are listed with their content, and redelivered unchanged', async () => {
	const receiver = await at.receive();
	await at.createUser();
	const { key } = await at.createKey();
	await at.api(key, 'POST', '/api/v1/webhooks', { url: receiver.url, events: ['transcript.failed'] });
	await at.data(controls.meetings.recordFailed, '/sandbox/meetings/failed', { title: 'Weekly', error: 'No sound' });
	await at.sandbox.settled();
	const [delivery] = await at.data(controls.deliveries.list, '/sandbox/deliveries');
	expect(delivery).toMatchObject({ event: 'transcript.failed', status: 200, url: receiver.url });
	at.clock.advance(60_000);
	const again = await at.data(controls.deliveries.redeliver, `/sandbox/deliveries/${delivery?.id}/redeliver`, {});
	expect(again).toMatchObject({ event: 'transcript.failed', status: 200 });
	const [first, second] = receiver.received;
	expect(second?.body).toBe(first?.body);
	expect(second?.headers['x-svc-signature']).toBe(first?.headers['x-svc-signature']);
	expect(await at.data(controls.deliveries.list, '/sandbox/deliveries?limit=5')).toHaveLength(2);
	expect(errorOf(await at.ask('POST', '/sandbox/deliveries/99/redeliver'))).toBe('404 not_found');
});

test('faults are added, listed with their counts, and cleared', async () => {
	await at.createUser();
	const { key } = await at.createKey();
	await at.data(controls.faults.add, '/sandbox/faults', { kind: 'internal-error', count: 1 });
	expect(errorOf(await at.api(key, 'GET', LIST))).toBe('500 internal_error');
	expect(await at.data(controls.faults.list, '/sandbox/faults')).toMatchObject([{ id: 1, seen: 1, injected: 1 }]);
	await at.data(controls.faults.add, '/sandbox/faults', { kind: 'unavailable' });
	expect(await at.data(controls.faults.clear, '/sandbox/faults?id=2')).toEqual({ cleared: 1 });
	expect(errorOf(await at.ask('DELETE', '/sandbox/faults?id=2'))).toBe('404 not_found');
	expect(await at.data(controls.faults.clear, '/sandbox/faults')).toEqual({ cleared: 1 });
	expect((await at.api(key, 'GET', LIST)).status).toBe(200);
});

test('reset deletes everything, and the sandbox keeps running', async () => {
	const receiver = await at.receive();
	await at.createUser();
	const { key } = await at.createKey();
	await at.api(key, 'POST', '/api/v1/webhooks', { url: receiver.url, events: ['conversation.created'] });
	await at.data(controls.calendar.connect, '/sandbox/calendar', { provider: 'google' });
	await at.data(controls.calendar.add, '/sandbox/calendar/events', { title: 'x', start: '2026-03-03T10:00:00Z' });
	const { conversationId } = await at.importMeeting({ attendees: [{ email: 'i@d.example' }], generateKeyPoints: true });
	await at.api(key, 'POST', `${LIST}/${conversationId}/feedback`);
	await at.data(controls.faults.add, '/sandbox/faults', { kind: 'unavailable' });
	await at.data(controls.clock.set, '/sandbox/clock', { now: '2027-01-01T00:00:00Z' });
	expect((await at.ask('POST', '/sandbox/reset')).body).toEqual({ data: { reset: true } });
	expect(await at.data(controls.users.list, '/sandbox/users')).toEqual([]);
	expect(await at.data(controls.faults.list, '/sandbox/faults')).toEqual([]);
	expect(await at.data(controls.clock.show, '/sandbox/clock')).toMatchObject({ real: true });
	expect(errorOf(await at.api(key, 'GET', LIST))).toBe('401 unauthorized');
	await at.createUser();
	expect((await at.api((await at.createKey()).key, 'GET', LIST)).body).toMatchObject({ data: [] });
});
