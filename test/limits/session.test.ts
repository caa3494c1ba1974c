import { terms } from '../../nodes/shared/terms.ts';
import { createClient } from '../../src/client/index.ts';
import { createAccount } from '../../src/limits/index.ts';
import type { Limits } from '../../src/operations/index.ts';
import { createSession } from '../../src/operations/session.ts';
import { axiosTransport } from '../../src/transport/axios.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';

let server: Awaited<ReturnType<typeof scriptedServer>> | undefined;
afterEach(() => server?.stop());

const profile = { data: { profile: {}, subscription: {}, apiUsage: { aiGenerations: { remaining: 10 } } } };
const read: Scripted = { status: 200, body: profile };

async function sessionAgainst(script: readonly Scripted[], limits: Partial<Limits> = {}) {
	const { url, seen } = (server = await scriptedServer(script));
	const session = createSession({
		account: createAccount(),
		limits: { concurrency: 1, patienceMs: 0, ...limits },
		connect: (options) => createClient({ baseUrl: url, transport: axiosTransport({ apiKey: 'svc_test' }), ...options }),
		isAgent: false,
		now: () => 0,
		sleep: async () => {},
		terms,
		timezone: 'UTC',
	});
	return { session, seen };
}

test('once a call is refused for the rest of the hour, nothing more is sent, also without rate-limit headers', async () => {
	const refusal: Scripted = {
		status: 429,
		headers: { 'retry-after': '1800' },
		body: { error: { code: 'rate_limited', message: 'Hourly limit exceeded' } },
	};
	const { session, seen } = await sessionAgainst([refusal, read]);
	for (const resetAt of [new Date(1_800_000), new Date(1_800_000)]) {
		await expect(session.client.user.profile()).rejects.toMatchObject({ problem: { kind: 'rateLimited', retryAfterMs: 1_800_000, resetAt } });
	}
	expect(seen).toHaveLength(1);
});

test('no call goes past the limits of the run', async () => {
	const { session, seen } = await sessionAgainst([read, read], { maxRequests: 1, reserveCredits: 10 });
	await expect(session.client.question.ask({ id: 'c', query: 'Who?' })).rejects.toMatchObject({
		problem: { kind: 'creditsReserved', left: 10, reserve: 10 },
	});
	await expect(session.client.user.profile()).rejects.toMatchObject({ problem: { kind: 'requestsReserved', by: 'budget' } });
	expect(seen.map(({ url }) => url)).toEqual([expect.stringContaining('profile')]);
	expect(session.creditsLeft()).toBe(10);
});

test('the profile is read once per run, whoever asks for it', async () => {
	const { session, seen } = await sessionAgainst([read, read]);
	await Promise.all([session.profile(), session.profile()]);
	await session.profile();
	expect(seen).toHaveLength(1);
});
