import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Server } from 'node:http';
import { z } from 'zod/v4';
import { PATH, serveHttp } from '../packages/mcp/http.ts';
import { toolsets } from '../src/agents/index.ts';
import { controls } from '../sandbox/control/index.ts';
import { startOpenAiStub } from './examples/openAiStub.ts';
import { openExample } from './examples/openExample.ts';
import { world } from './support/world.ts';

const { n8n } = world;
const CHAT = 'When chat message received';
const CLIENT = 'Meetings';

/** The form into which n8n puts a text. */
const Read = z.tuple([z.strictObject({ response: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]) })]);
const Listed = z.object({ results: z.array(z.object({ title: z.string() })), complete: z.boolean(), next: z.string() });

suite('mcp', () => {
	let opened: Awaited<ReturnType<typeof openExample>>;
	let model: Awaited<ReturnType<typeof startOpenAiStub>>;
	let server: Server;
	let mcp: { readonly name: string; readonly type: string; readonly typeVersion: number; readonly parameters: object; readonly credentials: object };
	before(async () => {
		model = await startOpenAiStub();
		const openAiApi = await n8n.createCredential('OpenAI account for MCP', 'openAiApi', model.account);
		opened = await openExample('ai-agent-robust', { available: { openAiApi } });
		const { key: apiKey } = await opened.sandbox.perform(controls.keys.create, {});
		const baseUrl = opened.sandbox.url;
		server = await serveHttp({ apiKey, baseUrl, allowHttp: false, timezone: 'Europe/Berlin', readOnly: false, toolsets, allow: [], cache: new Map(), limits: {} }, { port: 0, token: 'token of this test', keysFromRequests: false });
		const address = server.address();
		const httpBearerAuth = await n8n.createCredential('MCP token', 'httpBearerAuth', { token: 'token of this test' });
		mcp = {
			name: CLIENT,
			type: '@n8n/n8n-nodes-langchain.mcpClientTool',
			typeVersion: 1.4,
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

	/** An agent that calls one tool of a client with these parameters. @returns what its model read. */
	async function ask(tool: string, given: object, more: object = {}) {
		const { nodes, connections, settings } = opened.workflow;
		const { [CHAT]: chat, 'OpenAI Chat Model': chatModel } = connections;
		model.script.push({ calls: { [`${CLIENT}_${tool}`]: given } }, { text: 'Done.' });
		const { id } = await n8n.createWorkflow({
			name: `MCP: ${tool}`,
			nodes: [...nodes.filter(({ name }) => [CHAT, 'AI Agent', 'OpenAI Chat Model'].includes(name)), { ...mcp, id: 'mcp', position: [0, 400], parameters: { ...mcp.parameters, ...more } }],
			connections: { [CHAT]: chat, 'OpenAI Chat Model': chatModel, [CLIENT]: { ai_tool: [[{ node: 'AI Agent', type: 'ai_tool', index: 0 }]] } },
			// With n8n's old execution order, an agent continues before any of its tools has run, and reads nothing.
			settings,
			pinData: { [CHAT]: [{ json: { sessionId: tool, action: 'sendMessage', chatInput: 'Which meetings were about this?' } }] },
		});
		assert.equal((await n8n.run(id, CHAT)).status, 'success');
		assert.deepEqual(model.script, []);
		const [output = ''] = model.toolOutputs();
		return output;
	}

	test('n8n’s MCP Client Tool describes each tool to the model, with its cost', async () => {
		await ask('user_get_profile', {});
		const offered = new Map(model.asked[0]?.tools.map(({ name, description }) => [name, description]));
		assert.match(offered.get(`${CLIENT}_conversation_ask`) ?? [...offered.keys()].join(' '), /Uses one AI credit each time\./);
	});

	test('a person selects some of the tools, and the model gets no others', async () => {
		const { type: name, typeVersion: version, parameters, credentials } = mcp;
		const asked = { path: 'parameters.includeTools', methodName: 'getTools', nodeTypeAndVersion: { name, version }, currentNodeParameters: parameters, credentials };
		const choices = await n8n.rest('POST', '/rest/dynamic-node-parameters/options', z.array(z.object({ value: z.string() })), asked);
		assert.ok(choices.some(({ value }) => value === 'conversation_get_all'));
		await ask('user_get_profile', {}, { include: 'selected', includeTools: ['conversation_get_all', 'user_get_profile'] });
		assert.deepEqual(model.asked.at(-1)?.tools.map((tool) => tool.name).sort(), [`${CLIENT}_conversation_get_all`, `${CLIENT}_user_get_profile`]);
	});

	test('the model reads the results, and that there are more, once', async () => {
		const given = { search: 'Harbour Bakery', limit: 1 };
		const [{ response }] = Read.parse(JSON.parse(await ask('conversation_get_all', given)));
		const { results, complete, next } = Listed.parse(JSON.parse(response[0].text));
		assert.deepEqual([results.length, complete], [1, false]);
		assert.match(next, /^1\.[0-9a-f]{12}$/);
		assert.match(results[0]?.title ?? '', /^Harbour Bakery: /);
	});

	test('the model reads why a call failed and what to do, and continues', async () => {
		const output = await ask('key_points_get', { conversationId: 'conv_none' });
		assert.match(output, /Check the ID\. “conversation_get_all” returns the existing IDs/);
	});
});
