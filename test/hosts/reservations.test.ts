import { connect } from '../../packages/client/index.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Asked, Host } from '../sameResults/host.ts';
import { hosts } from '../sameResults/hosts.ts';

const CALLS = 50;
const REQUESTS_LEFT = 30;
const REQUESTS_ALLOWED = 10;
const CREDITS_ALLOWED = 3;

let sandbox: Sandbox;
beforeAll(async () => {
	// No hour or month ends while requests and credits are counted.
	const now = Date.now();
	sandbox = await startSandbox({ now: () => now });
});
afterAll(async () => {
	for (const host of hosts) await host.stop();
	await sandbox.stop();
});

/** An account with a meeting, and this many requests left in the hour. */
async function accountWith(requestsLeft: number) {
	const { userId, ...account } = sandbox.account({ name: 'Uma', email: `uma${Math.random()}@own.example`, plan: 'professional' });
	const text = 'Ann: We will send the offer on Monday.\nBen: Agreed.\n';
	const { conversationId } = await sandbox.importMeeting(userId, { text, filename: 'm.txt' });
	const client = connect(account);
	let { response, ...profile } = await client.user.profile().withResponse();
	while ((response.rateLimit?.remaining ?? 0) > requestsLeft) ({ response, ...profile } = await client.user.profile().withResponse());
	const left = async () => {
		const { data, response: last } = await client.user.profile().withResponse();
		// Reading the count takes one.
		return { requests: (last.rateLimit?.remaining ?? 0) + 1, credits: data.apiUsage.aiGenerations.remaining ?? 0 };
	};
	return { account, conversationId, credits: profile.data.apiUsage.aiGenerations.remaining ?? 0, left };
}

const orders = {
	parallel: async (one: (call: number) => Promise<boolean>) => await Promise.all(Array.from({ length: CALLS }, (_, call) => one(call))),
	serial: async (one: (call: number) => Promise<boolean>) => {
		const all: boolean[] = [];
		for (let call = 0; call < CALLS; call++) all.push(await one(call));
		return all;
	},
};

/** How many of fifty calls succeeded. An agent's calls that ask for the same at once share their requests. */
async function succeeded(host: Host, order: keyof typeof orders, account: Parameters<Host['run']>[0], asked: (call: number) => Asked): Promise<number> {
	const isAgent = host.readers.includes('agents');
	const all = await orders[order](async (call) => 'results' in (await host.run(account, asked(call), isAgent)));
	return all.filter(Boolean).length;
}

describe.each(hosts.filter(({ reserves }) => reserves).map((host) => [host.name, host] as const))('%s', (_, host) => {
	test.each(['parallel', 'serial'] as const)('%s calls leave the reserved requests and use all others', async (order) => {
		const { account, left } = await accountWith(REQUESTS_LEFT);
		const reserve = { requests: REQUESTS_LEFT - REQUESTS_ALLOWED };
		expect(await succeeded(host, order, account, (call) => ({ resource: 'conversation', operation: 'getAll', input: { since: new Date(call).toISOString() }, reserve }))).toBe(REQUESTS_ALLOWED);
		expect((await left()).requests).toBe(REQUESTS_LEFT - REQUESTS_ALLOWED);
	}, 120_000);

	test.each(['parallel', 'serial'] as const)('%s calls that find nothing leave the reserved requests too, though their answers do not say how many are left', async (order) => {
		const { account, conversationId, left } = await accountWith(REQUESTS_LEFT);
		const reserve = { requests: REQUESTS_LEFT - REQUESTS_ALLOWED };
		expect(await succeeded(host, order, account, () => ({ resource: 'keyPoints', operation: 'get', input: { id: conversationId }, reserve }))).toBe(0);
		expect((await left()).requests).toBe(REQUESTS_LEFT - REQUESTS_ALLOWED);
	}, 120_000);

	test.each(['parallel', 'serial'] as const)('%s calls leave the reserved AI credits and use all others', async (order) => {
		const { account, conversationId, credits, left } = await accountWith(Infinity);
		const reserve = { credits: credits - CREDITS_ALLOWED };
		const input = { id: conversationId, query: 'When is the offer sent?' };
		expect(await succeeded(host, order, account, () => ({ resource: 'conversation', operation: 'ask', input, reserve }))).toBe(CREDITS_ALLOWED);
		expect((await left()).credits).toBe(credits - CREDITS_ALLOWED);
	}, 120_000);
});
