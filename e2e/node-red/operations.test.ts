import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import type { Field } from '../../src/forms/field.ts';
import { catalogue } from '../../src/operations/index.ts';
import { returnsMany } from '../../src/operations/operation.ts';
import { until } from '../support/until.ts';
import { ALONE } from '../../scripts/node-red/host.ts';
import { startNodeRedWorld } from './world.ts';

type World = Awaited<ReturnType<typeof startNodeRedWorld>>;

/** Deletes and shares come last, and nothing is registered at an address that does not exist. */
const rank = ['sendTest', 'delete'];
const all = catalogue
	.flatMap(({ id: resource, operations }) => operations.map((operation) => ({ resource, operation })))
	.toSorted((one, other) => rank.indexOf(one.operation.id) - rank.indexOf(other.operation.id));

suite('Operations in Node-RED', () => {
	let world: World;
	let ids: Readonly<Record<string, string>>;
	let valueFor: (field: Field) => string;

	before(async () => {
		world = await startNodeRedWorld();
		const client = connect({ baseUrl: world.sandbox.url, apiKey: world.apiKey });
		const [conversation] = (await client.conversations.list({ search: 'Harbour' })).data;
		const [contact] = (await client.contacts.list({})).data;
		const [event] = (await client.calendar.events({})).data;
		const { data: webhook } = await client.webhooks.register({ url: `${world.red().url}/nowhere`, events: ['conversation.created'] });
		ids = { conversation: conversation?.id ?? '', contact: contact?.id ?? '', person: contact?.id ?? '', webhook: webhook.id, calendarEvent: String(event?.id) };
		const texts: Readonly<Record<string, string>> = { 'Company Domain': 'quillbrook.example', URL: 'https://hooks.example.com/new' };
		valueFor = (field) => {
			if (field.kind === 'reference') return ids[field.picks] ?? '';
			if (field.kind === 'choice') return String(field.choices.find(({ value }) => value === 'person')?.value);
			if (field.kind === 'choices') return String(field.choices[0]?.value);
			return texts[field.label] ?? field.example ?? 'What was agreed?';
		};
		await world.red().deploy(
			[
				world.flow,
				world.account,
				...all.flatMap(({ resource, operation }) => {
					const name = `${resource}-${operation.id}`;
					const fields = Object.fromEntries(
						Object.entries(operation.fields).flatMap(([input, field]) =>
							(field.required && field.default === undefined) || field.kind === 'reference' ? [[field.name ?? input, { type: field.kind === 'choices' ? 'choices' : 'str', value: valueFor(field) }]] : [],
						),
					);
					return [
						world.node('http in', `in-${name}`, [`op-${name}`], { url: `/run/${name}`, method: 'post' }),
						world.node('meeting-assistant', `op-${name}`, ['out'], { account: 'account', resource, operation: operation.id, fields }),
					];
				}),
				world.node('http in', 'in-missing', ['op-missing'], { url: '/run/missing', method: 'post' }),
				world.node('meeting-assistant', 'op-missing', ['out'], {
					account: 'account',
					resource: 'keyPoints',
					operation: 'get',
					fields: { conversationId: { type: 'msg', value: 'payload.conversation' } },
				}),
				world.node('http in', 'in-chain', ['op-latest'], { url: '/run/chain', method: 'post' }),
				world.node('meeting-assistant', 'op-latest', ['op-default'], {
					account: 'account',
					resource: 'conversation',
					operation: 'getAll',
					fields: { limit: { type: 'num', value: '1' }, eachMessage: { type: 'msg', value: 'payload.each' } },
				}),
				world.node('http in', 'in-default', ['op-default'], { url: '/run/default', method: 'post' }),
				world.node('meeting-assistant', 'op-default', ['out'], {
					account: 'account',
					resource: 'conversation',
					operation: 'getTranscript',
					fields: { conversationId: { type: 'msg', value: 'payload.conversationId' } },
				}),
				world.node('http in', 'in-nothing', ['no-payload'], { url: '/run/nothing', method: 'post' }),
				world.node('change', 'no-payload', ['op-missing'], { rules: [{ t: 'delete', p: 'payload', pt: 'msg' }] }),
				world.node('http in', 'in-expression', ['op-expression'], { url: '/run/expression', method: 'post' }),
				world.node('meeting-assistant', 'op-expression', ['out'], {
					account: 'account',
					resource: 'conversation',
					operation: 'rename',
					fields: { conversationId: { type: 'str', value: 'conv_1' }, title: { type: 'jsonata', value: '$number("ten")' } },
				}),
				world.node('http in', 'in-now', ['op-now'], { url: '/run/now', method: 'post' }),
				world.node('meeting-assistant', 'op-now', ['out'], {
					account: 'account',
					resource: 'conversation',
					operation: 'getAll',
					fields: { since: { type: 'date', value: '' } },
				}),
				world.node('http in', 'in-each', ['op-each'], { url: '/run/each', method: 'post' }),
				world.node('meeting-assistant', 'op-each', ['joined'], {
					account: 'account',
					resource: 'conversation',
					operation: 'getAll',
					fields: { limit: { type: 'num', value: '3' }, eachMessage: { type: 'bool', value: 'true' } },
				}),
				world.node('join', 'joined', ['out'], { mode: 'auto' }),
				world.node('http in', 'in-none', ['op-none'], { url: '/run/none', method: 'post' }),
				world.node('meeting-assistant', 'op-none', ['joined'], {
					account: 'account',
					resource: 'conversation',
					operation: 'getAll',
					fields: { search: { type: 'str', value: 'Nobody calls a meeting this' }, eachMessage: { type: 'bool', value: 'true' } },
				}),
				world.node('complete', 'completed', ['hinted'], { scope: ['op-none'] }),
				world.node('change', 'hinted', ['out'], { rules: [{ t: 'move', p: 'hints', pt: 'msg', to: 'payload', tot: 'msg' }] }),
				world.node('http in', 'in-delayed', ['op-delayed'], { url: '/run/delayed', method: 'post' }),
				world.node('meeting-assistant', 'op-delayed', ['out'], {
					account: 'account',
					resource: 'conversation',
					operation: 'getTranscript',
					fields: { conversationId: { type: 'str', value: 'conv_1' } },
				}),
				world.node('catch', 'limited', ['with-delay'], { scope: ['op-delayed'] }),
				world.node('change', 'with-delay', ['out'], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '{"error": error, "delay": delay}', tot: 'jsonata' }] }),
				world.node('catch', 'caught', ['failed'], { scope: all.map(({ resource, operation }) => `op-${resource}-${operation.id}`).concat(['op-missing', 'op-expression', 'op-now', 'op-each', 'op-latest', 'op-default']) }),
				world.node('change', 'failed', ['out'], {
					rules: [
						{ t: 'set', p: 'payload', pt: 'msg', to: 'error', tot: 'msg' },
						{ t: 'set', p: 'statusCode', pt: 'msg', to: '500', tot: 'num' },
					],
				}),
				world.node('http response', 'out', []),
			],
			'full',
		);
		await until('the routes', async () => (await fetch(`${world.red().url}/run/each`, { method: 'POST' })).status !== 404);
	});
	after(() => world.stop());

	const run = async (name: string, body: object = {}) => {
		const answer = await fetch(`${world.red().url}/run/${name}`, {
			method: 'POST',
			headers: { ...ALONE, 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		});
		const payload: unknown = await answer.json();
		return { status: answer.status, payload };
	};

	for (const { resource, operation } of all) {
		test(`${resource} > ${operation.id} runs in a flow`, async () => {
			const { status, payload } = await run(`${resource}-${operation.id}`);
			assert.equal(status, 200, JSON.stringify(payload));
			assert.equal(Array.isArray(payload), returnsMany(operation, { valueOf: () => undefined }));
		});
	}

	const Caught = z.object({ message: z.string(), code: z.string(), cause: z.looseObject({}) });

	test('a failure reaches a Catch node with what a flow can branch on', async () => {
		const { status, payload } = await run('missing', { conversation: 'nobody' });
		assert.equal(status, 500);
		const { message, code, cause } = Caught.parse(payload);
		assert.match(message, /^Conversation nobody not found\. .*Conversation > Get Many/);
		assert.equal(code, 'not_found');
		assert.deepEqual(cause, { httpCode: 404, code: 'not_found', creditAtRisk: false });
	});

	test('an empty value of a message is refused by the label of its field', async () => {
		const { payload } = await run('missing');
		assert.match(Caught.parse(payload).message, /“?Conversation”?.* empty/);
	});

	test('a message without a payload is refused in the same way', async () => {
		const { payload } = await run('nothing');
		assert.match(Caught.parse(payload).message, /“?Conversation”?.* empty/);
	});

	test('a result of Get Many can be handed on to a new node as it is', async () => {
		const { status, payload } = await run('chain', { each: true });
		assert.equal(status, 200, JSON.stringify(payload));
		assert.match(z.object({ id: z.string() }).parse(payload).id, /^conv_/);
	});

	test('a message without an ID says which property was empty, and where the ID is', async () => {
		const said = async (name: string, body: object) => Caught.parse((await run(name, body)).payload).message;
		assert.match(await said('chain', { each: false }), /msg\.payload\.conversationId is empty, because msg\.payload is a list of 1\. Turn on “Message per Result” in the node before, or put a Split node in between\.$/);
		assert.match(await said('default', { id: 'ctc_1', email: 'priya@harbour.example' }), /msg\.payload\.conversationId is empty\. An event has the ID in msg\.payload\.conversationId, a result of Get Many in msg\.payload\.id/);
		// An object with nothing but an ID is a conversation.
		assert.match(await said('default', { id: 'conv_none' }), /^Conversation conv_none not found/);
		assert.match(await said('missing', {}), /msg\.payload\.conversation is empty/);
	});

	test('when waiting helps, a Delay node knows for how long', async () => {
		const Delayed = z.object({ message: z.string(), cause: z.object({ retryAfterSeconds: z.number() }) });
		world.sandbox.faults.add({ kind: 'rate-limited', path: '/api/v1/conversations/{id}/transcript', retryAfterSeconds: 600, count: 1 });
		const { payload } = await run('delayed');
		const { error, delay } = z.object({ error: Delayed, delay: z.number() }).parse(payload);
		assert.equal(delay, error.cause.retryAfterSeconds * 1000);
		assert.match(error.message, /Override delay with msg\.delay/);
	});

	test('a list that the limit cuts short fails: it would pass for a complete one', async () => {
		world.sandbox.faults.add({ kind: 'rate-limited', path: '/api/v1/conversations/{id}/keypoints', retryAfterSeconds: 600, count: 1 });
		assert.equal(Caught.parse((await run('actionItem-find')).payload).code, 'rate_limited');
	});

	test('an expression that fails is named by its field, with the reason', async () => {
		const { message, code } = Caught.parse((await run('expression')).payload);
		assert.match(message, /“New Title” cannot be used: it could not be evaluated: Unable to cast value to a number/);
		assert.equal(code, 'invalid_input');
	});

	test('a timestamp is the time of the message', async () => {
		assert.deepEqual((await run('now')).payload, []);
	});

	test('results of their own can be joined', async () => {
		const { payload } = await run('each');
		assert.equal(z.array(z.object({ id: z.string() })).parse(payload).length, 3);
	});

	test('no results send no message, and a Complete node gets the reason', async () => {
		const { payload } = await run('none');
		assert.match(String(z.array(z.string()).parse(payload)[0]), /^No conversations were found/);
	});

	test('a deploy that stops messages says how many, and what it may have cost', async () => {
		let requests = 0;
		const silent = createServer(() => void (requests += 1));
		await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
		const address = silent.address();
		const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
		const asking = (question: string) => [
			world.flow,
			{ ...world.account, baseUrl },
			world.node('inject', 'start', ['seven'], { once: true, onceDelay: 0.1, props: [], repeat: '', crontab: '' }),
			world.node('function', 'seven', ['ask'], { func: 'for (let index = 0; index < 7; index++) node.send({});', outputs: 1 }),
			world.node('meeting-assistant', 'ask', [], {
				account: 'account',
				resource: 'conversation',
				operation: 'ask',
				fields: { conversationId: { type: 'str', value: 'conv_1' }, question: { type: 'str', value: question } },
			}),
		];
		await world.red().deploy(asking('What was agreed?'), 'full');
		await until('five requests', async () => requests === 5);
		await world.red().deploy([world.flow], 'full');
		silent.closeAllConnections();
		silent.close();
		const expected = 'Stopped before the end of 7 messages: 5 under way, 2 waiting. What was under way may have been done, and may have used AI credits.';
		await until('the warning', async () => readFileSync(world.log, 'utf8').includes(expected));
		assert.equal(requests, 5);
	});
});
