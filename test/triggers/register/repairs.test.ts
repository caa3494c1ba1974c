import { randomUUID } from 'node:crypto';
import { repair } from '../../../src/triggers/register/lifecycle.ts';
import { hostOf, oddService, SERVICE } from './registering.ts';

const START = Date.parse('2026-03-02T09:15:00Z');
const [SECOND, MINUTE] = [1000, 60_000];
const CREATED = 'conversation.created';

/** A trigger that holds `w1`, at a service with these webhooks, and a clock to set. */
function start(webhooks: (own: { url: string; events: string[] }) => readonly object[], instead?: Parameters<typeof oddService>[1]) {
	const url = `https://flows.example.com/${randomUUID()}`;
	const clock = { now: START };
	const service = oddService(webhooks({ url, events: [CREATED] }), instead);
	const host = hostOf(service.client, SERVICE, { url, events: [CREATED], now: () => clock.now });
	host.hold({ id: 'w1', secret: 's1', url, flowId: 'recipe' });
	/** The requests of a repair. */
	const repaired = async (afterMs = 0) => {
		clock.now += afterMs;
		const before = service.sent.length;
		await repair(host.port);
		return service.sent.slice(before).map((call) => call.replace(' webhooks', ''));
	};
	return { ...host, ...service, repaired };
}

const created = (at: number) => new Date(at).toISOString();
const REPLACED = ['GET', 'GET', 'POST'];

test('a webhook that is as held stays', async () => {
	const { repaired, log } = start((own) => [{ id: 'w1', ...own }]);
	expect(await repaired()).toEqual(['GET']);
	expect(log).toEqual([]);
});

test('one that the service lost is registered again', async () => {
	const { repaired, log, held } = start(() => []);
	expect(await repaired()).toEqual(REPLACED);
	expect(held()?.id).toBe('new1');
	expect(log).toEqual([expect.stringMatching(/registered anew, because the service no longer had it/)]);
});

test.each([
	['another', [{ id: 'w2' }], ['DELETE w2']],
	['another beside the one held', [{ id: 'w1' }, { id: 'w2' }], ['DELETE w1', 'DELETE w2']],
])('%s is replaced', async (_, ids, deleted) => {
	const { repaired, log } = start((own) => ids.map((id) => ({ ...own, ...id })));
	expect(await repaired()).toEqual(['GET', 'GET', ...deleted, 'POST']);
	expect(log).toEqual([expect.stringMatching(/registered anew, because its signing secret was not the one held here/)]);
});

test('however many deliveries are wrong, it looks once in ten minutes, and at once if the clock was set back by more', async () => {
	const { repaired } = start((own) => [{ id: 'w1', ...own }]);
	expect(await repaired()).toEqual(['GET']);
	expect(await repaired()).toEqual([]);
	expect(await repaired(10 * MINUTE - 1)).toEqual([]);
	expect(await repaired(1)).toEqual(['GET']);
	expect(await repaired(-1)).toEqual(['GET']);
	expect(await repaired(-60 * MINUTE)).toEqual(['GET']);
});

test('a webhook registered less than 30 seconds ago may just not be stored yet', async () => {
	const { repaired, log } = start((own) => [{ id: 'w2', ...own, createdAt: created(START - 29 * SECOND) }]);
	expect(await repaired()).toEqual(['GET']);
	expect(await repaired(30 * SECOND - 1)).toEqual([]);
	expect(log).toEqual([]);
	expect(await repaired(1)).toEqual(['GET', 'GET', 'DELETE w2', 'POST']);
});

test('one of 30 seconds, or of an unknown age, is not new', async () => {
	expect(await start((own) => [{ id: 'w2', ...own, createdAt: created(START - 30 * SECOND) }]).repaired()).toContain('POST');
	expect(await start((own) => [{ id: 'w2', ...own, createdAt: 'soon' }]).repaired()).toContain('POST');
});

test('one that the service’s clock keeps new is replaced the second time', async () => {
	const { repaired } = start((own) => [{ id: 'w2', ...own, createdAt: created(START + 60 * MINUTE) }]);
	expect(await repaired()).toEqual(['GET']);
	expect(await repaired(30 * SECOND)).toContain('POST');
});

test('another new one is waited for again', async () => {
	const webhooks: object[] = [];
	const { repaired, url } = start(() => webhooks);
	webhooks.push({ id: 'w2', url, createdAt: created(START) });
	expect(await repaired()).toEqual(['GET']);
	webhooks.splice(0, 1, { id: 'w3', url, createdAt: created(START + 29 * SECOND) });
	expect(await repaired(30 * SECOND)).toEqual(['GET']);
	expect(await repaired(30 * SECOND)).toContain('POST');
});

test('if the service cannot be asked, it says so, and asks again after ten minutes', async () => {
	let status: 500 | undefined = 500;
	const { repaired, log } = start(() => [], () => status);
	expect(await repaired()).toEqual(['GET']);
	expect(log).toEqual([expect.stringMatching(/^The webhook could not be checked after a wrong signature: .*\w/)]);
	status = undefined;
	expect(await repaired(10 * MINUTE - 1)).toEqual([]);
	expect(await repaired(1)).toEqual(REPLACED);
});
