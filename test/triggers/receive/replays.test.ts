import { claimDelivery, memoryReplays } from '../../../src/triggers/replays.ts';

describe('the same bytes again', () => {
	const NOW = Date.parse('2026-11-02T10:00:00Z');
	const MINUTE = 60_000;
	const DAY = 24 * 60 * MINUTE;
	let time = NOW;
	beforeEach(() => void (time = NOW));

	const storeOf = (capacity = 3) => memoryReplays(capacity, () => time);
	const claim = (replays: ReturnType<typeof storeOf>, text: string, isDated = true, maxAgeSeconds = 0, webhook = 'wh') => {
		const received = { event: 'e', timestamp: isDated ? 'at' : null, data: {}, conversationId: undefined };
		return claimDelivery({ received, rawBody: Buffer.from(text) }, { webhook, maxAgeSeconds }, replays);
	};
	/** Takes a delivery, and returns the outcome. */
	const take = async (replays: ReturnType<typeof storeOf>, text: string, { isDated = true, isAccepted = true, maxAgeSeconds = 0 } = {}) => {
		const settle = await claim(replays, text, isDated, maxAgeSeconds);
		if (typeof settle === 'string') return settle;
		await settle(isAccepted);
		return 'new';
	};

	test('are known as long as they are among the latest', async () => {
		const replays = storeOf();
		const outcomes: string[] = [];
		for (const text of ['a', 'b', 'a', 'c', 'd', 'a']) outcomes.push(await take(replays, text));
		expect(outcomes).toEqual(['new', 'new', 'repeated', 'new', 'new', 'new']);
	});

	test('are accepted if the host did not accept them before', async () => {
		const replays = storeOf();
		expect(await take(replays, 'a', { isAccepted: false })).toBe('new');
		expect(await take(replays, 'a')).toBe('new');
		expect(await take(replays, 'a')).toBe('repeated');
	});

	test.each([
		[MINUTE, 'repeated'],
		[5 * MINUTE, 'repeated'],
		[5 * MINUTE + 1, 'new'],
		[-5 * 60 * MINUTE, 'new'],
	])('without a time of their own, %d ms later: %s', async (ms, outcome) => {
		const replays = storeOf();
		await take(replays, 'Draft', { isDated: false });
		time += ms;
		expect(await take(replays, 'Draft', { isDated: false })).toBe(outcome);
	});

	test('without a time of their own, often enough, are not dropped forever', async () => {
		const replays = storeOf();
		const outcomes: string[] = [];
		for (const minute of [0, 2, 4, 6]) {
			time = NOW + minute * MINUTE;
			outcomes.push(await take(replays, 'Draft', { isDated: false }));
		}
		expect(outcomes).toEqual(['new', 'repeated', 'repeated', 'new']);
	});

	test.each([
		[300, 10 * MINUTE],
		[0, 30 * DAY],
	])('are known for as long as a delivery of at most %d seconds would be accepted', async (maxAgeSeconds, ms) => {
		const replays = storeOf();
		await take(replays, 'a', { maxAgeSeconds });
		time += ms;
		expect(await take(replays, 'a', { maxAgeSeconds })).toBe('repeated');
		time += 1;
		expect(await take(replays, 'a', { maxAgeSeconds })).toBe('new');
	});

	test('are another delivery for another webhook', async () => {
		const replays = storeOf();
		await take(replays, 'a');
		expect(typeof (await claim(replays, 'a', true, 0, 'other'))).toBe('function');
	});

	test('are left to be sent again while those before are being processed', async () => {
		const replays = storeOf();
		const settle = await claim(replays, 'a');
		expect(await take(replays, 'a')).toBe('pending');
		if (typeof settle !== 'string') await settle(true);
		expect(await take(replays, 'a')).toBe('repeated');
	});
});

describe('what a process remembers', () => {
	test('is as many deliveries as it has room for, those that were accepted last', () => {
		const replays = memoryReplays(2);
		expect([replays.begin('a', 1000), replays.begin('b', 1000)]).toEqual(['new', 'new']);
		expect([replays.begin('a', 1000), replays.begin('b', 1000)]).toEqual(['pending', 'pending']);
		replays.end('a', true, 1000);
		replays.begin('c', 1000);
		expect([replays.begin('a', 1000), replays.begin('c', 1000), replays.begin('b', 1000)]).toEqual(['done', 'pending', 'new']);
	});
});
