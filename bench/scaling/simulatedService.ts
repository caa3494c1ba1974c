import { createKey, createUser } from '../../sandbox/accounts.ts';
import { findUser } from '../../sandbox/db/users.ts';
import { openService } from '../../sandbox/service.ts';
import { recordMeeting } from '../../sandbox/meetings.ts';
import { createApp } from '../../sandbox/app.ts';
import type { Tier } from '../../src/api/index.ts';
import { createClient, type Client, type ClientOptions } from '../../src/client/index.ts';
import type { Transport } from '../../src/transport/index.ts';
import type { SimulatedTime } from './simulatedTime.ts';

const ORIGIN = 'https://sandbox.test';
const CALL_MS = 30 * 60_000;

/** How long an answer takes. */
const ANSWER_MS = 200;

/** The sandbox on a simulated clock, called without a network by everyone with the same key. */
export function simulatedService(time: SimulatedTime, plan: Tier) {
	const service = openService({ database: ':memory:', now: time.now });
	const { id } = createUser(service, { name: 'Vera Lind', email: 'vera@lind.example', plan });
	const user = findUser(service.db, id);
	if (user === undefined) throw new Error('The user was not made');
	const key = createKey(service, user.id);
	const app = createApp(service);
	const counts = { answered: 0, refused: 0 };

	const transport: Transport = async ({ method, url, headers, body = null }) => {
		const answer = await time.untilDone(
			(async () => {
				const response = await app.request(url, { method, body, headers: { ...headers, Authorization: `Bearer ${key}` } });
				return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
			})(),
		);
		counts[answer.status === 429 ? 'refused' : 'answered'] += 1;
		return answer;
	};
	return {
		counts,
		client: (options: Partial<ClientOptions> = {}): Client =>
			createClient({ baseUrl: ORIGIN, transport, sleep: time.sleep, now: time.now, ...options }),
		/** The same, with answers that take time. */
		slowClient: (options: Partial<ClientOptions>): Client =>
			createClient({
				baseUrl: ORIGIN,
				sleep: time.sleep,
				now: time.now,
				transport: async (request) => {
					await time.sleep(ANSWER_MS);
					return await transport(request);
				},
				...options,
			}),
		/** A call that ended just now. Returns its ID. */
		call: (): string =>
			recordMeeting(service, user, {
				title: 'Weekly call',
				startedAt: time.now() - CALL_MS,
				endedAt: time.now(),
				transcript: '[]',
				segmentCount: 0,
				attendees: [],
			}).id,
		close: () => service.db.close(),
	};
}

export type SimulatedService = ReturnType<typeof simulatedService>;
