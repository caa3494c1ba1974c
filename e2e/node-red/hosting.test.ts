import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import { startNodeRed, type FlowNode } from '../../scripts/node-red/host.ts';
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
	const own = async (apiKey = world.apiKey) => (await serviceOf(apiKey).list()).data.filter(({ url }) => url !== FOREIGN);
	/** Waits until these are the webhooks of this Node-RED, and tests that each has somebody who takes its deliveries. */
	const expectWebhooks = async (urls: readonly string[], apiKey = world.apiKey) => {
		const found = async () => (await own(apiKey)).map(({ url }) => url).toSorted();
		await until(`webhooks ${urls.join()}`, async () => JSON.stringify(await found()) === JSON.stringify(urls.toSorted()), 15_000).catch(() => {});
		assert.deepEqual(await found(), urls.toSorted());
		for (const { id } of await own(apiKey)) assert.equal((await serviceOf(apiKey).test({ id })).data.statusCode, 200);
	};
	const record = async (title: string) =>
		(await world.sandbox.importMeeting(world.user, { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'new.txt', title })).conversationId;
	const arrived = (id: string) => world.sink.received.filter((item) => Arrived.parse(item).conversationId === id).length;
	const expectDelivery = async (title: string) => {
		const id = await record(title);
		await until(`the delivery “${title}”`, () => arrived(id) === 1, 15_000);
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
			await expectWebhooks([urlOf('event')]);
			await world.red().stop();
			const adminAuth = { type: 'credentials', users: [{ username: 'nora', password: HASH, permissions: '*' }, { username: 'guest', password: HASH, permissions: 'read' }] };
			await world.start({ httpAdminRoot: '/admin', httpNodeRoot: '/flows', httpNodeAuth: { user: 'nora', pass: HASH }, adminAuth });
			await expectWebhooks([urlOf('event', '/flows')]);
			await expectDelivery('Behind a password');
			const { secret } = Registration.parse(JSON.parse(readFileSync(stateOf('event'), 'utf8')));
			const post = async (key: string, path: string) => {
				const { body, headers } = signedDelivery('conv_posted', key, Date.now());
				return (await fetch(urlOf(path, '/flows'), { method: 'POST', body, headers })).status;
			};
			assert.equal(await post(secret, 'nobody'), 401, 'other routes ask for the password');
			assert.equal(await post('0'.repeat(64), 'event'), 401);
			assert.equal(await post(secret, 'event'), 200);

			const admin = `${world.red().url}/admin`;
			const signIn = async (username: string) => {
				const body = new URLSearchParams({ client_id: 'node-red-editor', grant_type: 'password', scope: '', username, password: 'password' });
				const answer = await fetch(`${admin}/auth/token`, { method: 'POST', body });
				const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json());
				return { Authorization: `Bearer ${token}` };
			};
			const statuses = async (headers: Readonly<Record<string, string>>) => [
				(await fetch(`${admin}/meeting-assistant/picks?account=account&picks=conversation&filter=`, { headers })).status,
				(await fetch(`${admin}/meeting-assistant/test`, { method: 'POST', headers })).status,
			];
			assert.deepEqual(await statuses({}), [401, 401]);
			assert.deepEqual(await statuses(await signIn('guest')), [401, 401]);
			assert.deepEqual(await statuses(await signIn('nora')), [200, 400]);
		});

		test('without an editor', async () => {
			await world.red().stop();
			await world.start({ disableEditor: true });
			await expectWebhooks([urlOf('event')]);
			await expectDelivery('Without an editor');
		});

		test('without routes of flows, nothing is registered that nobody would answer', async () => {
			await world.red().stop();
			await world.start({ httpNodeRoot: false });
			await until('the reason', () => readFileSync(world.log, 'utf8').includes('serves no routes of flows'), 15_000);
			await expectWebhooks([]);
			await world.red().stop();
			await world.start();
			await expectWebhooks([urlOf('event')]);
		});
	});

	suite('while flows change', () => {
		/** Until the flows run, and what starts with them has asked the service. */
		const deploy = async (how: 'full' | 'flows' | 'nodes', ...nodes: FlowNode[]) => {
			const starts = () => readFileSync(world.log, 'utf8').split(/Started (?:modified )?(?:flows|nodes)/).length;
			const earlier = starts();
			await world.red().deploy(nodes, how);
			await until('the start of the flows', () => starts() > earlier);
			await wait(300);
		};
		const base = () => [world.flow, world.account, send()];
		const subflow = { id: 'sub', type: 'subflow', name: 'Both', in: [], out: [] };
		const inside = (id: string, more: object = {}) => event(id, { z: 'sub', ...more });
		const instance = (id: string, more: object = {}) => world.node('subflow:sub', id, [], more);

		for (const how of ['full', 'flows', 'nodes'] as const) {
			test(`a node, a tab and an instance of a subflow that are disabled, moved or removed, deployed as “${how}”`, async () => {
				const other = { id: 'other', type: 'tab', label: 'Other' };
				await deploy(how, ...base(), other, event('one'), event('two', { z: 'other' }));
				await expectWebhooks([urlOf('one'), urlOf('two')]);
				const [kept] = (await own()).filter(({ url }) => url === urlOf('one'));

				await deploy(how, ...base(), other, event('one', { z: 'other' }), event('two', { z: 'other', d: true }));
				await expectWebhooks([urlOf('one')]);
				assert.deepEqual(await own(), [kept], 'moving to another tab keeps the webhook');
				await deploy(how, ...base(), { ...other, disabled: true }, event('one', { z: 'other' }), event('two', { z: 'other' }), event('copy'));
				await expectWebhooks([urlOf('copy')]);
				await deploy(how, ...base(), { ...other, disabled: true }, event('copy', { z: 'other' }));
				await expectWebhooks([]);

				await deploy(how, ...base(), other, subflow, inside('in'), instance('first'), instance('second'), event('copy', { z: 'other' }));
				await expectWebhooks([urlOf('first-in'), urlOf('second-in'), urlOf('copy')]);
				await deploy(how, ...base(), subflow, inside('in'), instance('first'), instance('second', { d: true }));
				await expectWebhooks([urlOf('first-in')]);
				await deploy(how, ...base(), subflow, inside('in', { d: true }), instance('first'), instance('second'));
				await expectWebhooks([]);
				await deploy(how, ...base(), subflow, inside('in'), instance('first'));
				await expectWebhooks([urlOf('first-in')]);
				await deploy(how, ...base());
				await expectWebhooks([]);
				assert.ok(!existsSync(stateOf('first-in')));
			});
		}

		test('an account and a trigger that change', async () => {
			const other = world.sandbox.createUser({ name: 'Ben Roth', email: 'ben@example.com', plan: 'enterprise' }).id;
			const key = world.sandbox.createKey(other);
			const flow = (account: object, more: object = {}) => deploy('nodes', world.flow, send(), { ...world.account, ...account }, event('event', more));
			await flow({});
			await expectWebhooks([urlOf('event')]);
			const [first] = await own();

			await flow({ name: 'Renamed' });
			await expectWebhooks([urlOf('event')]);
			assert.deepEqual(await own(), [first], 'the same account keeps the webhook');

			await flow({}, { fields: { events: { type: 'choices', value: 'conversation.created,conversation.keypoints.ready' } } });
			await until('both events', async () => (await own()).some(({ events }) => events?.length === 2), 15_000);
			await expectWebhooks([urlOf('event')]);

			await flow({ credentials: { apiKey: key } });
			await expectWebhooks([urlOf('event')], key);
			await expectWebhooks([]);

			await flow({ credentials: { apiKey: world.sandbox.createKey(other) } });
			await expectWebhooks([urlOf('event')], key);

			await flow({});
			await expectWebhooks([urlOf('event')]);
			await expectWebhooks([], key);
			const publicUrl = world.red().url.replace('127.0.0.1', 'localhost');
			await flow({ publicUrl });
			await expectWebhooks([`${publicUrl}/meeting-assistant/event`]);

			await deploy('nodes', world.flow, send(), event('event'));
			await expectWebhooks([]);
			await deploy('nodes', ...base());
		});
	});

	test('a node that is removed while Node-RED is down', async () => {
		await world.red().deploy([world.flow, world.account, send(), event('one'), event('two')]);
		await expectWebhooks([urlOf('one'), urlOf('two')]);
		await world.red().stop();
		const file = join(world.userFolder, 'flows.json');
		writeFileSync(file, JSON.stringify(z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(readFileSync(file, 'utf8'))).filter(({ id }) => id !== 'two')));
		await world.start();
		await expectWebhooks([urlOf('one')]);
		assert.ok(!existsSync(stateOf('two')));
	});

	test('a delivery in the middle of a deploy', async () => {
		const deploy = (...nodes: FlowNode[]) => world.red().deploy([world.flow, world.account, send(), ...nodes], 'full');
		await deploy(event('event'));
		await expectWebhooks([urlOf('event')]);
		const { secret } = Registration.parse(JSON.parse(readFileSync(stateOf('event'), 'utf8')));
		const statuses: Promise<number>[] = [];
		const deployed = deploy(event('event', { name: 'Again' })).then(() => wait(300));
		for (let count = 0; count < 100; count += 1) {
			const { body, headers } = signedDelivery(`conv_deploy_${count}`, secret, Date.now());
			statuses.push(fetch(urlOf('event'), { method: 'POST', body, headers }).then(({ status }) => status));
			await wait(5);
		}
		await deployed;
		assert.deepEqual(new Set(await Promise.all(statuses)), new Set([200]));
		await deploy();
		await expectWebhooks([]);
	});

	test('a copy of everything, whose account still has the address of the original', async () => {
		await world.red().deploy([world.flow, world.account, send(), event('event')]);
		await expectWebhooks([urlOf('event')]);
		const original = await own();
		const userFolder = join(world.userFolder, '../copy');
		cpSync(world.userFolder, userFolder, { recursive: true, verbatimSymlinks: true });
		const log = join(userFolder, 'node-red.log');
		const copy = await startNodeRed({ userFolder, port: (await freePorts()).n8n, log });
		try {
			const words = 'leads to another Node-RED';
			await until('a warning', () => readFileSync(log, 'utf8').includes(words), 15_000);
			await copy.deploy([world.flow, world.account, send(), event('event', { fields: { events: { type: 'choices', value: 'conversation.shared' } } })]);
			await until('another warning', () => readFileSync(log, 'utf8').split(words).length > 2, 15_000);
			assert.deepEqual(await own(), original);
			await expectDelivery('To the original');

			await copy.deploy([world.flow, { ...world.account, publicUrl: copy.url }, send(), event('event')]);
			await expectWebhooks([urlOf('event'), `${copy.url}/meeting-assistant/event`]);
			await copy.deploy([world.flow, { ...world.account, publicUrl: world.red().url }, send(), event('event')]);
			await expectWebhooks([urlOf('event')]);
			await copy.deploy([]);
			await expectWebhooks([urlOf('event')]);
			assert.deepEqual(await own(), original);
		} finally {
			await copy.stop();
		}
	});

	test('polling goes on where it was after its node was disabled or moved', async () => {
		const poll = (more: object = {}) =>
			world.node('meeting-assistant-poll', 'poll', ['send'], {
				...{ account: 'account', fields: { events: created, minutes: { type: 'num', value: String(0.05) }, maxRequests: { type: 'num', value: '50' } } },
				...more,
			});
		const other = { id: 'other', type: 'tab', label: 'Other' };
		await world.red().deploy([world.flow, world.account, send(), other, poll({ z: 'other' })]);
		await until('a first poll', () => existsSync(stateOf('poll')), 15_000);
		await world.red().deploy([world.flow, world.account, send(), other, poll({ z: 'other', d: true })]);
		const missed = await record('While the node was disabled');
		await world.red().deploy([world.flow, world.account, send(), poll()]);
		await until('the missed conversation', () => arrived(missed) === 1, 15_000);
		await world.red().deploy([world.flow, world.account, send()]);
		assert.ok(!existsSync(stateOf('poll')));
	});
});
