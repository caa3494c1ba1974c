import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Server } from 'node:http';
import { z } from 'zod/v4';
import { PATH, serveHttp } from '../packages/mcp/http.ts';
import { startOpenAiStub } from './examples/openAiStub.ts';
import { openExample } from './examples/openExample.ts';
import { world } from './support/world.ts';

const { n8n } = world;
const CHAT = 'When chat message received';
const CLIENT = 'Meetings';

suite('mcp', () => {
	let opened: Awaited<ReturnType<typeof openExample>>;
	let model: Awaited<ReturnType<typeof startOpenAiStub>>;
	let server: Server;
	let mcp: object;
	before(async () => {
		model = await startOpenAiStub();
		const openAiApi = await n8n.createCredential('OpenAI account for MCP', 'openAiApi', model.account);
		opened = await openExample('ai-agent', { available: { openAiApi } });
		const { baseUrl, apiKey } = opened.sandbox.account({ plan: 'enterprise' });
		server = await serveHttp({ apiKey, baseUrl, allowHttp: false, timezone: 'Europe/Berlin', readOnly: false, limits: {} }, 0, 'token of this test');
		const address = server.address();
		const httpBearerAuth = await n8n.createCredential('MCP token', 'httpBearerAuth', { token: 'token of this test' });
		mcp = {
			id: 'mcp',
			name: CLIENT,
			type: '@n8n/n8n-nodes-langchain.mcpClientTool',
			typeVersion: 1.4,
			position: [0, 400],
			parameters: {
				endpointUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${PATH}`,
				serverTransport: 'httpStreamable',
				authentication: 'bearerAuth',
			},
			credentials: { httpBearerAuth },
		};
	});
	after(async () => {
		server.closeAllConnections();
		server.close();
		await opened.sandbox.stop();
		await model.stop();
	});

	test('n8n’s MCP Client Tool offers the tools to an agent, and calls one', async () => {
		const { workflow } = opened;
		const kept = workflow.nodes.filter(({ name }) => [CHAT, 'AI Agent', 'OpenAI Chat Model'].includes(name));
		const { [CHAT]: chat, 'OpenAI Chat Model': chatModel } = workflow.connections;
		const connections = { [CHAT]: chat, 'OpenAI Chat Model': chatModel, [CLIENT]: { ai_tool: [[{ node: 'AI Agent', type: 'ai_tool', index: 0 }]] } };
		model.script.push({ calls: { [`${CLIENT}_conversation_get_all`]: { search: 'no such title' } } }, { text: 'Done.' });
		const json = { sessionId: 'mcp', action: 'sendMessage', chatInput: 'Which meetings were about this?' };
		const { id } = await n8n.createWorkflow({ name: 'MCP', nodes: [...kept, mcp], connections, pinData: { [CHAT]: [{ json }] } });
		const ran = await n8n.run(id, CHAT);
		assert.equal(ran.status, 'success');
		assert.deepEqual(model.script, []);
		const offered = new Map(model.asked[0]?.tools.map(({ name, description }) => [name, description]));
		assert.match(offered.get(`${CLIENT}_insight_get_digest`) ?? [...offered.keys()].join(' '), /Cost: no AI credits\. Requests: /);
		// What the tool returned in n8n, which is stored with the execution.
		const { data } = await n8n.rest('GET', `/rest/executions/${ran.id}`, z.object({ data: z.string() }));
		assert.match(data, /No conversations were found\. Check the filters\./);
	});
});
