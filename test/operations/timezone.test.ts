import { terms } from '../../nodes/shared/terms.ts';
import { createClient } from '../../src/client/index.ts';
import { chosenTimeZone, instantFrom, machineTimeZone } from '../../src/format/index.ts';
import { accountOf } from '../../src/limits/index.ts';
import { findActionItems } from '../../src/operations/resources/actionItem/find.ts';
import { getDigest } from '../../src/operations/resources/insight/getDigest.ts';
import { getProfile } from '../../src/operations/resources/user.ts';
import { type Operation, runOperation } from '../../src/operations/index.ts';
import { fetchTransport } from '../../src/transport/index.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';

/** Already the eleventh in Kolkata. */
const NOW = Date.parse('2026-11-10T20:00:00Z');
const noMeetings: Scripted = { status: 200, body: { data: [], pagination: { total: 0, limit: 100, offset: 0, hasMore: false } } };
const profileIn = (timezone: unknown): Scripted => ({ status: 200, body: { data: { profile: { timezone }, subscription: {}, apiUsage: {} } } });
const failure: Scripted = { status: 403, body: { error: { code: 'forbidden', message: 'No' } } };

let server: Awaited<ReturnType<typeof scriptedServer>> | undefined;
afterEach(() => server?.stop());

/** Digests of today, one after the other, and the paths that they asked for. */
async function digests(
	script: readonly Scripted[],
	{ operation = getDigest, times = 1, maxRequests = 2, timezone = null, input = { period: 'today' } }: { operation?: Operation; times?: number; maxRequests?: number; timezone?: string | null; input?: Record<string, unknown> } = {},
) {
	const { url, seen } = (server = await scriptedServer(script));
	for (let done = 0; done < times; done += 1) {
		const run = runOperation(operation, {
			account: accountOf(url, 'svc_test'),
			limits: { concurrency: 1, patienceMs: 0, maxRequests },
			connect: (options) => createClient({ baseUrl: url, transport: fetchTransport({ apiKey: 'svc_test' }), ...options }),
			...{ isAgent: false, now: () => NOW, sleep: async () => {}, terms, timezone },
		});
		for await (const _ of run.results({ valueOf: (name) => input[name], toInstant: (value, zone) => instantFrom(value, zone) })) continue;
	}
	return seen.map(({ url: path }) => new URL(path ?? '', url)).map(({ pathname, searchParams }) => searchParams.get('since') ?? pathname.split('/').at(-1));
}

test('without a time zone of the host, days are those of the profile, which is read once', async () => {
	expect(await digests([profileIn('Asia/Kolkata'), noMeetings, noMeetings], { times: 2 })).toEqual(['profile', '2026-11-10T18:29:59.999Z', '2026-11-10T18:29:59.999Z']);
});

test('reading it counts among the requests that the run may make', async () => {
	await expect(digests([profileIn('Asia/Kolkata'), noMeetings], { maxRequests: 1 })).rejects.toThrow('The run has made all of its requests');
});

test('so are times without an offset', async () => {
	const input = { period: 'custom', since: '2026-11-09 10:00' };
	expect(await digests([profileIn('Asia/Kolkata'), noMeetings], { input })).toEqual(['profile', '2026-11-09T04:29:59.999Z']);
});

test.each([
	[getProfile, {}, []],
	[findActionItems, { period: 'today', owner: 'me' }, ['2026-11-10T18:29:59.999Z']],
])('a run that is about the profile, or needs more of it, reads it once for that and the time zone', async (operation: Operation, input, then) => {
	expect(await digests([profileIn('Asia/Kolkata'), noMeetings], { operation, input })).toEqual(['profile', ...then]);
});

test('a host that has one is not asked for more', async () => {
	expect(await digests([noMeetings], { timezone: 'America/New_York' })).toEqual(['2026-11-10T04:59:59.999Z']);
});

test('a profile that cannot be read means UTC, and the next run asks again', async () => {
	expect(await digests([failure, noMeetings, profileIn('Asia/Kolkata'), noMeetings], { times: 2 })).toEqual([
		...['profile', '2026-11-09T23:59:59.999Z'],
		...['profile', '2026-11-10T18:29:59.999Z'],
	]);
});

test.each(['Nowhere/City', '', null, 17])('a profile with the time zone %p means UTC', async (timezone) => {
	expect(await digests([profileIn(timezone), noMeetings, noMeetings], { times: 2 })).toEqual(['profile', '2026-11-09T23:59:59.999Z', '2026-11-09T23:59:59.999Z']);
});

test('UTC counts as the machine’s own only if somebody has chosen it', () => {
	const before = process.env['TZ'];
	try {
		process.env['TZ'] = machineTimeZone();
		expect(chosenTimeZone()).toBe(machineTimeZone());
		delete process.env['TZ'];
		expect(chosenTimeZone()).toBe(machineTimeZone() === 'UTC' ? null : machineTimeZone());
	} finally {
		process.env['TZ'] = before;
	}
});
