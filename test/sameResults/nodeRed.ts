import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { until } from '../../e2e/support/until.ts';
import { forms } from '../../packages/node-red/form.ts';
import { startNodeRed, type FlowNode } from '../../scripts/node-red/host.ts';
import { installPackageInto } from '../../scripts/node-red/install.ts';
import { allFields, catalogue } from '../../src/operations/index.ts';
import { find, TIMEZONE, type Account, type Asked, type Host } from './host.ts';

const rowsOf = ({ resource, operation }: Pick<Asked, 'operation' | 'resource'>) => {
	const form = forms.resources.find(({ id }) => id === resource)?.operations.find(({ id }) => id === operation)?.form;
	if (!form) throw new Error(`Node-RED has no ${resource} ${operation}`);
	return { shown: form.rows, all: [...form.rows, ...form.sections.flatMap(({ rows }) => rows)] };
};

const nameIn = (asked: Pick<Asked, 'operation' | 'resource'>, input: string): string => allFields(find(asked))[input]?.name ?? input;

const choicesOf = (names: readonly string[]): string[][] => names.reduce<string[][]>((all, name) => [...all, ...all.map((some) => [...some, name])], [[]]);

/** A flow with routes for each operation, whose fields come from the message. Failures are answered as a Catch node receives them. */
function flowFor({ baseUrl, apiKey }: Account): FlowNode[] {
	const node = (type: string, id: string, to: readonly string[], more: object = {}): FlowNode => ({ id, type, z: 'flow', wires: [to], ...more });
	const routes = catalogue.flatMap(({ id: resource, operations: all }) =>
		all.flatMap(({ id: operation }) => {
			const filters = Object.keys(find({ resource, operation }).filters);
			// A message without what a filter is about is refused, so there is a node for every choice of filters.
			return choicesOf(filters).flatMap((chosen) => {
				const left = new Set(filters.filter((input) => !chosen.includes(input)).map((input) => nameIn({ resource, operation }, input)));
				const names = rowsOf({ resource, operation }).all.flatMap(({ name }) => (left.has(name) ? [] : [name]));
				const fields = Object.fromEntries(names.map((name) => [name, { type: 'msg', value: `payload.${name}` }]));
				const id = [resource, operation, ...chosen].join('-');
				return [
					node('http in', `in-${id}`, [id], { url: `/${id}`, method: 'post' }),
					node('meeting-assistant', id, ['out'], { account: 'account', resource, operation, fields }),
				];
			});
		}),
	);
	const set = [
		{ t: 'set', p: 'payload', pt: 'msg', to: 'error', tot: 'msg' },
		{ t: 'set', p: 'statusCode', pt: 'msg', to: '500', tot: 'num' },
	];
	return [
		{ id: 'flow', type: 'tab', label: 'Operations' },
		{ id: 'account', type: 'meeting-assistant-account', baseUrl, credentials: { apiKey } },
		...routes,
		node('catch', 'caught', ['failed'], { scope: null }),
		node('change', 'failed', ['out'], { rules: set }),
		node('http response', 'out', []),
		node('http in', 'ready', ['out'], { url: '/ready', method: 'get' }),
	];
}

const freePort = () =>
	new Promise<number>((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
		});
	});

/** The packed package in a Node-RED of its own. */
async function startFlows() {
	const folder = mkdtempSync(join(tmpdir(), 'node-red-'));
	const userFolder = join(folder, 'user');
	await installPackageInto(userFolder);
	const red = await startNodeRed({ userFolder, port: await freePort(), log: join(folder, 'node-red.log'), environment: { TZ: TIMEZONE } });
	let served = { apiKey: '', deployed: Promise.resolve() };
	const deploy = async (account: Account): Promise<void> => {
		await red.deploy(flowFor(account), 'full');
		await until('the routes', async () => (await fetch(`${red.url}/ready`)).ok);
	};
	return {
		url: red.url,
		serve: async (account: Account) => {
			const { apiKey } = account;
			if (served.apiKey !== apiKey) served = { apiKey, deployed: deploy(account) };
			await served.deployed;
		},
		stop: async () => {
			await red.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

let flows: ReturnType<typeof startFlows> | undefined;

const Caught = z.object({ cause: z.unknown() });

export const nodeRed: Host = {
	name: 'Node-RED',
	reserves: true,
	readers: ['people'],
	failures: 'details',
	run: async (account, asked) => {
		const { resource, operation, input, limit, reserve = {} } = asked;
		// Like in a new node, fields that are always shown have an initial value.
		const starts = rowsOf(asked).shown.flatMap(({ name, start: { type, value } }) => (type === 'msg' || value === '' ? [] : [[name, value]]));
		const named = Object.entries(input).map(([name, value]) => [nameIn(asked, name), value]);
		const chosen = Object.keys(find(asked).filters).filter((name) => name in input);
		const { url, serve } = await (flows ??= startFlows());
		await serve(account);
		const answer = await fetch(`${url}/${[resource, operation, ...chosen].join('-')}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ ...Object.fromEntries([...starts, ...named]), ...(limit !== undefined && { limit }), reserveRequests: reserve.requests, reserveCredits: reserve.credits, patienceSeconds: 0 }),
		});
		const payload: unknown = await answer.json();
		return answer.ok ? { results: [payload].flat() } : { failure: Caught.parse(payload).cause };
	},
	stop: async () => (await flows)?.stop(),
};
