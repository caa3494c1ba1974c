import { createRunExecutionData, type ExecutionStatus, type IDataObject, type INodeParameters, type IRun } from 'n8n-workflow';
import { settableClock, startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { api, rateLimitHeaders } from '../../../src/api/index.ts';
import { createTrigger } from './trigger.ts';

const START = '2026-11-02T10:05:00Z';
const MINUTE = 60_000;

const clock = settableClock(START);
let sandbox: Sandbox;
let user: { id: string };
let credential: INodeParameters & { baseUrl: string; apiKey: string };

beforeEach(async () => {
	clock.set(START);
	jest.spyOn(Date, 'now').mockImplementation(clock.now);
	jest.spyOn(performance, 'now').mockImplementation(() => clock.now() - Date.parse(START));
	sandbox = await startSandbox({ port: 0, database: ':memory:', now: clock.now });
	user = sandbox.createUser({ name: 'Anna', email: 'anna@example.com', plan: 'starter' });
	credential = { baseUrl: sandbox.url, apiKey: sandbox.createKey(user.id) };
});

afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.stop();
});

const text = 'Anna: We decided to ship on Friday.\nBen: I will send the contract to Acme by Thursday.\n';

const record = async (title: string, { generateKeyPoints = false, startTime = new Date(clock.now() - 10 * MINUTE).toISOString() } = {}) =>
	(await sandbox.importMeeting(user.id, { text, filename: 'call.txt', title, startTime, generateKeyPoints })).conversationId;

const authorization = () => ({ Authorization: `Bearer ${credential.apiKey}` });

/** Requests of the hour that are left. Reading the count takes one. */
async function requestsLeft(): Promise<number> {
	const answer = await fetch(`${sandbox.url}${api.user.profile.path}`, { headers: authorization() });
	return Number(answer.headers.get(rateLimitHeaders.remaining));
}

const call = (method: string, path: string, id: string) =>
	fetch(`${sandbox.url}${path.replace('{id}', id)}`, { method, headers: authorization() });

const keysOf = (items: IDataObject[] | null) => items?.map(({ dedupeKey }) => dedupeKey) ?? null;

test('a new conversation starts the workflow once, and a poll without news takes one request', async () => {
	await record('Before');
	const trigger = await createTrigger({ credential, parameters: { events: ['conversation.created'] } });
	expect(await trigger.activate()).toBeNull();
	const before = await requestsLeft();
	expect(await trigger.poll()).toBeNull();
	expect(await requestsLeft()).toBe(before - 2);

	const id = await record('Pilot with Acme');
	const items = await trigger.poll();
	expect(items).toEqual([
		{
			title: 'Pilot with Acme',
			startTime: expect.stringMatching(/^20/),
			event: 'conversation.created',
			timestamp: new Date(clock.now()).toISOString(),
			dedupeKey: `conversation.created:${id}`,
			conversationId: id,
			data: { conversationId: id },
			included: { ok: true, conversation: expect.objectContaining({ id, title: 'Pilot with Acme' }) },
		},
	]);
	expect(Object.keys(items?.[0] ?? {})).toEqual(['title', 'startTime', 'conversationId', 'included', 'data', 'event', 'timestamp', 'dedupeKey']);
	expect(await trigger.poll()).toBeNull();
});

test('a trigger that leaves the rest of the hour to others says in the log until when', async () => {
	const trigger = await createTrigger({ credential, parameters: { events: ['conversation.created'] } });
	await trigger.activate();
	while ((await requestsLeft()) > 10);
	expect([await trigger.poll(), await trigger.poll()]).toEqual([null, null]);
	expect(trigger.logs.at(-1)).toMatch(/^workflow: Polling pauses until 2026-11-02 .*: this hour’s requests run low/);
	clock.advance(90 * MINUTE);
	const id = await record('Afterwards');
	expect(keysOf(await trigger.poll())).toEqual([`conversation.created:${id}`]);
});

test('key points and each action item are reported once, with the instant trigger’s keys', async () => {
	const events = ['conversation.keypoints.ready', 'conversation.action_items.ready', 'conversation.feedback.ready'];
	const trigger = await createTrigger({ credential, parameters: { events } });
	await trigger.activate();
	const id = await record('Pilot');
	expect(await trigger.poll()).toBeNull();
	await call('POST', api.keyPoints.generate.path, id);
	clock.advance(2 * MINUTE);
	const items = await trigger.poll();
	expect(keysOf(items)).toEqual([
		`conversation.keypoints.ready:${id}`,
		expect.stringMatching(new RegExp(`^conversation\\.action_items\\.ready:${id}:a[0-9a-f]{16}$`)),
	]);
	expect(items?.[1]).toMatchObject({ data: { conversationId: id, actionItemCount: 1 }, actionItem: { conversationId: id } });
	clock.advance(10 * MINUTE);
	expect(await trigger.poll()).toBeNull();
});

test('filters leave out what does not match, without more requests', async () => {
	const events = ['conversation.created', 'conversation.action_items.ready'];
	const filters = { titleContains: 'pilot*acme', ownerContains: 'ben' };
	const trigger = await createTrigger({ credential, parameters: { events, filters } });
	await trigger.activate();
	await record('Weekly', { generateKeyPoints: true });
	const id = await record('Pilot with Acme', { generateKeyPoints: true });
	expect(keysOf(await trigger.poll())).toEqual([
		`conversation.created:${id}`,
		expect.stringMatching(`^conversation.action_items.ready:${id}:`),
	]);
	const nobody = await createTrigger({ credential, parameters: { events, filters: { ownerContains: 'carl', minimumSegments: 3 } } });
	await nobody.activate();
	await record('Another', { generateKeyPoints: true });
	expect(await nobody.poll()).toBeNull();
});

test('a restart loses nothing from before, during or after it', async () => {
	const trigger = await createTrigger({ credential, parameters: { events: ['conversation.created'] } });
	await trigger.activate();
	const first = await record('First');
	const told = [...(keysOf(await trigger.poll()) ?? [])];
	const during = await record('During');
	told.push(...(keysOf(await trigger.activate()) ?? []));
	expect(await trigger.poll()).toBeNull();
	await trigger.activate();
	const after = await record('After');
	told.push(...(keysOf(await trigger.poll()) ?? []));
	expect(told).toEqual([first, during, after].map((id) => `conversation.created:${id}`));
});

test('renamed and renamed back, it resumes', async () => {
	const parameters = { events: ['conversation.created'] };
	const trigger = await createTrigger({ credential, parameters });
	await trigger.activate();
	await record('Told');
	await trigger.poll();
	const id = await record('Recorded while its name was changed');
	const renamed = await createTrigger({ credential, parameters, saved: trigger.saved(), name: 'Recordings' });
	expect(keysOf(await renamed.activate())).toEqual([`conversation.created:${id}`]);
	expect(await renamed.poll()).toBeNull();
	const named = await createTrigger({ credential, parameters, saved: renamed.saved() });
	expect(await named.activate()).toBeNull();
});

test('a manual run shows what exists, and leaves the trigger’s memory alone', async () => {
	await record('Older', { startTime: '2026-10-20T10:00:00Z', generateKeyPoints: true });
	const newest = await record('Newest', { generateKeyPoints: true });
	const events = ['conversation.created', 'conversation.keypoints.ready', 'conversation.action_items.ready'];
	const trigger = await createTrigger({ credential, parameters: { events } });
	await trigger.activate();
	const before = trigger.memory();
	const items = await trigger.manual();
	expect(items?.map(({ event }) => event)).toEqual(events);
	expect(new Set(items?.map(({ conversationId }) => conversationId))).toEqual(new Set([newest]));
	expect(trigger.memory()).toBe(before);
});

test('a manual run without anything to show says what to do', async () => {
	const trigger = await createTrigger({ credential, parameters: { events: ['conversation.created'] } });
	await expect(trigger.manual()).rejects.toMatchObject({ message: 'There is nothing to show yet' });
});

test('filters that let everything or nothing through are refused, published or by hand', async () => {
	const tried = (filters: INodeParameters) => createTrigger({ credential, parameters: { events: ['conversation.feedback.ready'], filters } });
	for (const start of ['activate', 'manual'] as const) {
		await expect((await tried({ minimumScore: 11 }))[start]()).rejects.toThrow('“Minimum Score” cannot be used: it must be a number from 0 up to 10.');
		await expect((await tried({ companies: '={{ undefined }}' }))[start]()).rejects.toThrow('“Companies” cannot be used: it is empty.');
	}
});

test('a manual run finds the newest meeting that passes the filters, and says where they exclude all', async () => {
	const wanted = await record('Harbour Bakery: pilot review', { startTime: '2026-11-01T10:00:00Z', generateKeyPoints: true });
	await record('Standup', { generateKeyPoints: true });
	const tried = async (titleContains: string) => (await createTrigger({ credential, parameters: { events: ['conversation.keypoints.ready'], filters: { titleContains } } })).manual();
	expect((await tried('Pilot'))?.map(({ conversationId }) => conversationId)).toEqual([wanted]);
	await expect(tried('Budget')).rejects.toMatchObject({ message: 'Your filters exclude the newest 2 meetings. If the filters are right, leave them: the workflow starts with the first meeting that passes. To see an example now, remove some.' });
});

test('a manual run uses the last requests of the hour, and then says that they are used up', async () => {
	const newest = await record('Newest');
	const trigger = await createTrigger({ credential, parameters: { events: ['conversation.created'] } });
	while ((await requestsLeft()) > 2);
	await trigger.poll();
	expect((await trigger.manual())?.map(({ conversationId }) => conversationId)).toEqual([newest]);
	while ((await requestsLeft()) > 0);
	await expect(trigger.manual()).rejects.toMatchObject({
		message: 'All 100 requests of this hour are used up.',
		description: expect.stringMatching(/^Run it again soon after 2026-11-02 06:00 [^.]*\.$/),
	});
});

test('a used-up limit is reported once, polling waits, and nothing is lost', async () => {
	const trigger = await createTrigger({ credential, parameters: { events: ['conversation.created'] } });
	await trigger.activate();
	while ((await requestsLeft()) > 0);
	const id = await record('Pilot');
	await expect(trigger.poll()).rejects.toMatchObject({
		message: 'All 100 requests of this hour are used up.',
		description: expect.stringContaining('soon after 2026-11-02 06:00 '),
		httpCode: '429',
		failure: { cause: 'rate-limited', retryAfterMs: 55 * MINUTE, resetsAtEpochMs: Date.parse('2026-11-02T11:00:00Z') },
	});
	for (let minute = 0; minute < 54; minute += 1) {
		clock.advance(MINUTE);
		expect(await trigger.poll()).toBeNull();
	}
	// Each trigger of this account waits a part of the next hour, so that all have their turn.
	const told: unknown[] = [];
	for (let minute = 0; minute < 62; minute += 1) {
		clock.advance(MINUTE);
		told.push(...(keysOf(await trigger.poll()) ?? []));
	}
	expect(told).toEqual([`conversation.created:${id}`]);
});

test('a service that is down stops neither activation nor restart, and is reported when it lasts', async () => {
	const trigger = await createTrigger({ credential, parameters: { events: ['conversation.created'] } });
	await sandbox.stop();
	expect(await trigger.activate()).toBeNull();
	expect(await trigger.activate()).toBeNull();
	clock.advance(5 * MINUTE);
	await expect(trigger.poll()).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	sandbox = await startSandbox({ port: Number(new URL(credential.baseUrl).port), database: ':memory:', now: clock.now });
	user = sandbox.createUser({ name: 'Anna', email: 'anna@example.com', plan: 'starter' });
	credential = { ...credential, apiKey: sandbox.createKey(user.id) };
});

test('a wrong key stops activation with an explanation', async () => {
	const trigger = await createTrigger({
		credential: { ...credential, apiKey: 'svc_00000000000000000000000000000000' },
		parameters: { events: ['conversation.created'] },
	});
	await expect(trigger.activate()).rejects.toMatchObject({
		message: expect.stringContaining('Settings, API keys'),
		failure: { cause: 'credential-invalid' },
	});
});

test('another account starts over, and no key is remembered', async () => {
	const parameters = { events: ['conversation.created'] };
	const trigger = await createTrigger({ credential, parameters });
	await trigger.activate();
	expect(trigger.saved()).not.toContain(credential.apiKey);
	const other = await startSandbox({ port: 0, database: ':memory:', now: clock.now });
	const { id } = other.createUser({ name: 'Anna', email: 'anna@example.com', plan: 'starter' });
	await other.importMeeting(id, { text, filename: 'call.txt', title: 'Old', startTime: '2026-11-02T09:00:00Z' });
	const moved = await createTrigger({
		credential: { baseUrl: other.url, apiKey: other.createKey(id) },
		parameters,
		saved: trigger.saved(),
	});
	expect(await moved.activate()).toBeNull();
	expect(await moved.poll()).toBeNull();
	await other.stop();
});

test('1,000 at once are spread over polls, each once, within the requests of a poll', async () => {
	sandbox.updateUser(user.id, { plan: 'enterprise' });
	const trigger = await createTrigger({
		credential,
		parameters: { events: ['conversation.created'], options: { maxRequests: 5 } },
	});
	await trigger.activate();
	const ids = new Set<string>();
	for (let index = 0; index < 1000; index += 1) ids.add(`conversation.created:${await record(`Call ${index}`)}`);
	const told: unknown[] = [];
	for (let polls = 0; polls < 6; polls += 1) {
		clock.advance(MINUTE);
		const before = await requestsLeft();
		told.push(...(keysOf(await trigger.poll()) ?? []));
		const used = before - (await requestsLeft()) - 1;
		expect(used).toBeLessThanOrEqual(5);
		if (polls === 5) expect(used).toBe(1);
	}
	expect(told).toHaveLength(1000);
	expect(new Set(told)).toEqual(ids);
}, 60_000);

const meeting = (id: string, start: string, emails: readonly string[]) => ({
	id,
	summary: `Meeting ${id}`,
	start: { dateTime: start, timeZone: 'UTC' },
	end: { dateTime: new Date(Date.parse(start) + 30 * MINUTE).toISOString(), timeZone: 'UTC' },
	attendees: emails.map((email) => ({ email, displayName: email, responseStatus: 'accepted' })),
});

test('a meeting that starts soon is reported once, with a briefing on the external attendees', async () => {
	sandbox.updateUser(user.id, { plan: 'professional', memory: true });
	sandbox.connectCalendar(user.id, 'google');
	await sandbox.importMeeting(user.id, {
		...{ text, filename: 'call.txt', title: 'Pilot', startTime: '2026-10-20T10:00:00Z', generateKeyPoints: true },
		attendees: [{ name: 'Ben', email: 'ben@acme.example' }],
	});
	const trigger = await createTrigger({
		credential,
		parameters: { events: ['meeting.starting_soon'], minutesBefore: 15, briefing: true },
	});
	sandbox.addCalendarEvent(user.id, meeting('e1', '2026-11-02T10:30:00Z', ['anna@example.com', 'carl@example.com', 'ben@acme.example']));
	expect(await trigger.activate()).toBeNull();
	clock.advance(10 * MINUTE);
	const before = await requestsLeft();
	const items = await trigger.poll();
	// Calendar, profile, contacts, one briefing, and reading the count itself.
	expect(await requestsLeft()).toBe(before - 5);
	expect(items).toMatchObject([
		{
			event: 'meeting.starting_soon',
			dedupeKey: 'meeting.starting_soon:e1:2026-11-02T10:30:00.000Z',
			data: { calendarEventId: 'e1', title: 'Meeting e1', minutesUntilStart: 15 },
			included: { ok: true, briefing: { people: [{ email: 'ben@acme.example' }] } },
		},
	]);
	clock.advance(MINUTE);
	expect(await trigger.poll()).toBeNull();
	sandbox.addCalendarEvent(user.id, meeting('e1', '2026-11-02T10:25:00Z', []));
	expect(keysOf(await trigger.poll())).toEqual(['meeting.starting_soon:e1:2026-11-02T10:25:00.000Z']);
});

test('without a calendar, activation says what to do', async () => {
	const trigger = await createTrigger({ credential, parameters: { events: ['meeting.starting_soon'] } });
	await expect(trigger.activate()).rejects.toMatchObject({ message: expect.stringContaining('Connect a calendar') });
});

/** An execution that has ended, as n8n reports it. */
const runOf = (status: ExecutionStatus, result: { lastNodeExecuted?: string }): IRun => ({
	status,
	mode: 'trigger',
	startedAt: new Date(),
	storedAt: 'db',
	data: createRunExecutionData({ resultData: { runData: {}, ...result } }),
});

describe('with interrupted executions retried', () => {
	const parameters = { events: ['conversation.created'], options: { repeatAfterRestart: true } };
	const begin = async () => {
		const trigger = await createTrigger({ credential, parameters });
		await trigger.activate();
		return trigger;
	};
	type Started = Awaited<ReturnType<typeof begin>>;
	/** The saved data that the next process finds. */
	const restarted = (trigger: Started) =>
		createTrigger({ credential, parameters, saved: trigger.saved().replaceAll(/"session":"[^"]*"/g, '"session":"another"') });
	const end = async ({ executions }: Started, how: (done: Started['executions'][number]) => void): Promise<void> => {
		executions.splice(0).forEach(how);
		await Promise.resolve();
	};

	test('each event starts an execution of its own', async () => {
		const trigger = await begin();
		await record('First');
		await record('Second');
		expect(await trigger.poll()).toHaveLength(2);
		expect(trigger.executions).toHaveLength(2);
	});

	test('a few executions run at once, and the next starts as soon as one ends', async () => {
		const trigger = await begin();
		for (let index = 0; index < 12; index += 1) await record(`Call ${index}`);
		const told = new Set(keysOf(await trigger.poll()));
		expect(told.size).toBe(5);
		await end(trigger, (done) => done.resolve(undefined));
		await new Promise(setImmediate);
		expect(trigger.executions).toHaveLength(5);
		await end(trigger, (done) => done.resolve(undefined));
		await new Promise(setImmediate);
		expect(trigger.executions).toHaveLength(2);
		expect(await trigger.poll()).toBeNull();
	});

	test('an unfinished event is emitted again after a restart, once n8n had time to start what it had queued', async () => {
		const trigger = await begin();
		await record('First');
		await trigger.poll();
		await end(trigger, (done) => done.resolve(undefined));
		const ids = [await record('Second'), await record('Third')];
		await trigger.poll();
		const again = await restarted(trigger);
		expect(await again.activate()).toBeNull();
		clock.advance(2 * MINUTE);
		expect(new Set(keysOf(await again.poll()))).toEqual(new Set(ids.map((id) => `conversation.created:${id}`)));
		expect(await again.poll()).toBeNull();
	});

	test.each([
		['an execution that n8n could not begin comes again', Error, 1],
		['one that a person stopped does not', class ManualExecutionCancelledError extends Error {}, 0],
		['one that was quicker than n8n does not', class ExecutionNotFoundError extends Error {}, 0],
	])('%s', async (_, Failure, again) => {
		const trigger = await begin();
		await record('First');
		await trigger.poll();
		await end(trigger, (done) => done.reject(new Failure('said by n8n')));
		clock.advance(2 * MINUTE);
		expect((await trigger.poll()) ?? []).toHaveLength(again);
	});

	test.each([
		['that n8n cut off comes again', { status: 'crashed' }, 1],
		['whose worker went down comes again', { status: 'error' }, 1],
		['in which a node failed does not', { status: 'error', lastNodeExecuted: 'Post' }, 0],
		['that went well does not', { status: 'success', lastNodeExecuted: 'Post' }, 0],
		['that waits does not', { status: 'waiting', lastNodeExecuted: 'Wait' }, 0],
	] as const)('an execution %s', async (_, { status, ...result }, again) => {
		const trigger = await begin();
		await record('First');
		await trigger.poll();
		await end(trigger, (done) => done.resolve(runOf(status, result)));
		clock.advance(2 * MINUTE);
		expect((await trigger.poll()) ?? []).toHaveLength(again);
	});

	test('an event that never finishes is given up', async () => {
		let trigger = await begin();
		await record('First');
		let told = 0;
		for (let lives = 0; lives < 8; lives += 1) {
			clock.advance(2 * MINUTE);
			if (await trigger.poll()) told += 1;
			trigger = await restarted(trigger);
		}
		expect(told).toBe(5);
	});
});

test('the instant trigger gets a head start', async () => {
	const trigger = await createTrigger({ credential, parameters: { events: ['conversation.created'], options: { leaveMinutes: 2 } } });
	await trigger.activate();
	const id = await record('Pilot');
	expect(await trigger.poll()).toBeNull();
	clock.advance(MINUTE);
	expect(await trigger.poll()).toBeNull();
	clock.advance(MINUTE);
	expect(keysOf(await trigger.poll())).toEqual([`conversation.created:${id}`]);
	expect(await trigger.poll()).toBeNull();
});
