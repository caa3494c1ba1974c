import type { INodeParameters } from 'n8n-workflow';
import { filtersInTool } from '../../nodes/MeetingAssistant/form/filtersInTool.ts';
import { connect } from '../../packages/client/index.ts';
import { operations, run, type OperationName } from '../../packages/client/operations.ts';
import { createTools } from '../../packages/client/tools.ts';
import { actions, searches } from '../../packages/zapier/actions.ts';
import { fieldsOffered, presetOf } from '../../packages/zapier/form.ts';
import { files, shownResult } from '../../packages/zapier/shown.ts';
import { isRecord } from '../../src/format/read.ts';
import { extractiveAi, startSandbox } from '../../sandbox/index.ts';
import { isAvailable } from '../../scripts/available.ts';
import { isInstalled as isNodeRedInstalled } from '../../scripts/node-red/install.ts';
import { isInstalled as isZapierInstalled } from '../../scripts/zapier/install.ts';
import { ClientError } from '../../src/client/index.ts';
import type { Field, Fields } from '../../src/forms/field.ts';
import { allFields } from '../../src/operations/index.ts';
import { LEFT_OUT, NO_TOOLS, permissions, toolName, toolsets } from '../../src/agents/index.ts';
import { newClient, use } from '../mcp/support.ts';
import { z } from 'zod/v4';
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { PATH, serveHttp } from '../../packages/mcp/http.ts';
import { byId, jsonOf, runNode } from '../nodes/engine.ts';
import { startZapier, ZapierFailure } from '../hosts/zapier/support/zapier.ts';
import { find, TIMEZONE, type Account, type Asked, type Host, type Reserve, type Values } from './host.ts';
import { nodeRed } from './nodeRed.ts';

const blank = '={{ "" }}';

function savedValue(field: Field, value: unknown): INodeParameters[string] {
	if (String(value ?? '').trim() === '') return blank;
	if (field.kind === 'reference') return byId(String(value));
	if (field.kind === 'pairs') return { [field.pair.name]: Object.entries(Object(value)).map(([from, to]) => ({ [field.from.name]: from, [field.to.name]: String(to) })) };
	return value as INodeParameters[string];
}

/** The values of a group of fields as the editor of n8n saves them. */
const saved = (fields: Fields, input: Values): INodeParameters =>
	Object.fromEntries(
		Object.entries(fields)
			.filter(([name, { required, showWhen }]) => input[name] !== undefined || (required && !showWhen))
			.map(([name, field]) => [field.name ?? name, savedValue(field, input[name])]),
	);

const n8n: Host = {
	name: 'n8n',
	reserves: true,
	readers: ['agents', 'people'],
	failures: 'details',
	run: async (credential, asked, asTool) => {
		const { resource, operation, input, limit, reserve } = asked;
		const { fields, filters, options } = find(asked);
		const parameters = {
			...{ resource, operation, ...saved(fields, input), [asTool ? filtersInTool(resource, operation) : 'filters']: saved(filters, input) },
			options: { ...saved(options, input), ...(reserve && { limits: { reserveRequests: reserve.requests, reserveCredits: reserve.credits } }) },
			...(limit !== undefined && { limit }),
		};
		const { outputs, error } = await runNode({ credential: { ...credential }, parameters, asTool, onError: 'continueErrorOutput' });
		if (error) throw error;
		const [failed] = jsonOf(outputs[1]);
		// Other hosts return this next to the results.
		const results = jsonOf(outputs[0]).filter((one) => Object.keys(one).join() !== 'notes');
		return failed ? { failure: failed['details'] } : { results };
	},
	stop: async () => {},
};

const client: Host = {
	name: 'the client',
	reserves: true,
	readers: ['agents', 'people'],
	failures: 'code',
	run: async (account, { resource, operation, input, limit = 50, reserve = {} }, isAgent) => {
		const name: OperationName | undefined = operations.find((one) => one.name === `${resource}.${operation}`)?.name;
		if (name === undefined) throw new Error(`The client has no ${resource} ${operation}`);
		const results: unknown[] = [];
		try {
			for await (const { json } of run(connect(account), name, input, { isAgent, limit, timezone: TIMEZONE, patienceMs: 0, reserveRequests: reserve.requests, reserveCredits: reserve.credits })) results.push(json);
			return { results };
		} catch (error) {
			const problem = error instanceof ClientError ? error.problem : { code: String(Object(Object(error).details).code) };
			return { failure: { code: 'code' in problem ? problem.code : problem.kind === 'invalidInput' ? 'invalid_input' : problem.kind } };
		}
	},
	stop: async () => {},
};

const isTool = ({ resource, operation }: Pick<Asked, 'operation' | 'resource'>): boolean => !NO_TOOLS.has(toolName(resource, operation));

/** The arguments of a tool: what generates a result is part of the tool that gets it, and the person confirms elsewhere. */
function toolCall(asked: Asked): readonly [name: string, given: Values] {
	const { resource, operation, input, limit } = asked;
	const all = allFields(find(asked));
	const isGenerating = operation === 'generate';
	const given = Object.entries(input).filter(([name]) => !LEFT_OUT.has(name));
	const named = Object.fromEntries(given.map(([name, value]) => [all[name]?.name ?? name, value]));
	return [toolName(resource, isGenerating ? 'get' : operation), { ...named, ...(isGenerating && { generate: 'ifMissing' }), ...(limit !== undefined && { limit }) }];
}

const agentTools: Host = {
	name: 'the client’s tools',
	reserves: true,
	readers: ['agents'],
	failures: 'details',
	offers: isTool,
	run: async (account, asked) => {
		if (!isTool(asked)) return { results: [] };
		const [name, given] = toolCall(asked);
		const { requests, credits } = asked.reserve ?? {};
		const tool = createTools(connect(account), { allow: permissions, toolsets, timezone: TIMEZONE, reserveRequests: requests, reserveCredits: credits }).find((one) => one.name === name);
		const answer = (await tool?.execute(given)) ?? { results: [] };
		return 'error' in answer ? { failure: answer.details } : { results: answer.results };
	},
	stop: async () => {},
};

const servers = new Map<string, Promise<{ client: Client; close: () => Promise<void> }>>();

async function startMcp(account: Account, { requests, credits }: Reserve) {
	const server = await serveHttp({ ...account, allowHttp: false, timezone: TIMEZONE, readOnly: false, toolsets, allow: permissions, cache: new Map(), limits: { reserveRequests: requests, reserveCredits: credits } }, { port: 0, token: '', keysFromRequests: false });
	const address = server.address();
	const client = newClient();
	await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${PATH}`)));
	const close = async () => {
		await client.close();
		server.closeAllConnections();
		server.close();
	};
	return { client, close };
}

const mcp: Host = {
	name: 'MCP',
	reserves: true,
	readers: ['agents'],
	failures: 'details',
	offers: isTool,
	run: async (account, asked) => {
		if (!isTool(asked)) return { results: [] };
		const { reserve = {} } = asked;
		const server = `${account.apiKey} ${JSON.stringify(reserve)}`;
		const started = servers.get(server) ?? startMcp(account, reserve);
		servers.set(server, started);
		const { client } = await started;
		const { isError, results, details } = await use(client, ...toolCall(asked));
		return isError ? { failure: details } : { results };
	},
	stop: async () => {
		for (const started of servers.values()) await (await started).close();
	},
};

let running: ReturnType<typeof startZapier> | undefined;

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const Row = z.looseObject({ results: z.array(z.unknown()).optional(), count: z.number().optional(), note: z.string().optional() });

/** Addresses of files, which no other host adds to a result. `test/hosts/zapier/files` reads what is in them. */
const withoutFiles = (row: object): object => Object.fromEntries(Object.entries(row).filter(([name]) => !files.some((file) => file.name === name)));

const actionOf = ({ resource, operation }: Pick<Asked, 'operation' | 'resource'>) => {
	const action = actions.find((one) => one.resource.id === resource && one.operation.id === operation);
	if (!action) throw new Error(`Zapier has no ${resource} ${operation}`);
	return action;
};

const zapier: Host = {
	name: 'Zapier',
	reserves: false,
	readers: ['people'],
	failures: 'words',
	offers: (asked) => {
		const action = actionOf(asked);
		const preset = Object.entries(presetOf(action)).filter(([, value]) => value !== undefined);
		const names = new Set([...fieldsOffered(action).map(([name]) => name), ...preset.map(([name]) => name)]);
		return preset.every(([name, value]) => asked.input[name] === value) && Object.keys(asked.input).every((name) => names.has(name) || find(asked).fields[name]?.audience === 'agents');
	},
	shows: (asked, result) => (isRecord(result) ? shownResult(actionOf(asked), result) : result),
	run: async ({ baseUrl, apiKey }, asked) => {
		const { resource, operation, input, limit } = asked;
		const all = allFields(find(asked));
		const inputData = Object.fromEntries(Object.entries(input).map(([name, value]) => [snake(all[name]?.name ?? name), value]));
		const key = `${snake(resource)}_${snake(operation)}`;
		running ??= startZapier();
		const path = `${key in searches ? 'searches' : 'creates'}.${key}.operation.perform`;
		// In a Zap that is on, a search for something that does not exist finds nothing. In a test of the step, it fails as on
		// all other hosts.
		const meta = { timezone: TIMEZONE, isLoadingSample: true };
		const given = { authData: { base_url: baseUrl, api_key: apiKey }, inputData: { ...inputData, ...(limit !== undefined && { limit }) }, meta };
		try {
			const rows = z.array(Row).parse([await running.call(path, given)].flat());
			// An action returns one row, which contains what others return one by one. A note takes the place of hints.
			return { results: rows.flatMap(({ note: _, ...row }): unknown[] => (row.results && row.count !== undefined ? row.results : [withoutFiles(row)])) };
		} catch (error) {
			if (!(error instanceof ZapierFailure)) throw error;
			return { failure: { code: error.name } };
		}
	},
	stop: async () => running?.stop(),
};

const isThere = {
	zapier: isAvailable(isZapierInstalled(), 'Zapier’s platform is not installed (npm run hosts:install -- zapier), so Zapier is not compared'),
	nodeRed: isAvailable(isNodeRedInstalled(), 'Node-RED is not installed (npm run hosts:install -- node-red), so it is not compared'),
};

export const hosts: readonly Host[] = [n8n, client, agentTools, mcp, ...(isThere.zapier ? [zapier] : []), ...(isThere.nodeRed ? [nodeRed] : [])];

const vtt = `WEBVTT

00:00:00.000 --> 00:00:05.000
<v Anna>We decided to ship the release on Friday.

00:00:05.000 --> 00:00:10.000
<v Ben>I will send the contract to Acme by Thursday.

${Array.from({ length: 12 }, (_, index) => `00:01:${String(index * 4).padStart(2, '0')}.000 --> 00:01:${String(index * 4 + 4).padStart(2, '0')}.000\n<v ${index % 2 ? 'Ben' : 'Anna'}>That is point ${index} of the plan.\n`).join('\n')}`;

/** The same service for each host: the same meetings at the same time, and a clock that stands still. */
export async function startWorld(now: number, receiver: string) {
	const sandbox = await startSandbox({ allowLoopbackHttp: true, ai: extractiveAi, now: () => now });
	const { userId, ...account } = sandbox.account({ name: 'Anna', email: 'anna@example.com', plan: 'enterprise', memory: true });
	const addMeeting = async (title: string, daysAgo: number, generateKeyPoints: boolean) => {
		const startTime = new Date(now - daysAgo * 86_400_000).toISOString();
		const attendees = [{ name: 'Ben', email: 'ben@acme.example' }];
		return (await sandbox.importMeeting(userId, { text: vtt, filename: 'meeting.vtt', title, startTime, attendees, generateKeyPoints })).conversationId;
	};
	const conversation = await addMeeting('Acme: contract review', 1, true);
	const bare = await addMeeting('Acme: weekly', 2, false);
	const spare = await addMeeting('Spare', 3, false);
	sandbox.connectCalendar(userId, 'google');
	const start = { dateTime: new Date(now + 3_600_000).toISOString(), timeZone: 'UTC' };
	const guests = [{ email: 'ben@acme.example', displayName: 'Ben', responseStatus: 'accepted' }];
	sandbox.addCalendarEvent(userId, { id: 'ev1', summary: 'Review', start, end: start, attendees: guests, hangoutLink: 'https://meet.example/1' });
	const core = connect(account);
	const { data } = await core.contacts.list();
	const registered = await core.webhooks.register({ url: receiver, events: ['transcript.ready'] });
	return { sandbox, account, ids: { conversation, bare, spare, contact: data[0]?.id ?? '', webhook: registered.data.id, none: 'conv_none' } };
}

export type World = Awaited<ReturnType<typeof startWorld>>;
