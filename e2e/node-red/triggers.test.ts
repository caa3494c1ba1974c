import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import { signedDelivery } from '../support/signedDelivery.ts';
import { until } from '../support/until.ts';
import { startNodeRedWorld } from './world.ts';

type World = Awaited<ReturnType<typeof startNodeRedWorld>>;

const Arrived = z.object({ dedupeKey: z.string(), event: z.string(), conversationId: z.string() });
const created = { type: 'choices', value: 'conversation.created' };
const POLL_SECONDS = 1;

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
				minutes: { type: 'num', value: String(POLL_SECONDS / 60) },
				maxRequests: { type: 'num', value: '50' },
				confirmed: { type: 'bool', value: 'true' },
			},
		});
	/** Confirms what the sink has taken. */
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
		assert.equal(webhook?.url, `${world.red().url}/meeting-assistant/event`);
		const id = await record('Delivered');
		await until('the delivery', () => arrived().find(({ conversationId }) => conversationId === id));
	});

	test('a forged delivery starts nothing, and a signed one only once', async () => {
		const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(readFileSync(join(world.userFolder, 'meeting-assistant/event.json'), 'utf8')));
		const deliver = async (key: string) => {
			const { body, headers } = signedDelivery('conv_forged', key, Date.now());
			return async () => (await fetch(`${world.red().url}/meeting-assistant/event`, { method: 'POST', body, headers })).status;
		};
		const forged = await deliver('0'.repeat(64));
		assert.equal(await forged(), 401);
		const genuine = await deliver(secret);
		assert.deepEqual([await genuine(), await genuine()], [200, 200]);
		await wait(500);
		assert.equal(arrived().filter(({ conversationId }) => conversationId === 'conv_forged').length, 1);
		assert.equal((await fetch(`${world.red().url}/meeting-assistant/nobody`, { method: 'POST' })).status, 404);
	});

	test('a restart keeps the webhook, and polling catches what was missed under the same key', async () => {
		const [before] = await webhooks();
		await deploy(event(), poll(), send());
		await wait(3000 * POLL_SECONDS);
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

	test('removing the node removes the webhook', async () => {
		await deploy(poll(), send());
		await until('no webhook', async () => (await webhooks()).length === 0);
	});

	test('of 100 conversations, none is lost while Node-RED is killed five times', async () => {
		const ids = new Set<string>();
		for (let life = 0; life < 5; life += 1) {
			for (let count = 0; count < 20; count += 1) ids.add(await record(`Meeting ${life}-${count}`));
			// In the middle of a poll, or of what it started.
			await wait(700 * POLL_SECONDS + life * 130);
			await world.red().stop('SIGKILL');
			await world.start();
		}
		const missing = () => [...ids].filter((id) => !arrived().some(({ conversationId }) => conversationId === id));
		await until('all of them', () => missing().length === 0, 60_000).catch(() => {});
		assert.deepEqual(missing(), []);
		const times = arrived().filter(({ conversationId }) => ids.has(conversationId)).length;
		console.log(`100 conversations, 5 kills: 0 lost, ${times - 100} sent again`);
	});
});
