import type { Node, Red } from '../../packages/node-red/nodeRed.ts';
import { readForm } from '../../packages/node-red/trigger.ts';
import { valuesFor } from '../../packages/node-red/values.ts';
import { text } from '../../src/forms/field.ts';
import { conversationId } from '../../src/operations/resources/conversation.ts';
import { instantTrigger } from '../../src/triggers/form.ts';

const fields = { id: conversationId, owner: text({ label: 'Owner' }) };
const variables: Readonly<Record<string, string>> = { OWNER: 'Nora' };

const node: Node = { id: 'node', on: () => {}, send: () => {}, status: () => {}, log: () => {}, warn: () => {}, error: () => {} };

/** Reads paths of messages and variables as Node-RED does: a variable that is not set is an empty text. */
const red: Red = {
	nodes: { createNode: () => {}, registerType: () => {}, getNode: () => null, eachNode: () => {} },
	events: { on: () => {} },
	httpAdmin: { post: () => {} },
	httpNode: { use: () => {} },
	auth: { needsPermission: () => () => {} },
	settings: {},
	util: {
		cloneMessage: (message) => message,
		generateId: () => '',
		evaluateNodeProperty: (value, type, _node, message, callback) =>
			callback(null, type === 'env' ? (variables[String(value)] ?? '') : String(value).split('.').reduce<unknown>((at, name) => (at instanceof Object ? Reflect.get(at, name) : undefined), message)),
	},
};

const conversation = async (payload: unknown) =>
	(await valuesFor(red, node, fields, { conversationId: { type: 'msg', value: 'payload.conversationId' } }, { payload }))('id', conversationId);

test.each([[{ id: 'conv_1' }], [{ id: 'conv_1', title: 'Weekly' }], [{ conversationId: 'conv_1' }]])('the ID of a conversation is found in %j', async (payload) => {
	expect(await conversation(payload)).toBe('conv_1');
});

test.each([[{ id: 'contact_1', email: 'a@b.example' }], [{ id: 'ev1', start: '2026-01-01' }], [{ id: 5 }], [{ title: 'Weekly' }], ['conv_1'], [[{ id: 'conv_1' }]]])('none is found in %j', async (payload) => {
	await expect(conversation(payload)).rejects.toThrow('msg.payload.conversationId is empty');
});

test('a filter from a variable that is not set fails, since it would let everything through', async () => {
	const owner = async (name: string) => (await valuesFor(red, node, fields, { owner: { type: 'env', value: name } }, {}))('owner', fields.owner);
	expect(await owner('OWNER')).toBe('Nora');
	await expect(owner('OWNR')).rejects.toThrow('Invalid Owner: it could not be evaluated: the environment variable OWNR is not set');
});

test('a trigger is not started with events that it does not have, nor with a filter that would let everything or nothing through', async () => {
	const start = (name: string, value: string, type: string) =>
		readForm(red, node, instantTrigger, { events: { type: 'choices', value: 'conversation.feedback.ready' }, [name]: { type, value } });
	await expect(start('minimumScore', '11', 'str')).rejects.toThrow('Invalid Minimum Score: it must be a number from 0 up to 10');
	await expect(start('companies', 'missing', 'msg')).rejects.toThrow('Invalid Companies: msg.missing is empty. Remove it to let everything through');
	await expect(start('events', 'conversation.keypoints_ready', 'str')).rejects.toThrow('This trigger has no event “conversation.keypoints_ready”');
	await expect(start('events', '', 'str')).rejects.toThrow('Choose at least one event');
	expect((await start('companies', '', 'str')).filters.companies).toBe('');
});
