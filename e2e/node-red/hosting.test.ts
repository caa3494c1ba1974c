import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import { startNodeRed, type FlowNode } from '../../scripts/node-red/host.ts';
import { unnamedAddress } from '../../src/triggers/register/address.ts';
import { signedDelivery } from '../support/signedDelivery.ts';
import { freePorts } from '../support/startWorld.ts';
import { until } from '../support/until.ts';
import { startNodeRedWorld } from './world.ts';

type World = Awaited<ReturnType<typeof startNodeRedWorld>>;

const FOREIGN = 'https://hooks.example.com/somebody-else';
const created = { type: 'choices', value: 'conversation.created' };
const Arrived = z.object({ conversationId: z.string() });
const Registration = z.object({ secret: z.string() });

/** bcrypt of “password”. */
const HASH = '$2a$08$zZWtXTja0fB1pzD4sHCMyOCMYz2Z6dNbM6tl8sJogENOMcxWV9DN.';

suite('Hosting Node-RED', () => {
	let world: World;
	const serviceOf = (apiKey: string) => connect({ baseUrl: world.sandbox.url, apiKey }).webhooks;
	const event = (id: string, more: object = {}) =>
		world.node('meeting-assistant-event', id, ['send'], { account: 'account', fields: { events: created }, ...more });
	const send = () => world.node('http request', 'send', [], { method: 'POST', ret: 'obj', url: world.sink.url, senderr: false });
	const urlOf = (id: string, root = '') => `${world.red().url}${root}/meeting-assistant/${id}`;
	const own = async (apiKey = world.apiKey) =>
		(await serviceOf(apiKey).list()).data.filter(({ url }) => url !== FOREIGN).map((webhook) => ({ ...webhook, url: unnamedAddress(webhook.url ?? '') }));
	/** Waits until these are the webhooks of this Node-RED, and checks that each one's deliveries are accepted. */
	const expectWebhooks = async (urls: readonly string[], apiKey = world.apiKey) => {
		const found = async () => (await own(apiKey)).map(({ url }) => url).toSorted();
		await until(`webhooks ${urls.join()}`, async () => JSON.stringify(await found()) === JSON.stringify(urls.toSorted())).catch(() => {});
		assert.deepEqual(await found(), urls.toSorted());
		for (const { id } of await own(apiKey)) assert.equal((await serviceOf(apiKey).test({ id })).data.statusCode, 200);
	};
	const record = async (title: string, user = world.user) =>
		(await world.sandbox.importMeeting(user, { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'new.txt', title })).conversationId;
	const arrived = (id: string) => world.sink.received.filter((item) => Arrived.parse(item).conversationId === id).length;
	const expectDelivery = async (title: string) => {
		const id = await record(title);
		await until(`the delivery “${title}”`, () => arrived(id) === 1);
	};
	const stateOf = (id: string) => join(world.userFolder, `meeting-assistant/${id}.json`);

	before(async () => {
		world = await startNodeRedWorld({ sample: false });
		await serviceOf(world.apiKey).register({ url: FOREIGN, events: ['conversation.created'] });
	});
	after(async () => {
		const all = await serviceOf(world.apiKey).list();
		assert.equal(all.data.filter(({ url }) => url === FOREIGN).length, 1);
		await world.stop();
	});

	suite('under settings of its administrator', () => {
		before(() => world.red().deploy([world.flow, world.account, event('event'), send()], 'full'));

		test('other roots and passwords for everything else', async () => {
			await expectWebhooks([urlOf('account')]);
			await world.red().stop();
			const adminAuth = { type: 'credentials', users: [{ username: 'nora', password: HASH, permissions: '*' }, { username: 'guest', password: HASH, permissions: 'read' }] };
			await world.start({ httpAdminRoot: '/admin', httpNodeRoot: '/flows', httpNodeAuth: { user: 'nora', pass: HASH }, adminAuth });
			await expectWebhooks([urlOf('account', '/flows')]);
			await expectDelivery('Behind a password');
			const { secret } = Registration.parse(JSON.parse(readFileSync(stateOf('account'), 'utf8')));
			const post = async (key: string, path: string) => {
				const { body, headers } = signedDelivery('conv_posted', key, Date.now());
				return (await fetch(urlOf(path, '/flows'), { method: 'POST', body, headers })).status;
			};
			assert.equal(await post(secret, 'nobody'), 401, 'other routes ask for the password');
			assert.equal(await post('0'.repeat(64), 'account'), 401);
			assert.equal(await post(secret, 'account'), 200);

			const admin = `${world.red().url}/admin`;
			const signIn = async (username: string) => {
				const body = new URLSearchParams({ client_id: 'node-red-editor', grant_type: 'password', scope: '', username, password: 'password' });
				const answer = await fetch(`${admin}/auth/token`, { method: 'POST', body });
				const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json());
				return { Authorization: `Bearer ${token}` };
			};
			const ask = async (path: string, headers: Readonly<Record<string, string>>, body: object) =>
				(await fetch(`${admin}/meeting-assistant/${path}`, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).status;
			const statuses = async (headers: Readonly<Record<string, string>>) => [
				await ask('picks', headers, { account: 'account', picks: 'conversation', filter: '' }),
				await ask('test', headers, {}),
			];
			assert.deepEqual(await statuses({}), [401, 401]);
			assert.deepEqual(await statuses(await signIn('guest')), [401, 401]);
			assert.deepEqual(await statuses(await signIn('nora')), [200, 400]);
		});

		test('without an editor', async () => {
			await world.red().stop();
			await world.start({ disableEditor: true });
			await expectWebhooks([urlOf('account')]);
			await expectDelivery('Without an editor');
		});

		test('without routes of flows, nothing is registered that nobody would answer', async () => {
			await world.red().stop();
			await world.start({ httpNodeRoot: false });
			await until('the reason', () => readFileSync(world.log, 'utf8').includes('serves no routes of flows'));
			await expectWebhooks([]);
			await world.red().stop();
			await world.start();
			await expectWebhooks([urlOf('account')]);
		});
	});

	suite('while flows change', () => {
		/** Deploys. Resolves once the flows run and their first requests have been sent. */
		const deploy = async (how: 'full' | 'flows' | 'nodes', ...nodes: FlowNode[]) => {
			const starts = () => readFileSync(world.log, 'utf8').split(/Started (?:modified )?(?:flows|nodes)/).length;
			const earlier = starts();
			await world.red().deploy(nodes, how);
			await until('the start of the flows', () => starts() > earlier);
			await wait(300);
		};
		const base = () => [world.flow, world.account, send()];
		const subflow = { id: 'sub', type: 'subflow', name: 'Both', in: [], out: [] };
		const inside = (more: object = {}) => [event('in', { z: 'sub', wires: [['inner']], ...more }), { ...send(), id: 'inner', z: 'sub' }];
		const instance = (id: string, more: object = {}) => world.node('subflow:sub', id, [], more);

		for (const how of ['full', 'flows', 'nodes'] as const) {
			test(`nodes, tabs and instances of subflows that are disabled, moved or removed, deployed as “${how}”, share one webhook while there are any`, async () => {
				const other = { id: 'other', type: 'tab', label: 'Other' };
				await deploy(how, ...base(), other, event('one'), event('two', { z: 'other' }));
				await expectWebhooks([urlOf('account')]);
				const kept = await own();
				const expectKept = async () => {
					await expectWebhooks([urlOf('account')]);
					assert.deepEqual(await own(), kept);
				};

				await deploy(how, ...base(), other, event('one', { z: 'other' }), event('two', { z: 'other', d: true }));
				await expectKept();
				await deploy(how, ...base(), { ...other, disabled: true }, event('one', { z: 'other' }), event('two', { z: 'other' }), event('copy'));
				await expectKept();
				await deploy(how, ...base(), { ...other, disabled: true }, event('copy', { z: 'other' }));
				await expectWebhooks([]);

				await deploy(how, ...base(), subflow, ...inside(), instance('first'), instance('second'));
				await expectWebhooks([urlOf('account')]);
				const id = await record('For both instances');
				await until('both', () => arrived(id) === 2);
				await deploy(how, ...base(), subflow, ...inside({ d: true }), instance('first'), instance('second'));
				await expectWebhooks([]);
				await deploy(how, ...base(), subflow, ...inside(), instance('first'));
				await expectWebhooks([urlOf('account')]);
				await deploy(how, ...base());
				await expectWebhooks([]);
				assert.ok(!existsSync(stateOf('account')));
			});
		}

		test('an account and a trigger that change', async () => {
			const other = world.sandbox.createUser({ name: 'Ben Roth', email: 'ben@example.com', plan: 'enterprise' }).id;
			const key = world.sandbox.createKey(other);
			const flow = (account: object, more: object = {}) => deploy('nodes', world.flow, send(), { ...world.account, ...account }, event('event', more));
			await flow({});
			await expectWebhooks([urlOf('account')]);
			const [first] = await own();

			await flow({ name: 'Renamed' });
			await expectWebhooks([urlOf('account')]);
			assert.deepEqual(await own(), [first], 'the same account keeps the webhook');

			await flow({}, { fields: { events: { type: 'choices', value: 'conversation.created,conversation.keypoints.ready' } } });
			await until('both events', async () => (await own()).some(({ events }) => events?.length === 2));
			await expectWebhooks([urlOf('account')]);

			await flow({ credentials: { apiKey: key } });
			await expectWebhooks([urlOf('account')], key);
			await expectWebhooks([]);

			await flow({ credentials: { apiKey: world.sandbox.createKey(other) } });
			await expectWebhooks([urlOf('account')], key);

			await flow({});
			await expectWebhooks([urlOf('account')]);
			await expectWebhooks([], key);
			const publicUrl = world.red().url.replace('127.0.0.1', 'localhost');
			await flow({ publicUrl });
			await expectWebhooks([`${publicUrl}/meeting-assistant/account`]);

			await deploy('nodes', world.flow, send(), event('event'));
			await expectWebhooks([]);
			await deploy('nodes', ...base());
		});
	});

	test('nodes that are removed while Node-RED is down', async () => {
		const second = { ...world.account, id: 'second' };
		const removeFromFile = (...gone: readonly string[]) => {
			const file = join(world.userFolder, 'flows.json');
			const nodes = z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(readFileSync(file, 'utf8')));
			writeFileSync(file, JSON.stringify(nodes.filter(({ id }) => !gone.includes(id))));
		};
		await world.red().deploy([world.flow, world.account, second, send(), event('one'), event('two', { account: 'second' })]);
		await expectWebhooks([urlOf('account'), urlOf('second')]);
		await world.red().stop();
		removeFromFile('two', 'second');
		await world.start();
		await expectWebhooks([urlOf('account')]);
		assert.ok(!existsSync(stateOf('second')));
	});

	test('five nodes take one webhook of the plan, for the events that they want', async () => {
		const { id } = world.sandbox.createUser({ name: 'Ben Roth', email: 'professional@example.com', plan: 'professional' });
		const key = world.sandbox.createKey(id);
		for (const name of ['a', 'b']) await serviceOf(key).register({ url: `https://hooks.example.com/${name}`, events: ['conversation.created'] });
		const wanting = (name: string, value: string) => event(name, { fields: { events: { type: 'choices', value } } });
		const events = ['conversation.created', 'conversation.keypoints.ready', 'conversation.shared', 'conversation.deleted', 'webhook.test'];
		const account = { ...world.account, credentials: { apiKey: key } };
		const deployed = async (chosen: readonly string[]) => {
			await world.red().deploy([world.flow, account, send(), ...chosen.map((name) => wanting(name.replaceAll('.', '_'), name))]);
			await until('the webhook', async () => (await own(key)).some(({ url, events: registered }) => url === urlOf('account') && chosen.every((name) => registered?.includes(name))));
			return (await own(key)).find(({ url }) => url === urlOf('account'));
		};
		// The plan's last webhook is never replaced, because events would be lost meanwhile.
		const first = await deployed(events.slice(0, 2));
		assert.equal((await deployed(events.slice(0, 4)))?.id, first?.id);
		world.sink.received.length = 0;
		const { conversationId } = await world.sandbox.importMeeting(id, { text: 'Ana: Shall we begin?', filename: 'new.txt', title: 'One', generateKeyPoints: true });
		await until('an event for each of two nodes', () => arrived(conversationId) === 2);
		await world.red().deploy([world.flow, world.account, send()]);
		await until('no webhook', async () => (await own(key)).length === 2);
	});

	const chosen = (value: string) => event('event', { fields: { events: { type: 'choices', value } } });
	const [few, many] = ['conversation.created', 'conversation.created,conversation.shared'];

	test('no delivery is lost, and none is handed on twice, while the chosen events change', async () => {
		await world.red().deploy([world.flow, world.account, send(), chosen(few)]);
		await expectWebhooks([urlOf('account')]);
		const ids: string[] = [];
		let isDone = false;
		const recording = (async () => {
			for (; !isDone; await wait(60)) ids.push(await record(`While events change ${ids.length}`));
		})();
		const seen = new Set<string>();
		for (let count = 0; count < 8; count += 1) {
			await world.red().deploy([world.flow, world.account, send(), chosen(count % 2 === 0 ? many : few)]);
			await wait(400);
			for (const { id } of await own()) seen.add(id);
		}
		isDone = true;
		await recording;
		await world.sandbox.settled();
		await until('all of them', () => ids.every((id) => arrived(id) > 0)).catch(() => {});
		const times = ids.map(arrived);
		console.log(`${ids.length} conversations, ${seen.size} webhooks one after the other: ${times.filter((count) => count === 0).length} lost, ${times.filter((count) => count > 1).length} twice`);
		assert.ok(seen.size > 4);
		assert.deepEqual(new Set(times), new Set([1]));
		await expectWebhooks([urlOf('account')]);
	});

	test('killed in the middle of a change, it goes on with one webhook whose deliveries it takes', async () => {
		for (const [index, delay] of [0, 60, 120, 200, 300].entries()) {
			const value = index % 2 === 0 ? many : few;
			await world.red().deploy([world.flow, world.account, send(), chosen(value)]);
			await wait(delay);
			await world.red().stop('SIGKILL');
			await world.start();
			await until('the wanted events', async () => (await own()).length === 1 && (await own())[0]?.events?.length === value.split(',').length);
			await expectWebhooks([urlOf('account')]);
			await expectDelivery(`After kill ${index}`);
		}
		await world.red().deploy([world.flow, world.account, send()]);
		await expectWebhooks([]);
	});

	test('a delivery in the middle of a deploy', async () => {
		const deploy = (...nodes: FlowNode[]) => world.red().deploy([world.flow, world.account, send(), ...nodes], 'full');
		await deploy(event('event'));
		await expectWebhooks([urlOf('account')]);
		const { secret } = Registration.parse(JSON.parse(readFileSync(stateOf('account'), 'utf8')));
		const statuses: Promise<number>[] = [];
		const deployed = deploy(event('event', { name: 'Again' })).then(() => wait(300));
		for (let count = 0; count < 100; count += 1) {
			const { body, headers } = signedDelivery(`conv_deploy_${count}`, secret, Date.now());
			statuses.push(fetch(urlOf('account'), { method: 'POST', body, headers }).then(({ status }) => status));
			await wait(5);
		}
		await deployed;
		assert.deepEqual(new Set(await Promise.all(statuses)), new Set([200]));
		await deploy();
		await expectWebhooks([]);
	});

	test('a copy of everything, whose account still has the address of the original', async () => {
		await world.red().deploy([world.flow, world.account, send(), event('event')]);
		await expectWebhooks([urlOf('account')]);
		const original = await own();
		const userFolder = join(world.userFolder, '../copy');
		cpSync(world.userFolder, userFolder, { recursive: true, verbatimSymlinks: true });
		const log = join(userFolder, 'node-red.log');
		const copy = await startNodeRed({ userFolder, port: (await freePorts()).n8n, log });
		try {
			const words = 'leads to another Node-RED';
			await until('a warning', () => readFileSync(log, 'utf8').includes(words));
			await copy.deploy([world.flow, world.account, send(), event('event', { fields: { events: { type: 'choices', value: 'conversation.shared' } } })]);
			await until('another warning', () => readFileSync(log, 'utf8').split(words).length > 2);
			assert.deepEqual(await own(), original);
			await expectDelivery('To the original');

			await copy.deploy([world.flow, { ...world.account, publicUrl: copy.url }, send(), event('event')]);
			await expectWebhooks([urlOf('account'), `${copy.url}/meeting-assistant/account`]);
			await copy.deploy([world.flow, { ...world.account, publicUrl: world.red().url }, send(), event('event')]);
			await expectWebhooks([urlOf('account')]);
			await copy.deploy([]);
			await expectWebhooks([urlOf('account')]);
			assert.deepEqual(await own(), original);
		} finally {
			await copy.stop();
		}
	});

	test('polling goes on where it was after its node was disabled or moved', async () => {
		// The requests of the other tests would slow down this account's polling.
		const { id: user } = world.sandbox.createUser({ name: 'Ben Roth', email: 'polled@example.com', plan: 'enterprise' });
		const account = { ...world.account, credentials: { apiKey: world.sandbox.createKey(user) } };
		const poll = (more: object = {}) =>
			world.node('meeting-assistant-poll', 'poll', ['send'], {
				...{ account: 'account', fields: { events: created, minutes: { type: 'num', value: String(0.05) }, maxRequests: { type: 'num', value: '50' } } },
				...more,
			});
		const other = { id: 'other', type: 'tab', label: 'Other' };
		await world.red().deploy([world.flow, account, send(), other, poll({ z: 'other' })]);
		await until('a first poll', () => existsSync(stateOf('poll')));
		await world.red().deploy([world.flow, account, send(), other, poll({ z: 'other', d: true })]);
		const missed = await record('While the node was disabled', user);
		await world.red().deploy([world.flow, account, send(), poll()]);
		await until('the missed conversation', () => arrived(missed) === 1);
		await world.red().deploy([world.flow, account, send()]);
		assert.ok(!existsSync(stateOf('poll')));
	});
});
