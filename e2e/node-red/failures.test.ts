import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import type { FlowNode } from '../../scripts/node-red/host.ts';
import { api } from '../../src/api/index.ts';
import { until } from '../support/until.ts';
import { startNodeRedWorld } from './world.ts';

type World = Awaited<ReturnType<typeof startNodeRedWorld>>;

const created = { type: 'choices', value: 'conversation.created' };
const Arrived = z.object({ conversationId: z.string() });
const Caught = z.object({ caught: z.object({ message: z.string(), code: z.string(), cause: z.looseObject({}), source: z.object({ id: z.string() }) }) });
const Kept = z.object({ outbox: z.array(z.object({ item: Arrived })) });
const Shown = z.object({ status: z.object({ text: z.string() }) });

suite('Triggers of Node-RED when something fails', () => {
	let world: World;
	const stateOf = (id: string) => join(world.userFolder, `meeting-assistant/${id}.json`);
	const isKept = (conversationId: string) =>
		existsSync(stateOf('poll')) && Kept.parse(JSON.parse(readFileSync(stateOf('poll'), 'utf8'))).outbox.some(({ item }) => item.conversationId === conversationId);
	const record = async (title: string) =>
		(await world.sandbox.importMeeting(world.user, { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'new.txt', title })).conversationId;
	const arrived = (id: string) => world.sink.received.filter((item) => Arrived.safeParse(item).data?.conversationId === id).length;
	const caught = () => world.sink.received.flatMap((item) => Caught.safeParse(item).data?.caught ?? []);
	const post = (id: string, to: readonly string[]) => world.node('http request', id, to, { method: 'POST', ret: 'obj', url: world.sink.url, senderr: false });
	const poll = (more: object = {}, to = 'send') =>
		world.node('meeting-assistant-poll', 'poll', [to], {
			account: 'account',
			fields: {
				...{ events: created, minutes: { type: 'num', value: '0.05' }, maxRequests: { type: 'num', value: '50' }, confirmed: { type: 'bool', value: 'true' } },
				...more,
			},
		});
	const event = () => world.node('meeting-assistant-event', 'event', ['send'], { account: 'account', fields: { events: created } });
	const catching = () => [
		world.node('catch', 'catch', ['report'], { scope: null, uncaught: false }),
		world.node('change', 'report', ['tell'], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '{"caught": error}', tot: 'jsonata' }] }),
		post('tell', []),
	];
	const deploy = (how: 'full' | 'nodes', ...nodes: readonly FlowNode[]) => world.red().deploy([world.flow, world.account, ...catching(), ...nodes], how);
	/** A folder in place of the file to be written. These tests may run as root, whom no permissions stop. */
	const block = (id: string) => {
		renameSync(stateOf(id), `${stateOf(id)}.aside`);
		mkdirSync(join(stateOf(id), 'full'), { recursive: true });
	};
	const unblock = (id: string) => {
		rmSync(stateOf(id), { recursive: true });
		renameSync(`${stateOf(id)}.aside`, stateOf(id));
	};

	before(async () => {
		world = await startNodeRedWorld({ sample: false });
	});
	after(() => world.stop());

	test('a Catch node gets what both triggers fail with', async () => {
		const account = { ...world.account, credentials: { apiKey: `svc_${'0'.repeat(32)}` } };
		await world.red().deploy([world.flow, account, ...catching(), poll(), event(), post('send', [])], 'full');
		await until('both failures', () => new Set(caught().map(({ source }) => source.id)).size === 2);
		for (const { message, code, cause } of caught()) {
			assert.match(message, /key/);
			assert.equal(code, 'unauthorized');
			assert.equal(cause['httpCode'], 401);
		}
	});

	test('problems of a form are explained in words, also when the flow starts', async () => {
		const failures = async (...nodes: readonly FlowNode[]) => {
			world.sink.received.length = 0;
			await deploy('full', ...nodes, post('send', []));
			await until('both failures', () => new Set(caught().map(({ source }) => source.id)).size === 2);
			return caught();
		};
		const unknown = { account: 'nobody' };
		for (const { code } of await failures({ ...poll(), ...unknown }, { ...event(), ...unknown })) assert.equal(code, 'no_account');
		const nothing = { events: { type: 'choices', value: '' } };
		const other = { ...event(), id: 'other' };
		for (const { code } of await failures(poll(nothing), { ...event(), fields: nothing }, other)) assert.equal(code, 'no_event');
		const broken = { type: 'jsonata', value: '$error("nothing there")' };
		const [first, second] = await failures(poll({ recentHours: broken }), { ...event(), fields: { events: created, timestampWindow: broken } });
		const messages = [first?.message, second?.message].toSorted();
		assert.match(messages[0] ?? '', /^“Include Recent \(Hours\)” cannot be used: it could not be evaluated: nothing there/);
		assert.match(messages[1] ?? '', /^“Max Delivery Age \(Seconds\)” cannot be used: it could not be evaluated: nothing there/);
	});

	test('an interval that is not allowed is refused in words, and nothing is polled', async () => {
		for (const value of ['0', '-5', '5000']) {
			world.sink.received.length = 0;
			await deploy('full', poll({ minutes: { type: 'num', value } }), post('send', []));
			await until('the reason', () => caught().length > 0);
			assert.match(caught()[0]?.message ?? '', /^“Poll Every \(Minutes\)” cannot be used: it must be a number from 0.05 up to 1440/);
		}
	});

	test('meetings without a calendar say what to connect', async () => {
		world.sink.received.length = 0;
		await deploy('full', poll({ events: { type: 'choices', value: 'meeting.starting_soon' } }));
		await until('the reason', () => caught().some(({ message }) => message.includes('Connect a calendar')));
	});

	test('a full disk stops neither Node-RED nor, once there is room, the events', async () => {
		await deploy('full', poll({}, 'hold'), world.node('delay', 'hold', ['send'], { pauseType: 'delay', timeout: '2', timeoutUnits: 'seconds' }), post('send', ['poll']));
		await until('a first poll', () => existsSync(stateOf('poll')));
		const held = await record('Confirmed while the disk is full');
		await until('the event in the file', () => isKept(held));
		block('poll');
		await until('the end of its flow', () => arrived(held) === 1);
		await until('the reason', () => caught().some(({ code }) => code === 'state_not_stored'));
		const found = await record('Found while the disk is full');
		await wait(4000);
		assert.equal(arrived(found), 0, 'what could not be stored is not sent');
		unblock('poll');
		await until('the other event', () => arrived(found) === 1);
		await until('both confirmations', () => !isKept(held) && !isKept(found));
		assert.equal(arrived(held), 1);
	});

	test('a deploy works even while the disk is full', async () => {
		await deploy('full', poll({}, 'nowhere'));
		const id = await record('Not confirmed');
		await until('the event in the file', () => isKept(id));
		block('poll');
		await deploy('full', poll(), post('send', ['poll']));
		unblock('poll');
		await until('the event', () => arrived(id) === 1);
	});

	test('an event whose flow takes longer than many deploys is not given up', async () => {
		await deploy('full', poll({}, 'nowhere'));
		await wait(1500);
		const id = await record('Waits for somebody');
		await until('the event', () => isKept(id));
		for (let count = 0; count < 7; count += 1) {
			await deploy('full', poll({}, 'nowhere'));
			await wait(1200);
		}
		await deploy('full', poll(), post('send', ['poll']));
		await until('the event at last', () => arrived(id) === 1);
	});

	test('the status tells a pause from a poll that found nothing', async () => {
		world.sandbox.faults.add({ kind: 'rate-limited', path: '/api/v1/conversations', retryAfterSeconds: 600, count: 1 });
		const shown = [
			world.node('status', 'shown', ['body'], { scope: ['poll'] }),
			world.node('change', 'body', ['tell'], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '{"status": status}', tot: 'jsonata' }] }),
		];
		await deploy('full', ...shown, poll(), post('send', ['poll']));
		const texts = () => world.sink.received.flatMap((item) => Shown.safeParse(item).data?.status.text ?? []);
		await until('a failure', () => texts().some((text) => text.includes('used up')));
		await until('the status of the next poll', () => texts().some((text) => /^waiting until \d\d:\d\d.*: this hour’s requests are used up$/.test(text)));
		assert.deepEqual(texts().filter((text) => text.startsWith('nothing new')), []);
		await deploy('full');
		// The account's knowledge of its limits survives deploys.
		await world.red().stop();
		await world.start();
	});

	test('a message that has lost its key confirms nothing, and says so', async () => {
		await deploy('full', poll({}, 'lose'), world.node('change', 'lose', ['poll'], { rules: [{ t: 'delete', p: 'dedupeKey', pt: 'msg' }] }));
		await wait(1500);
		const id = await record('Key lost');
		await until('the reason', () => caught().some(({ code }) => code === 'no_dedupe_key'));
		assert.ok(isKept(id));
	});

	for (const [what, text] of [['half a file', '{"version":1,"sess'], ['nothing', ''], ['the file of another node', '{"id":"wh_1","secret":"x","url":"https://example.com/","flowId":""}']] as const) {
		test(`polling that finds ${what} starts anew and says so`, async () => {
			await deploy('full', poll(), post('send', ['poll']));
			await until('a first poll', () => existsSync(stateOf('poll')));
			await world.red().stop('SIGKILL');
			writeFileSync(stateOf('poll'), text);
			await world.start();
			await until('a warning', () => readFileSync(world.log, 'utf8').includes('could not be read. It starts anew'));
			const id = await record(`After ${what}`);
			await until('the next event', () => arrived(id) === 1);
		});
	}

	test('a file that cannot be read is left as it is', async () => {
		await deploy('full', post('send', ['poll']));
		mkdirSync(stateOf('poll'), { recursive: true });
		await deploy('full', poll(), post('send', ['poll']));
		await until('the reason', () => caught().some(({ code, source }) => code === 'state_not_read' && source.id === 'poll'));
		rmSync(stateOf('poll'), { recursive: true });
		await until('a first poll', () => existsSync(stateOf('poll')));
	});

	test('an event whose details cannot be read is an error that has the event, or goes on without them if that was chosen', async () => {
		const Unsent = z.object({ unsent: z.object({ conversationId: z.string() }), code: z.string() });
		const Without = z.object({ conversationId: z.string(), included: z.object({ ok: z.literal(false), reason: z.string() }) });
		const unsent = (id: string) => world.sink.received.flatMap((item) => Unsent.safeParse(item).data ?? []).filter(({ unsent: { conversationId } }) => conversationId === id);
		const without = (id: string) => world.sink.received.flatMap((item) => Without.safeParse(item).data ?? []).filter(({ conversationId }) => conversationId === id);
		const wanted = (more: object = {}) => ({ ...event(), fields: { events: { type: 'choices', value: 'conversation.keypoints.ready' }, include: { type: 'choices', value: 'reported' }, ...more } });
		const keep = [
			world.node('catch', 'keep', ['reword'], { scope: ['event'], uncaught: false }),
			world.node('change', 'reword', ['told'], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '{"unsent": payload, "code": error.code}', tot: 'jsonata' }] }),
			post('told', []),
		];
		const recordUnread = async (...nodes: readonly FlowNode[]) => {
			await world.red().deploy([world.flow, world.account, ...nodes, ...keep, post('send', [])], 'full');
			await until('a webhook', async () => (await connect({ baseUrl: world.sandbox.url, apiKey: world.apiKey }).webhooks.list()).data[0]?.events?.includes('conversation.keypoints.ready'));
			world.sandbox.faults.add({ kind: 'internal-error', path: api.keyPoints.get.path.replace('{id}', '*') });
			const text = 'Ana: I will send the contract to Acme by Thursday.';
			return (await world.sandbox.importMeeting(world.user, { text, filename: 'new.txt', title: 'Unread', generateKeyPoints: true })).conversationId;
		};
		try {
			const failing = await recordUnread(wanted());
			await until('the error', () => unsent(failing).length === 1);
			assert.equal(unsent(failing)[0]?.code, 'details_not_read');
			const going = await recordUnread(wanted({ ifUnread: { type: 'choice', value: 'continue' } }));
			await until('the event', () => without(going).length === 1);
			assert.deepEqual([arrived(failing), unsent(going)], [0, []]);
		} finally {
			world.sandbox.faults.clear();
		}
	});
});
