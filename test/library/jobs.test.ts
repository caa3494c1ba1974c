import { ClientError } from '../../packages/client/index.ts';
import { operations, operationsOf, run, type OperationName } from '../../packages/client/operations.ts';
import { fileStore } from '../../packages/client/node.ts';
import { createPoller, memoryStore } from '../../packages/client/polling.ts';
import { catalogue } from '../../src/operations/index.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';
import { startService, type Service } from './service.ts';

const HOUR = 3_600_000;
let service: Service;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.sandbox.stop());

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
	const found: T[] = [];
	for await (const item of items) found.push(item);
	return found;
};

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

describe('Typed operations', () => {
	const since = new Date(Date.now() - 24 * HOUR);

	test('return one result, or all of a list, or each as it is read', async () => {
		const { actionItem, contact, conversation, insight } = operationsOf(service.client, { timezone: 'UTC' });
		const id = await service.addMeeting('Pilot', true, hoursAgo(2));
		const digest = await insight.getDigest({ period: 'custom', since });
		expect([digest.totals.meetings, digest.complete]).toEqual([1, true]);
		expect(digest.text).toContain('Pilot');
		expect(digest.blocks[0]).toMatchObject({ type: 'header' });
		const items = await actionItem.find({ period: 'custom', since });
		expect(items.length).toBeGreaterThan(0);
		expect(await actionItem.find({ period: 'custom', since }, { limit: 1 })).toEqual(items.slice(0, 1));
		expect(await all(actionItem.find({ period: 'custom', since }))).toEqual(items);
		expect(await conversation.getTranscript({ id, format: 'vtt' })).toMatchObject({ text: expect.stringMatching(/^WEBVTT\n/) });
		const { id: contactId } = service.sandbox.addContact(service.userId, { name: 'Ines', email: 'ines@harbour.example' });
		expect(await contact.getBriefing({ id: contactId })).toMatchObject({ contactId, name: 'Ines' });
		expect((await service.client.conversations.list({ since })).data).toMatchObject([{ id }]);
	});

	test('fail with the error of the library, whatever refuses', async () => {
		const { actionItem, conversation } = operationsOf(service.client);
		const refusal = { name: 'ClientError', problem: { kind: 'refused', code: 'not_found', status: 404 }, message: expect.stringMatching(/^No conversation with the ID “nope” was found\. Check the ID\./) };
		await expect(conversation.get({ id: 'nope' })).rejects.toMatchObject(refusal);
		await expect(conversation.get({ id: 'nope' })).rejects.toBeInstanceOf(ClientError);
		await expect(all(run(service.client, 'conversation.get', { id: 'nope' }))).rejects.toMatchObject(refusal);
		await expect(conversation.get({ id: 'sample-conversation' })).rejects.toMatchObject({ problem: { kind: 'refused', code: 'sample_conversation' } });
		await expect(actionItem.sync({ syncedBefore: 5 })).rejects.toBeInstanceOf(ClientError);
	});

	test('name the inputs that they have', async () => {
		const { conversation, user } = operationsOf(service.client);
		await expect(Reflect.apply(conversation.get, null, [{ conversationId: 'c1' }])).rejects.toThrow('Invalid conversationId: this operation has no such input. It is called id here');
		await expect(Reflect.apply(conversation.get, null, [{ ID: 'c1' }])).rejects.toThrow('Invalid ID: this operation has no such input. It takes id, since, search');
		await expect(Reflect.apply(user.getProfile, null, [{ id: 'c1' }])).rejects.toThrow('It takes simplify');
	});

	test('are promises: `catch` and `finally` work, and however often one is awaited, it runs once', async () => {
		const { conversation, user } = operationsOf(service.client);
		const seen: string[] = [];
		expect(await conversation.get({ id: 'nope' }).catch((error: unknown) => error instanceof ClientError)).toBe(true);
		await user.getProfile().finally(() => void seen.push('settled'));
		await expect(conversation.get({ id: 'nope' }).finally(() => void seen.push('failed'))).rejects.toThrow('nope');
		expect(seen).toEqual(['settled', 'failed']);
		let requests = 0;
		const call = operationsOf(service.client.withOptions({ onAnswer: () => void (requests += 1) })).user.getProfile();
		expect(await Promise.all([call, call.then(), Promise.race([call])])).toEqual(Array(3).fill(await call));
		expect(requests).toBe(1);
	});

	test('read a transcript once, where the program keeps what was read', async () => {
		await service.addMeeting('Pilot', true, hoursAgo(2));
		const transcripts = new Map();
		const { insight } = operationsOf(service.client, { transcripts });
		const search = async () => await insight.searchTranscripts({ period: 'custom', since, query: 'pilot' });
		const passages = await search();
		expect(passages.length).toBeGreaterThan(0);
		expect(transcripts.size).toBe(1);
		transcripts.set([...transcripts.keys()][0], [{ text: 'The pilot is kept', speaker: null, timestamp: null }]);
		expect(await search()).toMatchObject([{ text: expect.stringContaining('The pilot is kept') }]);
		expect(() => operationsOf(service.client, { transcripts: {} as never })).toThrow('it must have the methods `get` and `set`');
	});

	test('prepare for an event, whatever the service says about the user', async () => {
		for (const data of [{}, { profile: [] }, { profile: { email: 7 } }]) {
			const server = await scriptedServer([{ status: 200, body: { data } }, ...Array(5).fill({ status: 200, body: { data: [] } })]);
			const incoming = { id: 'e1', attendees: [{ email: 'ines@harbour.example' }] };
			const client = service.connect({ baseUrl: server.url });
			expect(await operationsOf(client).insight.prepareForMeeting({ prepareFor: 'incoming', incoming })).toMatchObject({ people: [] });
			await server.stop();
		}
	});

	test('fail as calls do, and refuse what they do not know', async () => {
		const { insight } = operationsOf(service.client);
		await expect(Promise.resolve(insight.getDigest({ period: 'custom', since: 'yesterday' }))).rejects.toThrow(ClientError);
		await expect(Promise.resolve(Reflect.apply(insight.getDigest, null, [{ perido: 'today' }]))).rejects.toMatchObject({ problem: { field: 'perido' } });
		await expect(Promise.resolve(Reflect.apply(insight.getDigest, null, [{}, { timeout: 5 }]))).rejects.toMatchObject({ problem: { field: 'timeout' } });
		expect(() => Reflect.apply(operationsOf, null, [{}])).toThrow(/client/);
	});

	test('stop when their signal is aborted, and say what was cancelled', async () => {
		const server = await scriptedServer(['silence']);
		const controller = new AbortController();
		const client = service.connect({ baseUrl: server.url, onRequest: () => void setTimeout(() => controller.abort(new Error('enough')), 5) });
		const error: unknown = await Promise.resolve(operationsOf(client, { signal: controller.signal }).user.getProfile()).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ message: 'GET /api/v1/user/profile was cancelled', cause: { message: 'enough' }, problem: { kind: 'noAnswer', reason: 'aborted' } });
		await server.stop();
	});
});

describe('Called by plain JavaScript', () => {
	const refusal = async (work: () => unknown) => {
		try {
			await work();
		} catch (error) {
			if (error instanceof ClientError) return error.problem;
			throw error;
		}
		throw new Error('Nothing was refused');
	};

	test.each<[object | undefined, string]>([
		[undefined, 'options'],
		[{ client: undefined }, 'client'],
		[{ client: {} }, 'client'],
		[{ store: {} }, 'store'],
		[{ events: 'conversation.created' }, 'events'],
		[{ filters: { title: 'x' } }, 'filters.title'],
		[{ filters: { titleContains: 5 } }, 'filters.titleContains'],
		[{ filters: { minimumScore: 11 } }, 'filters.minimumScore'],
		[{ recentHours: 'day' }, 'recentHours'],
		[{ recentHours: Infinity }, 'recentHours'],
		[{ maxRequests: 0 }, 'maxRequests'],
	])('a poller with %j is not made', async (more, field) => {
		const options = more && { client: service.client, store: memoryStore(), events: ['conversation.created'], ...more };
		expect(await refusal(() => Reflect.apply(createPoller, null, [options]))).toMatchObject({ kind: 'invalidInput', field });
	});

	test('a poll without a handler keeps no event from the next one', async () => {
		const poller = createPoller({ client: service.client, store: memoryStore(), events: ['conversation.created'] });
		expect(await refusal(() => Reflect.apply(poller.poll, poller, []))).toMatchObject({ field: 'handle' });
		expect(await refusal(() => Reflect.apply(fileStore, null, []))).toMatchObject({ field: 'path' });
	});

	test.each<[string, readonly unknown[], string]>([
		['no client', [undefined, 'user.getProfile'], 'client'],
		['an operation that does not exist', [{}, 'x.y'], 'operation'],
		['null for its input', [{}, 'user.getProfile', null], 'input'],
		['an unknown time zone', [{}, 'user.getProfile', {}, { timezone: 'Mars' }], 'timezone'],
		['a limit that is no number', [{}, 'user.getProfile', {}, { maxRequests: 'many' }], 'maxRequests'],
	])('run refuses %s', async (_, given, field) => {
		expect(await refusal(() => Reflect.apply(run, null, given).next())).toMatchObject({ kind: 'invalidInput', field });
	});
});

describe('Operations', () => {
	test('are complete, with a schema of their input, in programmers’ words', () => {
		expect(operations.map(({ name }) => name)).toEqual(catalogue.flatMap(({ id, operations: own }) => own.map((one) => `${id}.${one.id}`)));
		expect(operations.find(({ name }) => name === 'conversation.ask')).toMatchObject({
			credit: 'always',
			isList: false,
			input: { type: 'object', required: ['id', 'query'], additionalProperties: false, properties: { query: { type: 'string' } } },
		});
		expect(operations.find(({ name }) => name === 'conversation.getTranscript')?.input['properties']).toMatchObject({
			times: { title: 'Line Times', description: expect.stringMatching(/“elapsed”: Such as 00:12:05.*Only used if “format” is markdown, note or text\.$/) },
		});
		expect(JSON.stringify(operations)).not.toMatch(/n8n|workflow|\bnode\b|credential|Zap\b/i);
	});

	test('run with checked input, and yield results', async () => {
		const id = await service.addMeeting('Lisbon', true, hoursAgo(2));
		const [conversation] = await all(run(service.client, 'conversation.getAll', {}, { limit: 1 }));
		expect(conversation?.json).toMatchObject({ id, title: 'Lisbon' });
		const [report] = await all(run(service.client, 'insight.getDigest', { period: 'last7Days' }, { timezone: 'UTC' }));
		expect(JSON.stringify(report?.json)).toContain('Lisbon');
	});

	test.each<[OperationName, Record<string, unknown>, object]>([
		['conversation.ask', { id: 'c1' }, { field: 'query' }],
		['conversation.ask', { id: 'c1', query: 'Who?', quary: 1 }, { field: 'quary' }],
	])('%s refuses %j', async (name, input, problem) => {
		await expect(all(run(service.client, name, input))).rejects.toMatchObject({ problem: { kind: 'invalidInput', ...problem } });
	});

	test('hints name inputs, not fields of a form', async () => {
		const hints: string[] = [];
		await all(run(service.client, 'insight.prepareForMeeting', { prepareFor: 'topic', topic: 'zeppelins' }, { onHint: (hint) => hints.push(hint) }));
		expect(hints).toEqual([expect.stringContaining('Look further back with “days”')]);
	});

	const limited: Scripted = { status: 429, headers: { 'retry-after': '20' }, body: { error: { code: 'rate_limited', message: 'Wait' } } };

	test.each<[string, OperationName, Record<string, unknown>, readonly Scripted[]]>([
		['until the limit resets', 'user.getProfile', {}, [limited]],
		['for a result that is generated elsewhere', 'keyPoints.get', { id: 'c1', waitSeconds: 60 }, Array(9).fill({ status: 404, body: { error: { code: 'not_found', message: 'No key points' } } })],
	])('stop waiting %s when the client’s signal is aborted', async (_, name, input, script) => {
		const server = await scriptedServer(script);
		const controller = new AbortController();
		const client = service.connect({ baseUrl: server.url, signal: controller.signal, onAnswer: () => void setTimeout(() => controller.abort(), 20) });
		await expect(all(run(client, name, input))).rejects.toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted' } });
		await server.stop();
	});

	test('have the client’s patience, unless the run has its own', async () => {
		const server = await scriptedServer(Array(3).fill({ ...limited, headers: { 'retry-after': '1' } }));
		const client = service.connect({ baseUrl: server.url, patienceMs: 0 });
		await expect(all(run(client, 'user.getProfile'))).rejects.toMatchObject({ problem: { kind: 'rateLimited' } });
		expect(server.seen).toHaveLength(1);
		await expect(all(run(client, 'user.getProfile', {}, { patienceMs: 1500 }))).rejects.toMatchObject({ problem: { kind: 'rateLimited' } });
		expect(server.seen).toHaveLength(3);
		await server.stop();
	});

	test('onHint that fails does not fail the run', async () => {
		const printed = jest.spyOn(console, 'error').mockImplementation(() => {});
		const onHint = (): never => {
			throw new Error('the log is full');
		};
		await all(run(service.client, 'insight.prepareForMeeting', { prepareFor: 'topic', topic: 'zeppelins' }, { onHint }));
		expect(printed).toHaveBeenCalledWith('onHint failed:', expect.any(Error));
		printed.mockRestore();
	});

	let own: Service;
	beforeEach(async () => void (own = await startService()));
	afterEach(() => own.sandbox.stop());

	test('a list cut short by a limit fails after what was read, because it would pass for a complete one', async () => {
		await own.addMeeting('One', true);
		await own.addMeeting('Two', true);
		const inTwoRequests = { maxRequests: 2, concurrency: 1 };
		const found: unknown[] = [];
		const reading = (async () => {
			for await (const item of operationsOf(own.client).actionItem.find({ period: 'today' }, inTwoRequests)) found.push(item);
		})();
		await expect(reading).rejects.toMatchObject({ problem: { kind: 'requestsReserved', by: 'budget', made: 2 } });
		expect(found.length).toBeGreaterThan(0);
		const together = operationsOf(own.client).actionItem.find({ period: 'today', output: 'together' }, inTwoRequests);
		expect(await together).toMatchObject({ complete: false, actionItems: { length: found.length } });

		own.sandbox.faults.add({ kind: 'rate-limited' });
		const limited = operationsOf(own.connect({ patienceMs: 0 })).actionItem.find({ period: 'today' });
		await expect(Promise.resolve(limited)).rejects.toMatchObject({ problem: { kind: 'rateLimited', resetAt: expect.any(Date) } });
	});

	test('an unreadable meeting does not affect the others, and a hint reports it', async () => {
		const broken = await own.addMeeting('One', true);
		await own.addMeeting('Two', true);
		own.sandbox.faults.add({ kind: 'truncated-json', path: `/api/v1/conversations/${broken}/*` });
		const hints: string[] = [];
		const found = await operationsOf(own.connect({ patienceMs: 0 })).actionItem.find({ period: 'today' }, { onHint: (hint) => void hints.push(hint) });
		expect([found.length > 0, hints]).toEqual([true, [expect.stringMatching(/^Incomplete: /)]]);
	});

	describe('once the hour is used up and the plan is raised', () => {
		/** Sends requests until the service refuses one. */
		async function usedUp() {
			const { userId, ...starter } = own.sandbox.account({ plan: 'starter' });
			// At the end of an hour, a minute would bring the next one.
			let now = Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2;
			own.sandbox.clock.set(now, true);
			const client = own.connect({ ...starter, patienceMs: 0, now: () => now });
			while ((await fetch(`${starter.baseUrl}/api/v1/user/profile`, { headers: { Authorization: `Bearer ${starter.apiKey}` } })).ok);
			const asked = async () =>
				await client.user.profile().withResponse().then(
					() => 'answered',
					(error: unknown) => (error instanceof ClientError ? error.attempts : 0),
				);
			expect([await asked(), await asked()]).toEqual([1, 0]);
			own.sandbox.updateUser(userId, { plan: 'enterprise' });
			return { client, asked, wait: (ms: number) => void (now += ms) };
		}

		test('a client knows it from what anything else of the account is told', async () => {
			const { client, asked } = await usedUp();
			expect(await asked()).toBe(0);
			expect(await operationsOf(client).user.getProfile()).toMatchObject({ plan: 'enterprise' });
			expect([await asked(), await asked()]).toEqual(['answered', 'answered']);
		});

		test('it asks again after a minute', async () => {
			const { asked, wait } = await usedUp();
			wait(59_000);
			expect(await asked()).toBe(0);
			wait(2000);
			expect([await asked(), await asked()]).toEqual(['answered', 'answered']);
		});
	});

	test('stay within the limits of the run', async () => {
		await expect(all(run(service.client, 'conversation.getAll', {}, { maxRequests: 0 }))).rejects.toMatchObject({ problem: { kind: 'requestsReserved' } });
	});
});
