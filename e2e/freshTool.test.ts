import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startOpenAiStub } from './examples/openAiStub.ts';
import { openExample } from './examples/openExample.ts';
import { world } from './support/world.ts';

const { n8n } = world;
const CHAT = 'When chat message received';
const [FIND, READ] = ['Find Conversations', 'Read Key Points'];

suite('A tool as the editor adds it, with nothing but its operation', () => {
	test('offers the model what it cannot be called without', async () => {
		const model = await startOpenAiStub();
		const openAiApi = await n8n.createCredential('OpenAI account', 'openAiApi', model.account);
		const { sandbox, client, workflow } = await openExample('ai-agent', { available: { openAiApi } });
		const fresh: Readonly<Record<string, object>> = { [FIND]: { resource: 'conversation', operation: 'ask' }, [READ]: { resource: 'keyPoints', operation: 'get' } };
		const nodes = workflow.nodes.map((node) => ({ ...node, parameters: fresh[node.name] ?? node.parameters }));
		const [meeting] = (await client.conversations.list({ search: 'Harbour Bakery: pilot review' })).data;
		model.script.push({ calls: { Read_Key_Points: { Conversation: meeting?.id } } }, { calls: { Find_Conversations: { Conversation: meeting?.id, Question: 'What was decided?' } } }, { text: 'Done.' });
		const json = { sessionId: '1', action: 'sendMessage', chatInput: 'What did we decide with Harbour?' };
		const { id } = await n8n.createWorkflow({ ...workflow, nodes, pinData: { [CHAT]: [{ json }] } });
		assert.equal((await n8n.run(id, CHAT)).status, 'success');
		const offered = JSON.stringify(model.asked[0]?.tools);
		assert.match(offered, /"required":\["Conversation","Question"\]/);
		const [read, asked] = model.toolOutputs();
		assert.match(read ?? '', /Turn on offline mode for Eastport/);
		assert.match(asked ?? '', /"response":/);
		await sandbox.stop();
		await model.stop();
	});

	test('deletes what the model confirms', async () => {
		const model = await startOpenAiStub();
		const openAiApi = await n8n.createCredential('OpenAI account', 'openAiApi', model.account);
		const { sandbox, client, workflow } = await openExample('ai-agent', { available: { openAiApi } });
		const nodes = workflow.nodes.map((node) => ({ ...node, parameters: node.name === FIND ? { resource: 'conversation', operation: 'delete' } : node.parameters }));
		const [meeting] = (await client.conversations.list({ limit: 1 })).data;
		model.script.push({ calls: { Find_Conversations: { Conversation: meeting?.id } } }, { calls: { Find_Conversations: { Conversation: meeting?.id, Confirmation: meeting?.id } } }, { text: 'Done.' });
		const json = { sessionId: '1', action: 'sendMessage', chatInput: 'Delete the last meeting.' };
		const { id } = await n8n.createWorkflow({ ...workflow, nodes, pinData: { [CHAT]: [{ json }] } });
		assert.equal((await n8n.run(id, CHAT)).status, 'success');
		const [refused, deleted] = model.toolOutputs();
		assert.match(refused ?? '', /it is not confirmed/);
		assert.match(deleted ?? '', /"deleted":true/);
		assert.notEqual((await client.conversations.list({ limit: 1 })).data[0]?.id, meeting?.id);
		await sandbox.stop();
		await model.stop();
	});

	test('offers the model a period, by name, in days or between two times', async () => {
		const model = await startOpenAiStub();
		const openAiApi = await n8n.createCredential('OpenAI account', 'openAiApi', model.account);
		const { sandbox, workflow } = await openExample('ai-agent', { available: { openAiApi } });
		const nodes = workflow.nodes.map((node) => ({ ...node, parameters: node.name === FIND ? { resource: 'actionItem', operation: 'find' } : node.parameters }));
		const asked = [{ Period: 'last30Days' }, { Days: '3' }, { From: '2020-01-01T00:00:00Z', To: '2020-02-01T00:00:00Z' }, { Period: 'someday' }];
		model.script.push(...asked.map((given) => ({ calls: { Find_Conversations: given } })), { text: 'Done.' });
		const json = { sessionId: '1', action: 'sendMessage', chatInput: 'What is to do?' };
		const { id } = await n8n.createWorkflow({ ...workflow, nodes, pinData: { [CHAT]: [{ json }] } });
		assert.equal((await n8n.run(id, CHAT)).status, 'success');
		assert.match(JSON.stringify(model.asked[0]?.tools), /one of last30Days \| last7Days/);
		const [month = '', days = '', past = '', none = ''] = model.toolOutputs();
		assert.match(month, /"item":/);
		assert.ok(days.length < month.length, `${days.length} and ${month.length}`);
		assert.doesNotMatch(past, /"item":/);
		assert.match(none, /“Period”.*it must be one of/);
		await sandbox.stop();
		await model.stop();
	});

	test('offers the model filters, which it may leave empty', async () => {
		const model = await startOpenAiStub();
		const openAiApi = await n8n.createCredential('OpenAI account', 'openAiApi', model.account);
		const { sandbox, workflow } = await openExample('ai-agent', { available: { openAiApi } });
		const nodes = workflow.nodes.map((node) => ({ ...node, parameters: node.name === FIND ? { resource: 'conversation', operation: 'getAll' } : node.parameters }));
		model.script.push({ calls: { Find_Conversations: { Title_Contains: 'bakery: pilot', Minimum_Minutes: '30' } } }, { calls: { Find_Conversations: {} } }, { text: 'Done.' });
		const json = { sessionId: '1', action: 'sendMessage', chatInput: 'Which meetings were there?' };
		const { id } = await n8n.createWorkflow({ ...workflow, nodes, pinData: { [CHAT]: [{ json }] } });
		assert.equal((await n8n.run(id, CHAT)).status, 'success');
		const [some = '', all = ''] = model.toolOutputs();
		assert.ok(some.length < all.length);
		assert.match(some, /Harbour Bakery: pilot review/);
		await sandbox.stop();
		await model.stop();
	});

	test('gives the model only the fields that the builder selected', async () => {
		const model = await startOpenAiStub();
		const openAiApi = await n8n.createCredential('OpenAI account', 'openAiApi', model.account);
		const { sandbox, workflow } = await openExample('ai-agent', { available: { openAiApi } });
		const selected = { resource: 'user', operation: 'getProfile', output: 'selectedFields', outputFields: ['creditsLeft'] };
		const nodes = workflow.nodes.map((node) => ({ ...node, parameters: node.name === FIND ? selected : node.parameters }));
		model.script.push({ calls: { Find_Conversations: {} } }, { text: 'Done.' });
		const json = { sessionId: '1', action: 'sendMessage', chatInput: 'How many credits are left?' };
		const { id } = await n8n.createWorkflow({ ...workflow, nodes, pinData: { [CHAT]: [{ json }] } });
		assert.equal((await n8n.run(id, CHAT)).status, 'success');
		assert.match(model.toolOutputs()[0] ?? '', /^\[\{"creditsLeft":\d+\}\]$/);
		await sandbox.stop();
		await model.stop();
	});
});
