import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import { deliveryHeaders } from '../../src/api/index.ts';
import { signedDelivery } from '../support/signedDelivery.ts';
import { until } from '../support/until.ts';
import { startNodeRedWorld } from './world.ts';

type World = Awaited<ReturnType<typeof startNodeRedWorld>>;

const Arrived = z.object({ dedupeKey: z.string(), event: z.string(), conversationId: z.string() });
const created = { type: 'choices', value: 'conversation.created' };
/** The shortest interval that the node allows. */
const POLL_MS = 3000;

suite('Triggers in Node-RED', () => {
	let world: World;
	const arrived = () => world.sink.received.map((item) => Arrived.parse(item));
	const webhooks = async () => (await connect({ baseUrl: world.sandbox.url, apiKey: world.apiKey }).webhooks.list()).data;
	const record = async (title: string) =>
		(await world.sandbox.importMeeting(world.user, { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'new.txt', title })).conversationId;

	const event = () => world.node('meeting-assistant-event', 'event', ['send'], { account: 'account', fields: { events: created } });
	const poll = () =>
		world.node('meeting-assistant-poll', 'poll', ['send'], {
			account: 'account',
			fields: {
				events: created,
				minutes: { type: 'num', value: String(POLL_MS / 60_000) },
				maxRequests: { type: 'num', value: '50' },
				confirmed: { type: 'bool', value: 'true' },
			},
		});
	/** Confirms what the sink has received. */
	const send = () => world.node('http request', 'send', ['poll'], { method: 'POST', ret: 'obj', url: world.sink.url, senderr: false });
	const deploy = (...nodes: ReturnType<World['node']>[]) => world.red().deploy([world.flow, world.account, ...nodes]);

	before(async () => {
		world = await startNodeRedWorld({ sample: false });
	});
	after(() => world.stop());

	test('deploying registers a webhook, and its deliveries start the flow', async () => {
		await deploy(event(), send());
		await until('a webhook', async () => (await webhooks()).length === 1);
		const [webhook] = await webhooks();
		assert.equal(webhook?.url, `${world.red().url}/meeting-assistant/account?usedBy=Test`);
		const id = await record('Delivered');
		await until('the delivery', () => arrived().find(({ conversationId }) => conversationId === id));
	});

	test('a forged delivery starts nothing, and a signed one only once', async () => {
		const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(readFileSync(join(world.userFolder, 'meeting-assistant/account.json'), 'utf8')));
		const deliver = async (key: string) => {
			const { body, headers } = signedDelivery('conv_forged', key, Date.now());
			return async () => (await fetch(`${world.red().url}/meeting-assistant/account`, { method: 'POST', body, headers })).status;
		};
		const forged = await deliver('0'.repeat(64));
		assert.equal(await forged(), 401);
		const genuine = await deliver(secret);
		assert.deepEqual([await genuine(), await genuine()], [200, 200]);
		await wait(500);
		assert.equal(arrived().filter(({ conversationId }) => conversationId === 'conv_forged').length, 1);
		assert.equal((await fetch(`${world.red().url}/meeting-assistant/nobody`, { method: 'POST' })).status, 404);
	});

	test('what is certainly no delivery is refused before it is read', async () => {
		for (const signature of [undefined, 'sha256=', '0'.repeat(63), `${'0'.repeat(64)},${'0'.repeat(64)}`]) {
			const headers = { 'Content-Length': 1_000_000, ...(signature !== undefined && { [deliveryHeaders().signature]: signature }) };
			const asked = request(`${world.red().url}/meeting-assistant/account`, { method: 'POST', headers });
			asked.on('error', () => {});
			// The rest never arrives.
			asked.write('{');
			const [answer] = z.tuple([z.object({ statusCode: z.number() })]).parse(await once(asked, 'response', { signal: AbortSignal.timeout(60_000) }));
			asked.destroy();
			assert.equal(answer.statusCode, 401, signature);
		}
	});

	test('a delivery reads nothing from the disk', async () => {
		const file = join(world.userFolder, 'meeting-assistant/account.json');
		const stored = readFileSync(file, 'utf8');
		const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(stored));
		const deliver = async (key: string) => {
			const { body, headers } = signedDelivery('conv_from_memory', key, Date.now());
			return (await fetch(`${world.red().url}/meeting-assistant/account`, { method: 'POST', body, headers })).status;
		};
		// A folder in place of the file cannot be read.
		rmSync(file);
		mkdirSync(file);
		try {
			assert.deepEqual([await deliver('0'.repeat(64)), await deliver(secret)], [401, 200]);
		} finally {
			rmSync(file, { recursive: true });
			writeFileSync(file, stored, { mode: 0o600 });
		}
	});

	test('a restart keeps the webhook, and polling catches what was missed under the same key', async () => {
		const [before] = await webhooks();
		await deploy(event(), poll(), send());
		await wait(POLL_MS);
		await world.red().stop();
		const missed = await record('Recorded while Node-RED was down');
		await world.sandbox.settled();
		await world.start();
		await until('the missed event', () => arrived().find(({ dedupeKey }) => dedupeKey === `conversation.created:${missed}`));
		const id = await record('Recorded afterwards');
		await until('both kinds', () => arrived().filter(({ conversationId }) => conversationId === id).length === 2);
		assert.equal(new Set(arrived().filter(({ conversationId }) => conversationId === id).map(({ dedupeKey }) => dedupeKey)).size, 1);
		assert.deepEqual(await webhooks(), [before]);
	});

	test('action items are the same messages under the same keys, instantly or polled', async () => {
		const both = { events: { type: 'choices', value: 'conversation.action_items.ready' } };
		const marked = (by: string) => world.node('change', by, ['send'], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: `{"by": "${by}", "key": dedupeKey, "item": payload}`, tot: 'jsonata' }] });
		const instantly = [
			{ ...event(), fields: { ...both, include: { type: 'choices', value: 'conversation' } }, wires: [['instant']] },
			...[marked('instant'), marked('polled'), world.node('http request', 'send', [], { method: 'POST', ret: 'obj', url: world.sink.url, senderr: false })],
		];
		await deploy(...instantly);
		await until('a webhook', async () => (await webhooks())[0]?.events?.includes('conversation.action_items.ready'));
		const text = 'Ana: I will send the contract to Acme by Thursday.\nBen: I will book the room for the training.';
		const { conversationId } = await world.sandbox.importMeeting(world.user, { text, filename: 'tasks.txt', title: 'Tasks', generateKeyPoints: true });
		const Item = z.object({ by: z.string(), key: z.string(), item: z.looseObject({ conversationId: z.string(), timestamp: z.string() }) });
		const found = (by: string) =>
			world.sink.received.flatMap((one) => {
				const { data } = Item.safeParse(one);
				return data?.by === by && data.item.conversationId === conversationId ? [{ key: data.key, item: { ...data.item, timestamp: '' } }] : [];
			});
		await until('the instant ones', () => found('instant').length === 2);
		// If polling finds no key points yet, it tries again only minutes later.
		await deploy(...instantly, { ...poll(), fields: { ...both, minutes: { type: 'num', value: String(POLL_MS / 60_000) }, recentHours: { type: 'num', value: '1' } }, wires: [['polled']] });
		await until('the polled ones', () => found('polled').length === 2);
		assert.deepEqual(found('instant'), found('polled'));
		assert.equal(new Set(found('instant').map(({ key }) => key)).size, 2);
		world.sink.received.length = 0;
	});

	test('removing the node removes the webhook', async () => {
		await deploy(poll(), send());
		await until('no webhook', async () => (await webhooks()).length === 0);
	});

	test('of 100 conversations, none is lost while Node-RED is killed five times', async () => {
		const ids = new Set<string>();
		for (let life = 0; life < 5; life += 1) {
			for (let count = 0; count < 20; count += 1) ids.add(await record(`Meeting ${life}-${count}`));
			// In the middle of a poll, or of a flow that it started.
			await wait(700 + life * 130);
			await world.red().stop('SIGKILL');
			await world.start();
		}
		const missing = () => [...ids].filter((id) => !arrived().some(({ conversationId }) => conversationId === id));
		await until('all of them', () => missing().length === 0).catch(() => {});
		assert.deepEqual(missing(), []);
		const times = arrived().filter(({ conversationId }) => ids.has(conversationId)).length;
		console.log(`100 conversations, 5 kills: 0 lost, ${times - 100} sent again`);
	});
});
