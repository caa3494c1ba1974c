/**
 * The calls that agents make to answer questions about the sandbox’s sample meetings: whether the answers hold the facts, and
 * how many calls, tokens and requests they take. Fails below the bar.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod/v4';
import { PATH, serveHttp } from '../../packages/mcp/http.ts';
import { toolsets } from '../../packages/mcp/tools.ts';
import { controls } from '../../sandbox/control/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { observed } from '../../test/mcp/observed.ts';
import { tokensOf } from '../../test/mcp/tokens.ts';
import { publish } from '../report.ts';
import { everyday, more, type Question } from './questions.ts';

const MAX = { calls: 17, tokens: 8000, requests: 100, list: 5000 };

const sandbox = await startSandbox({ allowLoopbackHttp: true });
await sandbox.perform(controls.everything.addSample, {});
const { key: apiKey } = await sandbox.perform(controls.keys.create, {});
const service = await observed(sandbox.url);
const settings = { apiKey, baseUrl: service.baseUrl, allowHttp: false, timezone: 'Europe/Berlin', readOnly: false, limits: {}, toolsets: toolsets.filter((name) => name !== 'webhooks'), allow: [], cache: new Map() };
const server = await serveHttp(settings, { port: 0, token: '', keysFromRequests: false });
const address = server.address();
const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${PATH}`)));

const Content = z.object({ isError: z.boolean().optional(), content: z.tuple([z.object({ text: z.string() })], z.looseObject({ type: z.literal('resource_link') })) });
const Results = z.object({ results: z.array(z.record(z.string(), z.unknown())).default([]), next: z.string().optional() });

/** What answering took, and which facts were missing. */
async function answer({ ask, calls, facts }: Question) {
	const texts: string[] = [];
	const before = service.requests.length;
	await calls(async (name, given = {}) => {
		const { isError, content: [{ text }, ...links] } = Content.parse(await client.callTool({ name, arguments: { ...given } }));
		texts.push([text, ...links.map((link) => JSON.stringify(link))].join('\n'));
		if (isError) throw new Error(`${ask}: ${text}`);
		return Results.parse(JSON.parse(text));
	});
	const said = texts.join('\n');
	const missing = facts.filter((fact) => !fact.test(said)).map(String);
	return { ask, calls: texts.length, tokens: texts.reduce((sum, text) => sum + tokensOf(text), 0), requests: service.requests.length - before, missing };
}

type Row = Awaited<ReturnType<typeof answer>>;
const sumOf = (rows: readonly Row[]) => ({
	calls: rows.reduce((sum, { calls }) => sum + calls, 0),
	tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
	requests: rows.reduce((sum, { requests }) => sum + requests, 0),
	right: rows.filter(({ missing }) => missing.length === 0).length,
});

const rows: Row[] = [];
for (const question of [...everyday, ...more]) rows.push(await answer(question));
const list = tokensOf(await client.listTools());
await client.close();
server.closeAllConnections();
server.close();
service.stop();
await sandbox.stop();

const [ten, thirty] = [sumOf(rows.slice(0, everyday.length)), sumOf(rows)];
const line = (...cells: readonly (number | string)[]): string => `| ${cells.join(' | ')} |`;
const total = (name: string, { calls, tokens, requests, right }: ReturnType<typeof sumOf>, of: number): string => line(`**${name}**`, calls, tokens, requests, `${right} of ${of}`);
const table = [
	line('Question', 'Calls', 'Tokens', 'Requests', 'Right'),
	line('---', '---', '---', '---', '---'),
	...rows.slice(0, everyday.length).map(({ ask, calls, tokens, requests, missing }) => line(ask, calls, tokens, requests, missing.length === 0 ? 'yes' : 'no')),
	total('The ten', ten, everyday.length),
	...rows.slice(everyday.length).map(({ ask, calls, tokens, requests, missing }) => line(ask, calls, tokens, requests, missing.length === 0 ? 'yes' : 'no')),
	total('All in one session', thirty, rows.length),
];
console.log([...table, `tools/list: ${list} tokens`].join('\n'));
for (const { ask, missing } of rows) if (missing.length > 0) console.error(`${ask}: ${missing.join(', ')} is missing`);
publish({
	title: 'What AI agents need',
	about: 'Calls, tokens and requests of the MCP server for everyday questions about the sample meetings, each with the facts that its answer must hold; `npm run bench -- agents` prints them one by one. No model takes part: each question is a script of calls. Tokens are those of the results, in OpenAI’s o200k_base. Saved key points and transcripts are kept in memory for the session.',
	head: ['Questions', 'Calls', 'Tokens', 'Requests', 'Right'],
	rows: [
		['The ten everyday ones', ten.calls, ten.tokens, ten.requests, `${ten.right} of ${everyday.length}`],
		['All thirty in one session', thirty.calls, thirty.tokens, thirty.requests, `${thirty.right} of ${rows.length}`],
		['The list of tools', '', list, '', ''],
	],
	ratios: [
		{ name: 'Calls of an agent ÷ one for each question', value: ten.calls / everyday.length },
		{ name: 'Requests for thirty questions ÷ calls', value: thirty.requests / thirty.calls },
	],
});
const isBelow = ten.calls > MAX.calls || ten.tokens > MAX.tokens || thirty.requests > MAX.requests || list > MAX.list || thirty.right < rows.length;
if (isBelow) process.exitCode = 1;
