import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { world } from '../support/world.ts';
import { startOpenAiStub, type Say } from './openAiStub.ts';
import { openExample } from './openExample.ts';

const { n8n } = world;

const CHAT = 'When chat message received';

async function open() {
	const model = await startOpenAiStub();
	const openAiApi = await n8n.createCredential('OpenAI account', 'openAiApi', model.account);
	const { sandbox, client, workflow } = await openExample('ai-agent-robust', { available: { openAiApi } });
	return {
		model,
		harbour: async () => (await client.conversations.list({ search: 'Harbour Bakery: pilot review' })).data[0]?.id,
		creditsUsed: async () => (await client.user.profile()).data.apiUsage.aiGenerations.used,
		/** Sends a chat message, which the model answers by the script. @returns the outputs of the tools. */
		async chat(chatInput: string, ...script: Say[]): Promise<string[]> {
			model.script.push(...script, { text: 'Done.' });
			const json = { sessionId: chatInput, action: 'sendMessage', chatInput };
			const { id } = await n8n.createWorkflow({ ...workflow, pinData: { [CHAT]: [{ json }] } });
			assert.equal((await n8n.run(id, CHAT)).status, 'success');
			assert.deepEqual(model.script, []);
			return model.toolOutputs();
		},
		async close() {
			await sandbox.stop();
			await model.stop();
		},
	};
}

suite('ai-agent-robust', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('finds a conversation and reads its key points', async () => {
		const { chat, harbour } = opened;
		const id = await harbour();
		const [listed, read] = await chat(
			'What did we decide with Harbour?',
			{ calls: { Find_Conversations: { Title_Contains: 'harbour bakery: pilot' } } },
			{ calls: { Read_Key_Points: { Conversation_ID: id } } },
		);
		assert.match(listed ?? '', new RegExp(`"id":"${id}"`));
		assert.match(read ?? '', /Turn on offline mode for Eastport/);
	});

	test('finds conversations by participant and date', async () => {
		const { chat } = opened;
		const find = (given: object) => ({ calls: { Find_Conversations: given } });
		const [all = '', some = '', none = ''] = await chat('When did I meet Harbour?', find({}), find({ Participant: 'harbour' }), find({ After: '2020-01-01T00:00:00Z', Before: '2020-02-01T00:00:00Z' }));
		assert.match(some, /"id":/);
		assert.ok(some.length < all.length, `${some.length} and ${all.length}`);
		assert.doesNotMatch(none, /"id":/);
	});

	test('describes each tool and its inputs to the model', () => {
		const offered = new Map(opened.model.asked[0]?.tools.map(({ name, ...tool }) => [name, tool]));
		assert.deepEqual([...offered.keys()].sort(), [
			'Ask_a_Question',
			'Delete_Conversation',
			'Find_Action_Items',
			'Find_Conversations',
			'Read_Key_Points',
		]);
		assert.match(JSON.stringify(offered.get('Find_Conversations')), /After.*Title_Contains.*Before.*Participant/);
		assert.match(JSON.stringify(offered.get('Find_Action_Items')), /Period.*Days.*From.*To.*Participant.*Owner_Contains/);
		assert.match(JSON.stringify(offered.get('Ask_a_Question')), /Conversation_ID.*Question/);
		assert.match(offered.get('Ask_a_Question')?.description ?? '', /Uses one AI credit each time/);
		assert.match(JSON.stringify(offered.get('Delete_Conversation')), /"Confirmation":\{"type":"string"/);
	});

	test('finds the action items of others in all meetings without using a credit', async () => {
		const { chat, creditsUsed } = opened;
		const before = await creditsUsed();
		const wanted = { Period: 'last7Days', Owner_Contains: 'other' };
		const [found] = await chat('What do others owe me?', { calls: { Find_Action_Items: wanted } });
		assert.match(found ?? '', /Order sixteen scanners this week/);
		assert.doesNotMatch(found ?? '', /"owner":"Tomasz/);
		assert.equal(await creditsUsed(), before);
	});

	test('asks a question, for one credit', async () => {
		const { chat, creditsUsed, harbour } = opened;
		const before = await creditsUsed();
		const wanted = { Conversation_ID: await harbour(), Question: 'Who orders the scanners?' };
		const [answer] = await chat('Who orders them?', { calls: { Ask_a_Question: wanted } });
		assert.match(answer ?? '', /Other participant: .*I'll order sixteen scanners/);
		assert.equal(await creditsUsed(), before + 1);
	});

	test('gets a readable error when a tool fails, and continues', async () => {
		const { chat } = opened;
		const [failed] = await chat('And the other one?', { calls: { Read_Key_Points: { Conversation_ID: 'conv_unknown' } } });
		assert.match(failed ?? '', /Check the ID\. .*Conversation > Get Many.* returns the existing IDs/s);
	});

	test('deletes only after confirmation', async () => {
		const { chat, harbour } = opened;
		const id = await harbour();
		const [refused] = await chat('Delete it', { calls: { Delete_Conversation: { Conversation_ID: id, Confirmation: '' } } });
		assert.match(refused ?? '', /not confirmed.*Tell the person what this would do/s);
		assert.equal(await harbour(), id);
		const [deleted] = await chat('Yes, I am sure', { calls: { Delete_Conversation: { Conversation_ID: id, Confirmation: id } } });
		assert.match(deleted ?? '', /"deleted":true/);
		assert.notEqual(await harbour(), id);
	});
});
