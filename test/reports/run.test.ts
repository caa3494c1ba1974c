import { createAccount } from '../../src/limits/index.ts';
import { digest } from '../../src/reports/index.ts';
import { account, NOW } from './support/account.ts';
import { keyPointsReply, listReply, meetings, problem, service, stopServices, type Reply } from './support/service.ts';
import { begin } from './support/task.ts';

afterEach(stopServices);

const since = '2026-01-01T00:00:00Z';
const decided = keyPointsReply({ decisions: ['D'] });
const isList = (url: URL) => !url.pathname.endsWith('/keypoints');
const page = (url: URL, count: number) => {
	const offset = Number(url.searchParams.get('offset'));
	return listReply(meetings(count).slice(offset, offset + 100), count);
};
const titles = (refs: readonly { conversationTitle: string | null }[]) => refs.map(({ conversationTitle }) => conversationTitle);

/** A digest of `count` meetings whose key points are answered by `keyPoints`. */
async function digestOf(count: number, keyPoints: (id: string) => Reply, { max = Infinity, concurrency = 5 } = {}) {
	const answer = (url: URL) => (isList(url) ? page(url, count) : keyPoints(url.pathname.split('/').at(-2) ?? ''));
	const world = await service(answer, createAccount().begin({ max, now: () => Date.parse(NOW) }));
	const [job] = await Promise.allSettled([digest(begin({ ...world, concurrency }), { since })]);
	const ended = job.status === 'fulfilled' ? { result: job.value } : { error: job.reason as unknown };
	return { result: undefined, error: undefined, ...ended, sent: world.sent, load: world.load };
}

describe('a request budget', () => {
	test.each([
		{ max: 1, read: 0, left: 100, unlisted: 150 },
		{ max: 2, read: 0, left: 200, unlisted: 50 },
		{ max: 3, read: 0, left: 250, unlisted: 0 },
		{ max: 10, read: 7, left: 243, unlisted: 0 },
		{ max: 252, read: 249, left: 1, unlisted: 0 },
	])('of $max reads $read of 250 meetings', async ({ max, read, left, unlisted }) => {
		const { result, sent } = await digestOf(250, () => decided, { max });
		expect(sent).toHaveLength(max);
		expect(result?.decisions).toHaveLength(read);
		expect(result).toMatchObject({ complete: false, stoppedBy: 'budget', resumeAt: NOW, left: { unlisted } });
		expect(result?.left.meetings).toHaveLength(left);
	});

	test('of none reads nothing, which is no report of nothing', async () => {
		const { error, sent } = await digestOf(250, () => decided, { max: 0 });
		expect({ error, sent }).toMatchObject({ error: { name: 'Stopped', cause: { problem: { kind: 'requestsReserved', by: 'budget' } } }, sent: [] });
	});

	test('that is just enough does not stop the run', async () => {
		const { result, sent } = await digestOf(250, () => decided, { max: 253 });
		expect(sent).toHaveLength(253);
		expect(result).toMatchObject({ complete: true, stoppedBy: null });
	});

	test('reserves requests of the hour for others', async () => {
		const world = await account({ plan: 'starter' });
		try {
			for (const { title, startTime } of meetings(20)) await world.addMeeting({ title, startTime, keyPoints: {} });
			const { sent, ...options } = world.connect(createAccount().begin({ reserveRequests: 90, now: world.clock.now }));
			const result = await digest(begin(options), { since });
			expect(sent).toHaveLength(10);
			expect(result).toMatchObject({ stoppedBy: 'limit', resumeAt: '2026-03-13T13:00:00.000Z' });
			expect(titles(result.left.meetings)).toEqual(Array.from({ length: 11 }, (_, index) => `Meeting ${index + 9}`));
			const { data } = await world.connect().client.user.profile();
			expect(data.subscription.tier).toBe('starter');
		} finally {
			await world.stop();
		}
	});

	test('an answer that overtakes others does not stop the run early', async () => {
		const reset = String(Date.parse(NOW) / 1000 + 60);
		let remaining = 6;
		let release = () => {};
		const last = new Promise<void>((resolve) => (release = resolve));
		const { result, sent } = await digestOf(6, (id) => {
			remaining -= 1;
			const headers = { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': reset };
			if (id === 'c4') setTimeout(release, 50);
			// The first four arrive after the fifth, which says that one request is left.
			return { ...decided, headers, ...(remaining > 1 && { after: last }) };
		});
		expect(sent).toHaveLength(7);
		expect(result).toMatchObject({ complete: true, stoppedBy: null });
	});
});

describe('failed reads', () => {
	test('404 is reported: no key points, or deleted since it was listed', async () => {
		const { result } = await digestOf(3, (id) => (id === 'c1' ? problem(404, 'not_found') : decided));
		expect(titles(result?.withoutKeyPoints ?? [])).toEqual(['Meeting 1']);
		expect(result).toMatchObject({ complete: true, failed: [] });
	});

	test('a meeting that cannot be read is reported, and the others are read', async () => {
		const { result } = await digestOf(9, (id) => (id === 'c1' ? problem(500, 'internal_error') : decided));
		expect(result?.failed).toMatchObject([{ conversationId: 'c1', message: 'internal_error (500 internal_error)' }]);
		expect(result?.decisions).toHaveLength(8);
		expect(result).toMatchObject({ complete: false, stoppedBy: null, left: { meetings: [] } });
	});

	test('a service that is down stops the run instead of being asked for every meeting', async () => {
		const { result, sent } = await digestOf(50, () => problem(500, 'internal_error'), { concurrency: 1 });
		expect(sent).toHaveLength(1 + 5);
		expect(result?.failed).toHaveLength(5);
		expect(result).toMatchObject({ complete: false, stoppedBy: 'failures', resumeAt: null });
		expect(result?.left.meetings).toHaveLength(45);
	});

	test('a rate limit stops the run at once and keeps what was read', async () => {
		const headers = { 'retry-after': '1800' };
		const { result, sent } = await digestOf(
			50,
			(id) => (id === 'c3' ? { ...problem(429, 'rate_limited'), headers } : decided),
			{ concurrency: 1 },
		);
		expect(sent).toHaveLength(1 + 4);
		expect(result?.decisions).toHaveLength(3);
		expect(result).toMatchObject({ stoppedBy: 'limit', resumeAt: '2026-03-13T12:30:00.000Z', failed: [] });
		expect(result?.left.meetings).toHaveLength(47);
	});

	test('a rate limit on the very first request throws: nobody may take that for no meetings', async () => {
		const world = await service(() => ({ ...problem(429, 'rate_limited'), headers: { 'retry-after': '60' } }));
		await expect(digest(begin(world), { since })).rejects.toMatchObject({ name: 'Stopped', cause: { problem: { kind: 'rateLimited' } } });
	});

	test.each([
		[401, 'unauthorized'],
		[403, 'forbidden'],
	])('%i would fail for every meeting: it throws, and nothing more is sent', async (status, code) => {
		const { error, sent } = await digestOf(50, () => problem(status, code));
		expect(error).toMatchObject({ problem: { kind: 'api', status } });
		expect(sent).toHaveLength(1 + 5);
	});

	test('a cancelled run throws and sends nothing more', async () => {
		const controller = new AbortController();
		const world = await service(
			(url) => {
				if (isList(url)) return page(url, 50);
				if (url.pathname.includes('/c3/')) controller.abort();
				return decided;
			},
			undefined,
			controller.signal,
		);
		const job = digest(begin({ ...world, concurrency: 1 }), { since });
		await expect(job).rejects.toMatchObject({ problem: { kind: 'noAnswer', reason: 'aborted' } });
		expect(world.sent).toHaveLength(1 + 4);
	});

	test('meetings that cannot be listed throw', async () => {
		const world = await service(() => problem(500, 'internal_error'));
		await expect(digest(begin(world), { since })).rejects.toMatchObject({ problem: { kind: 'api', status: 500 } });
	});
});

test.each([1, 3, 5])('at most %i requests run at once, and the order is kept', async (concurrency) => {
	const shuffled = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
	let asked = 0;
	let release = () => {};
	const together = new Promise<void>((resolve) => (release = resolve));
	// The first requests are answered only once the maximum number is in progress.
	const reply = (id: string) => {
		asked += 1;
		if (asked === concurrency) release();
		return { ...keyPointsReply({ decisions: [id] }), after: asked <= concurrency ? together : shuffled() };
	};
	const { result, load } = await digestOf(30, reply, { concurrency });
	const oldestFirst = meetings(30).map(({ id }) => id).reverse();
	expect(load.peak).toBe(concurrency);
	expect(result?.decisions.flatMap(({ decisions }) => decisions)).toEqual(oldestFirst);
});
