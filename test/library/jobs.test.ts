import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientError, type RequestInfo } from '../../packages/client/index.ts';
import { transcriptVtt } from '../../packages/client/format.ts';
import { digest, findActionItems, prepareForMeeting } from '../../packages/client/insights.ts';
import { operations, run, type OperationName } from '../../packages/client/operations.ts';
import { createPoller, fileStore, memoryStore, type NewEvent, type PollStore } from '../../packages/client/polling.ts';
import { catalogue } from '../../src/operations/index.ts';
import { scriptedServer } from '../support/scriptedServer.ts';
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

describe('Insights and formats', () => {
	test('read the meetings of a period, with the client as it is', async () => {
		const id = await service.addMeeting('Pilot', true, hoursAgo(2));
		const period = { since: hoursAgo(24) };
		const { meetings, complete } = await digest(service.client, period);
		expect([meetings.map(({ meetingTitle }) => meetingTitle), complete]).toEqual([['Pilot'], true]);
		const { items } = await findActionItems(service.client, { ...period, text: '' }, { concurrency: 1 });
		expect(items.length).toBeGreaterThan(0);
		const { data } = await service.client.transcript.get({ id });
		expect(transcriptVtt(data.segments)).toMatch(/^WEBVTT\n/);
	});

	test('prepare for a meeting with a person', async () => {
		const { id: contactId } = service.sandbox.addContact(service.userId, { name: 'Ines', email: 'ines@harbour.example' });
		const { people } = await prepareForMeeting(service.client, { person: 'ines@harbour.example' }, { maxPeople: 1 });
		expect(people).toMatchObject([{ contactId, displayName: 'Ines' }]);
	});

	test('prepare for an event, whatever the service says about the user', async () => {
		for (const data of [{}, { profile: [] }, { profile: { email: 7 } }]) {
			const server = await scriptedServer([{ status: 200, body: { data } }, ...Array(3).fill({ status: 200, body: { data: [] } })]);
			const event = { attendees: [{ email: 'ines@harbour.example' }] };
			const client = service.connect({ baseUrl: server.url });
			expect(await prepareForMeeting(client, { event })).toMatchObject({ people: [] });
			await server.stop();
		}
	});

	test('fail as calls do', async () => {
		await expect(digest(service.client, { since: 'yesterday' })).rejects.toThrow(ClientError);
	});
});

describe('Polling', () => {
	const events = ['conversation.created', 'conversation.keypoints.ready', 'conversation.action_items.ready'] as const;

	const pollerWith = (store: PollStore, more: Partial<Parameters<typeof createPoller>[0]> = {}) =>
		createPoller({ client: service.client, store, events, ...more });

	const collected = async (poller: ReturnType<typeof createPoller>) => {
		const found: NewEvent[] = [];
		const summary = await poller.poll((event) => void found.push(event));
		return { found, summary };
	};

	test('reports what is new since the last time, once, with what it read', async () => {
		await service.addMeeting('Before', false, hoursAgo(3));
		const poller = pollerWith(memoryStore());
		expect((await collected(poller)).found).toEqual([]);
		const id = await service.addMeeting('Lisbon', true);
		const { found, summary } = await collected(poller);
		expect(found.slice(0, 2)).toMatchObject([
			{ event: 'conversation.created', conversationId: id, dedupeKey: `conversation.created:${id}`, included: { conversation: { title: 'Lisbon' } } },
			{ event: 'conversation.keypoints.ready', included: { keyPoints: { id } } },
		]);
		expect(found.filter(({ actionItem }) => actionItem?.conversationId === id).length).toBeGreaterThan(0);
		expect(summary).toEqual({ handled: found.length, missing: [], problem: null });
		expect((await collected(poller)).found).toEqual([]);
	});

	test('refuses no events, and events that it cannot notice', () => {
		const options = { client: service.client, store: memoryStore() };
		const misspelled: Parameters<typeof createPoller>[0] = Object.assign({}, options, JSON.parse('{"events":["conversation.creatd"]}'));
		expect(() => createPoller(misspelled)).toThrow(/^Invalid events: polling cannot notice conversation\.creatd\. It can notice conversation\.created/);
		expect(() => createPoller({ ...options, events: [] })).toThrow('Invalid events: choose at least one');
	});

	test('takes one request when nothing is new', async () => {
		const requests: RequestInfo[] = [];
		const poller = pollerWith(memoryStore(), { client: service.connect({ onRequest: (info) => void requests.push(info) }) });
		await collected(poller);
		expect(requests).toHaveLength(1);
	});

	test('another process goes on where this one ended, and an event whose handling failed comes again', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'polling-'));
		const store = () => fileStore(join(folder, 'state.json'));
		await collected(pollerWith(store()));
		const ids = [await service.addMeeting('One'), await service.addMeeting('Two')];
		const handled: (string | undefined)[] = [];
		const failing = pollerWith(store()).poll(({ conversationId }) => {
			if (handled.length === 1) throw new Error('the database is down');
			handled.push(conversationId);
		});
		await expect(failing).rejects.toThrow('the database is down');
		const { found } = await collected(pollerWith(store()));
		expect([...handled, ...found.map(({ conversationId }) => conversationId)].toSorted()).toEqual(ids.toSorted());
		expect(readdirSync(folder)).toEqual(['state.json']);
		rmSync(folder, { recursive: true });
	});

	test('two polls at once do not report anything twice', async () => {
		const poller = pollerWith(memoryStore(), { recentHours: 24 });
		await service.addMeeting('Lisbon', false, hoursAgo(1));
		const [one, other] = await Promise.all([collected(poller), collected(poller)]);
		expect([one.found.length, other.found.length]).toEqual([1, 0]);
	});

	test('filters', async () => {
		const poller = pollerWith(memoryStore(), { recentHours: 24, events: ['conversation.created'], filters: { titleContains: 'lis*' } });
		await service.addMeeting('Lisbon', false, hoursAgo(1));
		await service.addMeeting('Porto', false, hoursAgo(1));
		expect((await collected(poller)).found.map(({ included }) => included?.conversation?.title)).toEqual(['Lisbon']);
	});

	test('a limit that passes is in the summary; what does not pass is thrown', async () => {
		service.sandbox.faults.add({ kind: 'rate-limited', count: 1 });
		expect((await collected(pollerWith(memoryStore()))).summary.problem).toMatchObject({ kind: 'rateLimited' });
		const revoked = pollerWith(memoryStore(), { client: service.connect({ apiKey: 'svc_00000000000000000000000000000000' }) });
		await expect(collected(revoked)).rejects.toThrow(ClientError);
	});

	test('a file that is not a poller’s is not overwritten', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'polling-'));
		const path = join(folder, 'state.json');
		writeFileSync(path, '{"settings":true}');
		await expect(collected(pollerWith(fileStore(path)))).rejects.toThrow(`cannot be read: ${path}. Remove it`);
		rmSync(folder, { recursive: true });
	});
});

describe('A file that holds no JSON', () => {
	test.each([['is cut short', '{"version":1,"secret'], ['is empty', '']])('that %s is named, and not overwritten', async (_, text) => {
		const folder = mkdtempSync(join(tmpdir(), 'polling-'));
		const path = join(folder, 'state.json');
		writeFileSync(path, text);
		const poller = createPoller({ client: service.client, store: fileStore(path), events: ['conversation.created'] });
		const error: unknown = await poller.poll(() => {}).catch((thrown: unknown) => thrown);
		expect(String(error)).toContain(path);
		expect(String(error)).toContain('remove it to start anew');
		expect(String(error)).not.toContain('secret');
		expect(readFileSync(path, 'utf8')).toBe(text);
		rmSync(folder, { recursive: true });
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

	test.each<[string, (...given: never[]) => unknown, readonly unknown[], string]>([
		['digest', digest, [], 'period'],
		['findActionItems', findActionItems, [{ since: hoursAgo(1), text: 5 }], 'text'],
		['prepareForMeeting', prepareForMeeting, [{}], 'target'],
		['prepareForMeeting', prepareForMeeting, [{ person: 5 }], 'person'],
		['digest', digest, [{ since: hoursAgo(1) }, { concurrency: 0 }], 'concurrency'],
	])('%s refuses a wrong argument', async (_, work, given, field) => {
		expect(await refusal(() => Reflect.apply(work, null, [service.client, ...given]))).toMatchObject({ kind: 'invalidInput', field });
		expect(await refusal(() => Reflect.apply(work, null, [{}, { since: hoursAgo(1), person: 'Ines' }]))).toMatchObject({ field: 'client' });
	});
});

describe('Operations', () => {
	test('are all there, with a schema of their input, and in nobody else’s words', () => {
		expect(operations.map(({ name }) => name)).toEqual(catalogue.flatMap(({ id, operations: own }) => own.map((one) => `${id}.${one.id}`)));
		expect(operations.find(({ name }) => name === 'conversation.ask')).toMatchObject({
			credit: 'always',
			isList: false,
			input: { type: 'object', required: ['id', 'query'], additionalProperties: false, properties: { query: { type: 'string' } } },
		});
		expect(operations.find(({ name }) => name === 'conversation.getTranscript')?.input['properties']).toMatchObject({
			times: { title: 'Line Times', description: expect.stringMatching(/“elapsed”: Such as 00:12:05.*Only used if “format” is markdown or text\.$/) },
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
		expect(hints).toEqual([expect.stringContaining('Look further back with “topicDays”')]);
	});

	test('stay within the limits of the run', async () => {
		await expect(all(run(service.client, 'conversation.getAll', {}, { maxRequests: 0 }))).rejects.toMatchObject({ problem: { kind: 'requestsReserved' } });
	});
});
