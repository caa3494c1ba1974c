import { ClientError } from '../../../src/client/index.ts';
import { explainFailure } from '../../../src/triggers/failures.ts';
import { flowIn, leadsTo, namedAddress, shownUrl } from '../../../src/triggers/register/address.ts';
import { isRegistered, register, remove, repair } from '../../../src/triggers/register/lifecycle.ts';
import type { RegistrationPort } from '../../../src/triggers/register/port.ts';
import { startService, type Account, type Service } from '../../nodes/trigger/account.ts';
import { foreignWords, otherTerms } from '../hosts.ts';
import { hostOf, type HostOptions } from './registering.ts';

let service: Service;
let account: Account;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.sandbox.stop());
beforeEach(() => {
	account = service.account('enterprise');
});

/** A host whose service is the sandbox, with the account of the test or another. */
const createHost = ({ of = account, ...options }: HostOptions & { readonly of?: Account } = {}) => hostOf(of.client, service.sandbox.url, options);

const urls = async () => (await account.webhooks()).map(({ url }) => url);

test('a host with no more than the port registers, verifies and removes', async () => {
	const { port, held, url } = createHost();
	expect(await isRegistered(port)).toBe(false);
	await register(port);
	expect(await isRegistered(port)).toBe(true);
	expect(await urls()).toEqual([url]);
	expect(held()).toMatchObject({ url, flowId: 'recipe', secret: expect.any(String) });
	await remove(port);
	expect(held()).toBeUndefined();
	expect(await urls()).toEqual([]);
});

test('publishing twice at once leaves one webhook, whose secret is held', async () => {
	const { port, held, url } = createHost();
	await Promise.all([register(port), register(port)]);
	const webhooks = await account.webhooks();
	expect(webhooks.map((webhook) => webhook.url)).toEqual([url]);
	expect(webhooks[0]?.id).toBe(held()?.id);
});

test('the registration of the flow that this one is a copy of is left alone', async () => {
	const original = createHost();
	await register(original.port);
	const copy = createHost();
	const registration = original.held();
	if (registration) copy.hold(registration);
	await remove(copy.port);
	expect(copy.held()).toBeUndefined();
	expect(copy.log.join()).toMatch(/another address or recipe/);
	expect(await urls()).toEqual([original.url]);
});

test('a repair replaces a webhook whose secret is not held, and asks again only after ten minutes', async () => {
	let time = Date.now() + 60_000;
	const { port, held, hold, log } = createHost({ now: () => time });
	await register(port);
	const registration = held();
	if (registration) hold({ ...registration, id: 'another', secret: 'old' });
	await repair(port);
	expect((await account.webhooks()).map(({ id }) => id)).toEqual([held()?.id]);
	expect(log.join()).toMatch(/registered anew/);
	await account.client.webhooks.delete({ id: held()?.id ?? '' });
	const other = await account.register(port.ownUrl());
	time += 9 * 60_000;
	await repair(port);
	expect((await account.webhooks()).map(({ id }) => id)).toEqual([other.id]);
	time += 60_000;
	await repair(port);
	expect((await account.webhooks()).map(({ id }) => id)).toEqual([held()?.id]);
});

const failureOf = async (work: Promise<unknown>): Promise<string> =>
	explainFailure(await work.then(() => null, (error: unknown) => error), otherTerms)?.message ?? 'It did not fail';

test('failures speak the host’s language', async () => {
	const full = service.account('professional');
	for (const name of ['one', 'two', 'three']) await full.register(`https://hooks.example.com/${name}?token=s3cret`);
	const failures = [
		await failureOf(register(createHost({ events: [] }).port)),
		await failureOf(register(createHost({ url: 'http://flows.example.com/1' }).port)),
		await failureOf(register(createHost({ of: service.account('starter') }).port)),
		await failureOf(register(createHost({ of: full }).port)),
	];
	expect(failures).toEqual([
		'Choose at least one event.',
		expect.stringMatching(/^The service delivers events only to .* this Acme Flows is http:\/\/flows\.example\.com\. Give Acme Flows/),
		expect.stringMatching(/^This account cannot use webhooks.*The Meeting Check works on every paid plan/),
		expect.stringMatching(/the block Delete Webhook.*\(1\) Conversation Created to https:\/\/hooks\.example\.com\/one; /),
	]);
	expect(failures.filter((message) => foreignWords.test(message) || message.includes('s3cret'))).toEqual([]);
});

test('a URL is shown without the parts that may be secret', () => {
	expect(shownUrl('https://user:pass@example.com/hook?token=1#x')).toBe('https://example.com/hook');
	expect(shownUrl('nonsense')).not.toContain('nonsense');
});

describe('A host that also accepts the previous webhook’s deliveries', () => {
	const created = ['conversation.created'];
	const both = ['conversation.created', 'conversation.shared'];
	const overlapping = (options: Parameters<typeof createHost>[0] = {}) => createHost({ overlaps: true, events: created, ...options });
	/** The same trigger, after other events were chosen for it. */
	const choosing = (events: readonly string[], { url, held }: ReturnType<typeof createHost>, options: Parameters<typeof createHost>[0] = {}) => {
		const next = overlapping({ events, url, ...options });
		const before = held();
		if (before) next.hold(before);
		return next;
	};
	const requestsOf = async (port: RegistrationPort, of = account) => {
		const sent: string[] = [];
		const record = { ...of.client.webhooks };
		const client = {
			...of.client,
			webhooks: {
				...record,
				register: (...given: Parameters<typeof record.register>) => (sent.push('register'), record.register(...given)),
				delete: (...given: Parameters<typeof record.delete>) => (sent.push('delete'), record.delete(...given)),
			},
		};
		await register({ ...port, connect: async () => client });
		return sent;
	};

	test('gets the new webhook before the old one is deleted, and remembers both secrets', async () => {
		const first = overlapping();
		await register(first.port);
		const before = first.held();
		const second = choosing(both, first);
		expect(await isRegistered(second.port)).toBe(false);
		expect(await requestsOf(second.port)).toEqual(['register', 'delete']);
		expect(second.held()).toMatchObject({ url: first.url, previous: { secret: before?.secret } });
		expect(second.held()?.id).not.toBe(before?.id);
		expect(await account.webhooks()).toMatchObject([{ id: second.held()?.id, events: both }]);
		expect(await isRegistered(second.port)).toBe(true);
	});

	test('removes what a dead process left behind, and keeps the webhook whose secret is held', async () => {
		const host = overlapping();
		await register(host.port);
		await account.register(host.url);
		expect(await isRegistered(host.port)).toBe(false);
		expect(await requestsOf(host.port)).toEqual(['delete']);
		expect(await account.webhooks()).toMatchObject([{ id: host.held()?.id }]);
	});

	test('keeps the old one, and nothing else, when the answer to the registration is lost', async () => {
		const first = overlapping();
		await register(first.port);
		const second = choosing(both, first);
		const { webhooks } = account.client;
		const lost = async (...given: Parameters<typeof webhooks.register>) => {
			await webhooks.register(...given);
			throw new ClientError({ kind: 'noAnswer', reason: 'reset', outcomeUnknown: true, creditAtRisk: false });
		};
		await expect(register({ ...second.port, connect: async () => ({ ...account.client, webhooks: { ...webhooks, register: lost } }) })).rejects.toThrow(ClientError);
		expect(second.held()).toEqual(first.held());
		expect(await account.webhooks()).toMatchObject([{ id: first.held()?.id }]);
	});

	test('the plan’s last webhook is for every event and never has to change', async () => {
		const professional = service.account('professional');
		for (const name of ['a', 'b']) await professional.register(`https://hooks.example.com/${name}`);
		const first = overlapping({ of: professional });
		await register(first.port);
		const second = choosing(both, first, { of: professional });
		expect(await isRegistered(second.port)).toBe(true);
	});

	test('if others took the last place, fewer events keep the webhook, and more replace it with one for every event', async () => {
		const professional = service.account('professional');
		const first = overlapping({ of: professional, events: both });
		await register(first.port);
		for (const name of ['a', 'b']) await professional.register(`https://hooks.example.com/${name}`);
		const fewer = choosing(created, first, { of: professional });
		await register(fewer.port);
		expect(fewer.held()).toEqual(first.held());
		const more = choosing([...both, 'conversation.deleted'], first, { of: professional });
		expect(await requestsOf(more.port, professional)).toEqual(['register', 'delete', 'register']);
		const events = (await professional.webhooks()).find(({ id }) => id === more.held()?.id)?.events ?? [];
		expect(events.length).toBe(10);
		expect(await isRegistered(choosing(created, more, { of: professional }).port)).toBe(true);
	});
});

test('a registered address names its flow, and is the same address without', () => {
	const own = 'https://n8n.example.com/webhook/1/meeting-assistant';
	const named = namedAddress(own, 'Sales\ncalls & “CRM”');
	expect(named).not.toBe(own);
	expect([flowIn(named), flowIn(own), flowIn(`${own}?usedBy=`), flowIn('nonsense'), flowIn(undefined)]).toEqual(['Sales calls & “CRM”', ...Array(4).fill(undefined)]);
	expect([named, own, `${own}?usedBy=Renamed`].map((url) => leadsTo(url, own))).toEqual([true, true, true]);
	expect([`${own}?copy=1`, `${own}/2?usedBy=x`, 'nonsense', undefined].map((url) => leadsTo(url, own))).toEqual([false, false, false, false]);
	expect(namedAddress(own, undefined)).toBe(own);
	expect(flowIn(namedAddress(own, 'é'.repeat(500)))).toHaveLength(80);
});
