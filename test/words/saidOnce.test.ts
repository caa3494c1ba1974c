import type { INodeParameters } from 'n8n-workflow';
import { errorStatus } from '../../src/api/index.ts';
import { catalogue, type Operation } from '../../src/operations/index.ts';
import type { NewRule } from '../../sandbox/faults/rule.ts';
import { byId, runNode, type Credential } from '../nodes/engine.ts';
import { startService, type Service } from '../nodes/service.ts';

let service: Service;
let conversation: string;
beforeAll(async () => {
	service = await startService();
	({ conversationId: conversation } = await service.addMeeting('Acme: contract review'));
});
afterAll(() => service.sandbox.stop());

const account = (plan: 'free' | 'starter' | 'professional', options: { toolServerOnly?: boolean } = {}): Credential => {
	const user = service.sandbox.createUser({ name: 'Ben', email: `${Math.random()}@example.com`, plan, memory: false });
	return { baseUrl: service.sandbox.url, apiKey: service.sandbox.createKey(user.id, options), patienceSeconds: 0 };
};

const withoutCalendarAccess = (): Credential => {
	const user = service.sandbox.createUser({ name: 'Ben', email: `${Math.random()}@example.com`, plan: 'enterprise', memory: true });
	service.sandbox.connectCalendar(user.id, 'google');
	service.sandbox.revokeCalendar(user.id);
	return { baseUrl: service.sandbox.url, apiKey: service.sandbox.createKey(user.id), patienceSeconds: 0 };
};

const fullOfWebhooks = async (): Promise<Credential> => {
	const credential = account('professional');
	for (const name of ['one', 'two', 'three']) await runNode({ credential, parameters: parametersFor(find('webhook', 'register'), { url: `https://hooks.acme.com/${name}` }) });
	return credential;
};

interface Offered {
	readonly resource: string;
	readonly one: Operation;
}

const isLast = ({ one }: Offered): number => (one.id === 'delete' ? 1 : 0);

/** Deleting comes last, so that the others find something. */
const offered: readonly Offered[] = catalogue
	.flatMap(({ id: resource, operations }) => operations.map((one) => ({ resource, one })))
	.toSorted((one, other) => isLast(one) - isLast(other));

function find(resource: string, id: string): Offered {
	const found = offered.find((candidate) => candidate.resource === resource && candidate.one.id === id);
	if (!found) throw new Error(`There is no ${resource} ${id}`);
	return found;
}

/** Required fields with their example, or an ID. All others have their defaults. */
const parametersFor = ({ resource, one }: Offered, values: INodeParameters = {}, id = 'unknown'): INodeParameters => ({
	resource,
	operation: one.id,
	...Object.fromEntries(
		Object.entries(one.fields)
			.filter(([, field]) => field.required && !field.showWhen)
			.flatMap(([input, field]): [string, INodeParameters | string | undefined][] => {
				if (field.kind === 'reference') return [[field.name ?? input, byId(id)]];
				return field.kind === 'text' ? [[field.name ?? input, field.example]] : [];
			}),
	),
	...(resource === 'insight' && one.id === 'prepareForMeeting' && { prepareFor: 'calendarEvent', calendarEventId: byId(id) }),
	...(resource === 'webhook' && one.id === 'register' && { events: ['transcript.ready'] }),
	...values,
});

interface Failure {
	readonly operation: string;
	readonly message: string;
	readonly description: string;
}

async function failures(credential: Credential, id?: string): Promise<Failure[]> {
	const found: Failure[] = [];
	for (const each of offered) {
		const { error } = await runNode({ credential, parameters: parametersFor(each, {}, id) });
		if (!error) continue;
		const { message } = error;
		if ('httpCode' in error) statuses.add(String(error.httpCode));
		const description = 'description' in error && typeof error.description === 'string' ? error.description : '';
		found.push({ operation: `${each.resource} ${each.one.id}`, message, description });
	}
	return found;
}

const sentences = (text: string): string[] => text.split(/(?<=\w[.:;])\s+/).filter(Boolean);

/** The words that carry the meaning. */
const wordsOf = (sentence: string): Set<string> =>
	new Set((sentence.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/(ed|s)$/, '')).filter((word) => !common.has(word)));
const common = new Set(['this', 'that', 'with', 'from', 'have', 'does', 'which', 'want', 'need', 'require', 'them', 'there', 'when', 'more', 'than']);

function isRepeated(one: string, other: string): boolean {
	const [a, b] = [wordsOf(one), wordsOf(other)];
	const smaller = Math.min(a.size, b.size);
	return smaller >= 2 && [...a].filter((word) => b.has(word)).length / smaller >= 0.75;
}

const repetitions = ({ message, description }: Failure): string[] => {
	const all = sentences(`${message} ${description}`);
	return all.flatMap((one, index) => all.slice(index + 1).filter((other) => isRepeated(one, other)).map((other) => `${one} | ${other}`));
};

/** HTTP statuses that were provoked. */
const statuses = new Set<string>();

/** Every failure, after checking that none repeats itself. */
async function check(credential: Credential, id?: string): Promise<readonly Failure[]> {
	const all = await failures(credential, id);
	expect(all.filter((failure) => repetitions(failure).length > 0).map((failure) => [failure.operation, ...repetitions(failure)])).toEqual([]);
	return all;
}

test('the check finds repetitions', () => {
	expect(isRepeated('No calendar is connected.', 'No calendar is connected: connect one')).toBe(true);
	expect(isRepeated('Webhooks require the Professional or Enterprise plan.', 'Webhooks need a Professional plan (up to 3) or an Enterprise plan.')).toBe(true);
	expect(isRepeated('Conversation conv_1 not found.', 'Conversation > Get Many returns the existing IDs.')).toBe(false);
});

test('a wrong key', async () => {
	const wrong = { ...service.credential, apiKey: `svc_${'0'.repeat(32)}` };
	expect(await check(wrong)).toHaveLength(offered.length);
});

test('a key for tools only, and a plan without access: the key is named, whatever the operation', async () => {
	const [tools, free] = [await check(account('professional', { toolServerOnly: true })), await check(account('free'))];
	expect([tools.length, free.length]).toEqual([offered.length, offered.length]);
	expect(tools.filter(({ description }) => !/create an API key/.test(description) || /\bplan\b/.test(description))).toEqual([]);
	expect(free.filter(({ description }) => !/API key of an account/.test(description) || /webhooks|tool server/.test(description))).toEqual([]);
});

test('the Starter plan: nothing says that Starter is missing, or recommends what Starter does not have', async () => {
	const all = await check(account('starter'));
	expect(all.filter(({ description }) => /Starter/.test(description))).toEqual([]);
	const webhooks = all.filter(({ operation }) => operation.startsWith('webhook'));
	expect(webhooks.map(({ operation }) => operation).toSorted()).toEqual(['webhook delete', 'webhook register', 'webhook sendTest']);
	for (const { message, description } of webhooks) {
		expect(`${message} ${description}`).not.toMatch(/Webhook > Get Many returns/);
	}
});

test('what does not exist', async () => {
	await check({ ...service.credential, patienceSeconds: 0 });
	await check({ ...service.credential, patienceSeconds: 0 }, conversation);
});

test.each([['is known to be', 0], ['turns out to be, since it is not among the newest,', 100]])('a conversation that %s too short for feedback', async (_, newer) => {
	const user = service.sandbox.createUser({ name: 'Ben', email: `${Math.random()}@example.com`, plan: 'enterprise', memory: false });
	const text = 'WEBVTT\n\n00:00:00.000 --> 00:00:05.000\n<v Anna>Can you hear me?\n';
	const startTime = '2026-11-03T10:00:00Z';
	const { conversationId } = await service.sandbox.importMeeting(user.id, { text, filename: 'short.vtt', title: 'Short', startTime });
	for (let index = 0; index < newer; index += 1) service.sandbox.recordFailedMeeting(user.id, { title: 'Silent', error: 'No audio' });
	const all = await check({ baseUrl: service.sandbox.url, apiKey: service.sandbox.createKey(user.id), patienceSeconds: 0 }, conversationId);
	expect(all.map(({ operation }) => operation)).toContain('feedback generate');
});

test('a calendar that is no longer accessible, and webhooks that are all in use', async () => {
	await check(withoutCalendarAccess());
	await check(await fullOfWebhooks());
});

test.each<NewRule>([
	{ kind: 'rate-limited' },
	{ kind: 'provider-busy' },
	{ kind: 'ai-limit-exceeded' },
	{ kind: 'internal-error' },
	{ kind: 'unavailable' },
	{ kind: 'connection-reset' },
	{ kind: 'truncated-json' },
	{ kind: 'wrong-content-type' },
	{ kind: 'redirect' },
])('$kind', async (rule) => {
	service.sandbox.faults.add(rule);
	try {
		expect((await check({ ...service.credential, patienceSeconds: 0 }, conversation)).length).toBeGreaterThan(0);
	} finally {
		service.sandbox.faults.clear();
	}
});

test.each([
	['a host that does not exist', 'https://nowhere.invalid'],
	['a host where nothing listens', 'http://127.0.0.1:1'],
	['a base URL with a path', 'https://api.example.com/v1'],
	['a base URL without encryption', 'http://10.0.0.4'],
])('%s', async (_, baseUrl) => {
	expect(await check({ ...service.credential, baseUrl, patienceSeconds: 0 })).toHaveLength(offered.length);
});

test('every error code of the service was provoked', () => {
	expect(Object.values(errorStatus).map(String).filter((status) => !statuses.has(status))).toEqual([]);
});
