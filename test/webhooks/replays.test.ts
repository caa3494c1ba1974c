import { createReplays } from '../../src/webhooks/replays.ts';

describe('the same bytes again', () => {
	const NOW = Date.parse('2026-11-02T10:00:00Z');
	const MINUTE = 60_000;
	const never = (): Promise<void> => new Promise(() => {});
	const delivery = (text: string, isDated = true) => ({ webhook: 'wh', rawBody: Buffer.from(text), isDated });

	/** Takes a delivery and says what n8n then answers; returns whether it was new. */
	const takeWith = (claim: ReturnType<typeof createReplays>) => async (text: string, now = NOW, isDated = true, isAccepted = true) => {
		const settle = await claim(delivery(text, isDated), now);
		if (typeof settle === 'string') return settle;
		settle(isAccepted);
		return 'new';
	};

	test('are known as long as they are among the last ones', async () => {
		const take = takeWith(createReplays(3, never));
		const outcomes: string[] = [];
		for (const text of ['a', 'b', 'a', 'c', 'd', 'a', 'b']) outcomes.push(await take(text));
		expect(outcomes).toEqual(['new', 'new', 'accepted', 'new', 'new', 'accepted', 'new']);
	});

	test('are accepted when the host did not accept them before', async () => {
		const take = takeWith(createReplays(3, never));
		expect(await take('a', NOW, true, false)).toBe('new');
		expect(await take('a')).toBe('new');
		expect(await take('a')).toBe('accepted');
	});

	test.each([
		[MINUTE, 'accepted'],
		[5 * MINUTE, 'accepted'],
		[5 * MINUTE + 1, 'new'],
		[-5 * 60 * MINUTE, 'new'],
	])('without a time of their own, %d ms later: %s', async (ms, outcome) => {
		const take = takeWith(createReplays(3, never));
		await take('Draft', NOW, false);
		expect(await take('Draft', NOW + ms, false)).toBe(outcome);
	});

	test('without a time of their own, often enough, are not dropped for ever', async () => {
		const take = takeWith(createReplays(3, never));
		const outcomes: string[] = [];
		for (const minute of [0, 2, 4, 6]) outcomes.push(await take('Draft', NOW + minute * MINUTE, false));
		expect(outcomes).toEqual(['new', 'accepted', 'accepted', 'new']);
	});

	test('wait for those being processed, and are accepted themselves when those were not', async () => {
		const claim = createReplays(3, never);
		const [first, second, third] = [1, 2, 3].map(() => claim(delivery('a'), NOW));
		const settle = await first;
		if (typeof settle === 'string' || settle === undefined) throw new Error('The first is new');
		settle(false);
		const again = await second;
		if (typeof again === 'string' || again === undefined) throw new Error('The second is to be taken');
		again(true);
		expect(await third).toBe('accepted');
	});

	test('are left to be sent again when it takes too long to decide', async () => {
		const claim = createReplays(3, async () => {});
		await claim(delivery('a'), NOW);
		expect(await claim(delivery('a'), NOW)).toBe('unknown');
	});
});
