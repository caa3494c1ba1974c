import { ANY_EVENT, eventsToRegister } from '../../../src/triggers/items/catalogue.ts';
import { explainFailure } from '../../../src/triggers/failures.ts';
import { flowIn, leadsTo, namedAddress, unnamedAddress } from '../../../src/triggers/register/address.ts';
import { failedStep, isListed, isRegistered, register, remove } from '../../../src/triggers/register/lifecycle.ts';
import { addressProblem, FEWEST } from '../../../src/triggers/register/target.ts';
import { eventNames } from '../../../src/api/index.ts';
import { otherTerms as terms } from '../hosts.ts';
import { hostOf, oddService, SERVICE, type HostOptions } from './registering.ts';

const OWN = 'https://flows.example.com/hook';
const CREATED = 'conversation.created';
const held = { id: 'w1', secret: 's1', url: OWN, flowId: 'recipe' };
const own = { id: 'w1', url: OWN, events: [CREATED] };
const elsewhere = (name: string, more: object = {}) => ({ id: name, url: `https://hooks.example.com/${name}`, events: [CREATED], ...more });
const [one, two, three] = [elsewhere('one'), elsewhere('two'), elsewhere('three')];
const everyEvent = eventNames.filter((name) => name !== 'webhook.test');

/** A trigger that holds its registration, with a service that has these webhooks. */
function start(webhooks: readonly object[], options: HostOptions = {}, instead?: Parameters<typeof oddService>[1]) {
	const service = oddService(webhooks, instead);
	const host = hostOf(service.client, SERVICE, { url: OWN, events: [CREATED], ...options });
	host.hold(held);
	return { ...host, ...service };
}

const messageOf = async (work: Promise<unknown>): Promise<string> =>
	explainFailure(await work.then(() => null, (error: unknown) => error), terms)?.message ?? 'It did not fail';

describe('A trigger is registered', () => {
	test.each([
		['with the webhook that is held', [own], {}, true],
		['whatever else the account has', [one, own, two], {}, true],
		['with its flow in the address', [{ ...own, url: `${OWN}?usedBy=Sales` }], {}, true],
		['if the list says no more than the ID', [{ id: 'w1' }], {}, true],
		['if the list says what cannot be read', [{ ...own, url: 7, events: 'all', createdAt: 5 }], {}, true],
		['if the list has it twice', [own, own], {}, true],
		['if an event is named twice', [{ ...own, events: [CREATED, CREATED] }], {}, true],
		['for more events than were chosen, where webhooks overlap', [{ ...own, events: everyEvent }], { overlaps: true }, true],
		['not without a webhook', [], {}, false],
		['not with one that is not listed as it should be', [null, 'w1', { id: '' }], {}, false],
		['not with the webhook of another', [one], {}, false],
		['not with a webhook of another ID', [{ ...own, id: 'w2' }], {}, false],
		['not with two webhooks', [own, { ...own, id: 'w2' }], {}, false],
		['not with another path', [{ ...own, url: `${OWN}/2` }], {}, false],
		['not with an ID of another host', [{ ...own, url: 'https://hooks.example.com/hook' }], {}, false],
		['not for other events', [{ ...own, events: ['conversation.shared'] }], {}, false],
		['not for fewer events', [{ ...own, events: [] }], {}, false],
		['not for as many other events', [{ ...own, events: [CREATED, 'conversation.shared'] }], { events: [CREATED, 'conversation.updated'] }, false],
		['not for more events than were chosen', [{ ...own, events: everyEvent }], {}, false],
		['not for some more events, even where webhooks overlap', [{ ...own, events: [CREATED, 'conversation.shared'] }], { overlaps: true }, false],
	])('%s', async (_, webhooks, options, expected) => {
		expect(await isRegistered(start(webhooks as readonly object[], options).port)).toBe(expected);
	});

	test('with an ID that the list gives as a number', async () => {
		const { port, hold } = start([{ ...own, id: 7 }]);
		hold({ ...held, id: '7' });
		expect(await isRegistered(port)).toBe(true);
	});

	test.each([
		['another flow', { ...held, flowId: 'copy' }],
		['another address', { ...held, url: `${OWN}/2` }],
	])('not with the registration of %s, which asks nothing', async (_, registration) => {
		const { port, hold, sent } = start([own]);
		hold(registration);
		expect(await isRegistered(port)).toBe(false);
		expect(sent).toEqual([]);
	});

	test('unless the plan has no webhooks any more', async () => {
		const starter = (call: string) => (call === 'GET user/profile' ? { data: { subscription: { tier: 'starter' } } } : undefined);
		expect(await messageOf(isRegistered(start([own], {}, starter).port))).toMatch(/^This account cannot use webhooks/);
		expect(await messageOf(isRegistered(start([own], {}, (call) => (call === 'GET webhooks' ? 403 : undefined)).port))).toMatch(/^This account cannot use webhooks/);
		expect(await isRegistered(start([own], {}, (call) => (call === 'GET user/profile' ? 500 : undefined)).port)).toBe(true);
		expect(await messageOf(isRegistered(start([own], {}, (call) => (call === 'GET webhooks' ? 500 : undefined)).port))).not.toMatch(/cannot use webhooks/);
	});
});

test.each([
	['says no more than the ID', { id: 'w1' }, true],
	['spells the address in its own way', { ...own, url: `${OWN};v=1` }, true],
	['has the ID at another host, as in another account', elsewhere('w1'), false],
])('a webhook that is held counts as listed as it counts as registered: the list %s', async (_, webhook, expected) => {
	const service = start([webhook]);
	expect(await isListed(service.client, held)).toBe(expected);
	expect(await isListed(oddService([webhook]).client, { ...held, id: 'other' })).toBe(false);
});

test('a webhook is listed if any leads to the trigger', async () => {
	expect(await isListed(oddService([one, { ...own, id: 'w2' }]).client, held)).toBe(true);
	expect(await isListed(oddService([one, { id: 'w9' }]).client, held)).toBe(false);
	expect(await isListed(oddService().client, held)).toBe(false);
});

describe('Registering', () => {
	test('replaces what points to the trigger, and holds what the service returned', async () => {
		const { port, sent, held: holding, limits, registered, log } = start([one, own, { ...own, id: 'w2' }], { flowName: 'Sales' });
		await register(port);
		expect(sent).toEqual(['GET webhooks', 'DELETE webhooks w1', 'DELETE webhooks w2', 'POST webhooks']);
		expect(registered).toEqual([{ url: `${OWN}?usedBy=Sales`, events: [CREATED] }]);
		expect(holding()).toEqual({ id: 'new1', secret: 'secret of new1', url: OWN, flowId: 'recipe' });
		expect(limits).toEqual([{ timeoutMs: 15_000, totalMs: 90_000 }]);
		expect(log).toEqual([]);
	});

	test('leaves a webhook on the trigger’s host alone that is not the one held', async () => {
		const { port, sent } = start([{ ...own, url: `${OWN}/2` }, { id: 'w2', url: `${OWN}/3` }, { id: 'w3' }]);
		await register(port);
		expect(sent).toEqual(['GET webhooks', 'DELETE webhooks w1', 'POST webhooks']);
	});

	test('continues when somebody else deleted a webhook first, and stops when one cannot be deleted', async () => {
		const gone = start([own], {}, (call) => (call === 'DELETE webhooks w1' ? 404 : undefined));
		await register(gone.port);
		expect(gone.registered).toHaveLength(1);
		const kept = start([own], {}, (call) => (call === 'DELETE webhooks w1' ? 403 : undefined));
		await expect(register(kept.port)).rejects.toThrow();
		expect(kept.registered).toEqual([]);
		expect(kept.held()).toEqual(held);
	});

	test('runs one change to a trigger after the other', async () => {
		const { port, sent } = start([], {}, () => new Promise((resolve) => setImmediate(() => resolve(undefined))));
		const first = register(port);
		const second = register(port);
		await first;
		await Promise.all([second, register(port)]);
		expect(sent.map((call) => call.split(' ')[0])).toEqual(['GET', 'POST', 'GET', 'DELETE', 'POST', 'GET', 'DELETE', 'POST']);
	});

	const answering = (answer: object | 500 | 400 | 403, also?: string) => (call: string) => (call === 'POST webhooks' ? answer : call === also ? 500 : undefined);

	test.each([
		['has no secret', { data: { id: 'w9' } }, undefined, ['DELETE webhooks w9'], /The webhook was removed again\.$/],
		['has an empty secret and a number for an ID', { data: { id: 9, secret: '' } }, undefined, ['DELETE webhooks 9'], /The webhook was removed again\.$/],
		['has no secret, and the webhook stays', { data: { id: 'w9' } }, 'DELETE webhooks w9', ['DELETE webhooks w9'], /The webhook may still be at the service as w9\. Find it with the block List Webhook and remove it with the block Delete Webhook\.$/],
		['has nothing, and no webhook is listed', { data: { id: {}, secret: 's' } }, undefined, ['GET webhooks'], /The webhook may still be at the service\. Find it with/],
	])('fails if the answer %s', async (_, answer, failing, then, expected) => {
		const { port, sent, hold, held: holding, log } = start([one], {}, answering(answer, failing));
		hold({ ...held, url: `${OWN}/2` });
		expect(await messageOf(register(port))).toMatch(expected);
		expect(sent.slice(2)).toEqual(then);
		expect(holding()).toMatchObject({ id: 'w1' });
		expect(log).toHaveLength(failing === undefined ? 0 : 1);
	});

	test('removes a webhook that an answer without an ID may have left, wherever it is listed', async () => {
		let posted = false;
		const { port, sent } = start([], {}, (call) => {
			if (call === 'POST webhooks') return (posted = true), { data: {} };
			return call === 'GET webhooks' && posted ? { data: [{ ...own, id: 'w8' }, one] } : call === 'DELETE webhooks w8' ? { data: { id: 'w8', deleted: true } } : undefined;
		});
		expect(await messageOf(register(port))).toMatch(/removed again/);
		expect(sent).toEqual(['GET webhooks', 'POST webhooks', 'GET webhooks', 'DELETE webhooks w8']);
	});

	test('looks for what it may have left only if the service may have registered it', async () => {
		const broken = start([], {}, answering(500));
		await expect(register(broken.port)).rejects.toThrow();
		expect(broken.sent).toEqual(['GET webhooks', 'POST webhooks', 'GET webhooks']);
		const refused = start([], {}, answering(400));
		await expect(register(refused.port)).rejects.toThrow();
		expect(refused.sent).toEqual(['GET webhooks', 'POST webhooks']);
	});

	test('reports the lost answer, not that nothing could be cleared up after it', async () => {
		let posted = false;
		const { port, log } = start([], {}, (call) => (call === 'POST webhooks' ? ((posted = true), 500) : posted ? 403 : undefined));
		expect(await messageOf(register(port))).not.toMatch(/cannot use webhooks/);
		expect(log).toEqual([expect.stringMatching(/^A webhook that may have been registered could not be removed: .*\w/)]);
	});
});

describe('When the plan allows no more webhooks', () => {
	const full = (call: string) => (call === 'POST webhooks' ? (403 as const) : undefined);

	test('the failure names who has them', async () => {
		const others = [elsewhere('one', { events: [CREATED, 'conversation.merged', 'webhook.test'], url: 'https://u:p@hooks.example.com/one?usedBy=Sales%0Acalls&token=t' }), elsewhere('two', { events: eventsToRegister([ANY_EVENT]) }), { id: 'w3', events: [] }, elsewhere('four', { events: undefined })];
		expect(await messageOf(register(start(others, {}, full).port))).toBe(
			'The plan allows no more webhooks. Stop one of the recipes that use them, or delete one with the block Delete Webhook: whatever uses it then gets no more events. The Meeting Check needs none. ' +
				'In use: (1) Conversation Created, conversation.merged, Test Delivery to the recipe “Sales calls” (https://hooks.example.com/one); (2) all events to https://hooks.example.com/two; (3) webhook w3; (4) https://hooks.example.com/four.',
		);
	});

	test('fewer than any plan allows mean that the account has none', async () => {
		const plan = (tier: string) => (call: string) => full(call) ?? (call === 'GET user/profile' ? { data: { subscription: { tier } } } : undefined);
		expect(FEWEST).toBe(3);
		expect(await messageOf(register(start([one, two], {}, plan('starter')).port))).toMatch(/^This account cannot use webhooks/);
		expect(await messageOf(register(start([one, two], {}, plan('professional')).port))).toMatch(/allows no more webhooks/);
		const alone = start([], {}, plan('professional'));
		expect(await messageOf(register(alone.port))).not.toMatch(/webhooks/);
		const enough = start([one, two, three], {}, plan('starter'));
		expect(await messageOf(register(enough.port))).toMatch(/allows no more webhooks/);
		expect(enough.sent).not.toContain('GET user/profile');
	});
});

describe('Where webhooks overlap', () => {
	const both = [CREATED, 'conversation.shared'];
	const overlapping = { overlaps: true, events: both, now: () => 1_000_000 };

	test('others that point here are deleted first, then the old one, ten minutes before its deliveries count no more', async () => {
		const { port, sent, held: holding } = start([{ ...own, id: 'w0' }, own, one], overlapping);
		await register(port);
		expect(sent).toEqual(['GET webhooks', 'DELETE webhooks w0', 'POST webhooks', 'DELETE webhooks w1']);
		expect(holding()).toEqual({ id: 'new1', secret: 'secret of new1', url: OWN, flowId: 'recipe', previous: { secret: 's1', until: 1_600_000 } });
	});

	test('one that the service lost, or that is not held, is registered like a first one', async () => {
		const lost = start([one], overlapping);
		await register(lost.port);
		expect(lost.sent).toEqual(['GET webhooks', 'GET webhooks', 'POST webhooks']);
		expect(lost.held()).toEqual({ id: 'new1', secret: 'secret of new1', url: OWN, flowId: 'recipe' });
		const foreign = start([own], overlapping);
		foreign.hold({ ...held, flowId: 'copy' });
		await register(foreign.port);
		expect(foreign.sent).toEqual(['GET webhooks', 'GET webhooks', 'DELETE webhooks w1', 'POST webhooks']);
	});

	test('the old one stays when the new one fails, and is replaced by one for every event when there is no room for both', async () => {
		const failing = start([own], overlapping, (call) => (call === 'POST webhooks' ? 400 : undefined));
		await expect(register(failing.port)).rejects.toThrow();
		expect(failing.held()).toEqual(held);
		expect(failing.urls()).toEqual([OWN]);
		let refused = 0;
		const full = start([own, one, two], overlapping, (call) => (call === 'POST webhooks' && (refused += 1) === 1 ? 403 : undefined));
		await register(full.port);
		expect(full.registered.at(-1)).toEqual({ url: OWN, events: everyEvent });
		const unsaid = start([{ id: 'w1', url: OWN, events: [...both, 'conversation.deleted'] }, one, two], overlapping, (call) => (call === 'POST webhooks' ? 403 : undefined));
		await register(unsaid.port);
		expect(unsaid.held()).toEqual(held);
	});

	test('the plan’s last webhook is for every event, and one with room beside it for those chosen', async () => {
		const last = start([one, two], overlapping);
		await register(last.port);
		expect(last.registered).toEqual([{ url: OWN, events: everyEvent }]);
		const roomy = start([one], overlapping);
		await register(roomy.port);
		expect(roomy.registered).toEqual([{ url: OWN, events: eventNames.filter((name) => both.includes(name)) }]);
		const alone = start([one, two], { ...overlapping, overlaps: false });
		await register(alone.port);
		expect(alone.registered).toEqual([{ url: OWN, events: eventNames.filter((name) => both.includes(name)) }]);
	});
});

describe('Removing', () => {
	test('deletes the webhook that is held and all others that lead here', async () => {
		const { port, sent, held: holding, limits, urls } = start([own, one, { ...own, id: 'w2', url: `${OWN}?usedBy=x` }]);
		await remove(port);
		expect(sent).toEqual(['DELETE webhooks w1', 'GET webhooks', 'DELETE webhooks w2']);
		expect(urls()).toEqual([one.url]);
		expect(holding()).toBeUndefined();
		expect(limits).toEqual([{ timeoutMs: 15_000, totalMs: 60_000 }]);
	});

	test('asks nothing if none is held', async () => {
		const { port, sent } = start([own]);
		port.stored.forget();
		await remove(port);
		expect(sent).toEqual([]);
	});

	test('leaves the webhook of another address alone, and says so', async () => {
		const { port, sent, hold, held: holding, log } = start([own]);
		hold({ ...held, url: 'https://other.example.com/hook' });
		await remove(port);
		expect(sent).toEqual([]);
		expect(holding()).toBeUndefined();
		expect(log).toEqual([expect.stringContaining('Webhook w1 leads to another address or recipe')]);
	});

	test('keeps what is stored if the webhook could not be deleted', async () => {
		const { port, held: holding } = start([own], {}, (call) => (call.startsWith('DELETE') ? 403 : undefined));
		await expect(remove(port)).rejects.toThrow();
		expect(holding()).toEqual(held);
	});

	test.each([
		['deleted, and may not list', [own], 403, null, 0],
		['deleted, and cannot be listed', [own], 500, null, 1],
		['was gone, and may not list', [], 403, null, 0],
		['was gone, and cannot be listed', [], 500, held, 0],
	] as const)('a webhook that is %s', async (_, webhooks, status, left, warnings) => {
		const { port, held: holding, log } = start(webhooks, {}, (call) => (call === 'GET webhooks' ? status : undefined));
		const outcome = await remove(port).then(() => 'removed', () => 'failed');
		expect(outcome).toBe(left ? 'failed' : 'removed');
		expect(holding() ?? null).toEqual(left);
		expect(log).toEqual(Array.from({ length: warnings }, () => expect.stringMatching(/^Other webhooks .*: .*\w/)));
	});
});

test('a failed step says which it was, and what to do', async () => {
	const { port } = start([]);
	expect(failedStep.isRegistered().before).toMatch(/looked up/);
	expect(failedStep.register(port).before).toMatch(/registered/);
	const refused: unknown = await register(start([], {}, (call) => (call === 'POST webhooks' ? 400 : undefined)).port).catch((error: unknown) => error);
	expect(explainFailure(refused, terms, failedStep.register(port))?.message).toContain(`The service must be able to reach ${new URL(OWN).origin} over https://`);
	expect(failedStep.remove(port).before).toMatch(/^Webhook w1 could not be removed .* when the recipe is active again$/);
	port.stored.forget();
	expect(failedStep.remove(port).before).toMatch(/^Webhook {2}could not/);
});

test.each<[string, HostOptions, Parameters<typeof oddService>[1]]>([
	['address_not_public', { url: 'http://flows.example.com/hook' }, undefined],
	['no_event', { events: [] }, undefined],
	['no_webhooks', {}, () => 403],
	['webhook_limit', {}, (call) => (call === 'POST webhooks' ? 403 : undefined)],
	['no_secret', {}, (call) => (call === 'POST webhooks' ? { data: { id: 'w9' } } : undefined)],
])('a registration that fails has the code %s', async (code, options, instead) => {
	await expect(register(start([one, two, three], options, instead).port)).rejects.toMatchObject({ details: { code } });
});

test.each([
	['https://flows.example.com/hook', SERVICE, null],
	['http://127.0.0.1:5678/hook', 'http://localhost:4000', null],
	['http://127.0.0.1:5678/hook', SERVICE, 'http://127.0.0.1:5678'],
	['http://flows.example.com/hook', 'http://localhost:4000', 'http://flows.example.com'],
	['http://localhost/hook', 'nonsense', 'http://localhost'],
	['nonsense', 'http://localhost:4000', 'nonsense'],
])('deliveries to %s from %s', (url, service, shown) => {
	const problem = addressProblem({ ownUrl: () => url, terms, givePublicAddress: 'Set the address' }, service);
	if (shown === null) expect(problem).toBeNull();
	else expect(explainFailure(problem, terms)?.message.split('. ')[0]).toMatch(new RegExp(` is ${shown}$`));
});

test('an address names its flow only where there is one', () => {
	expect([namedAddress('nonsense', 'Sales'), namedAddress(OWN, ''), namedAddress('HTTPS://FLOWS.example.com', '')]).toEqual(['nonsense', OWN, 'HTTPS://FLOWS.example.com']);
	expect([unnamedAddress('nonsense'), unnamedAddress('HTTPS://FLOWS.example.com'), unnamedAddress(`${OWN}?a=1&usedBy=x`)]).toEqual(['nonsense', 'HTTPS://FLOWS.example.com', `${OWN}?a=1`]);
	expect([flowIn(`${OWN}?usedBy=%00a%09%0Ab%20`), flowIn(`${OWN}?usedBy=%20`), flowIn(`${OWN}?usedBy=${'😀'.repeat(90)}`)]).toEqual(['a b', undefined, '😀'.repeat(80)]);
	expect(Array.from(new URL(namedAddress(OWN, '😀'.repeat(90))).searchParams.get('usedBy') ?? '')).toHaveLength(80);
	expect(leadsTo(`${OWN}?usedBy=x#y`, OWN)).toBe(true);
});
