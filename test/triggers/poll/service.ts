import { createAccount } from '../../../src/limits/index.ts';
import { api } from '../../../src/api/index.ts';
import { createClient } from '../../../src/client/index.ts';
import { beginRound, type BegunRound, type RoundHost } from '../../../src/triggers/poll/round.ts';
import { otherTerms as terms } from '../hosts.ts';
import { NoAnswer, type TransportAnswer } from '../../../src/transport/index.ts';

export interface ModelConversation {
	readonly id: string;
	/** Milliseconds since 1970. */
	readonly start: number;
	readonly end: number;
	readonly segments: number;
}

export type Order = 'newest' | 'oldest' | 'arbitrary';

const sorters: Readonly<Record<Order, (a: ModelConversation, b: ModelConversation) => number>> = {
	newest: (a, b) => b.start - a.start || (a.id < b.id ? -1 : 1),
	oldest: (a, b) => a.start - b.start || (a.id < b.id ? -1 : 1),
	arbitrary: (a, b) => (a.id < b.id ? -1 : 1),
};

const iso = (ms: number): string => new Date(ms).toISOString();
const json = (status: number, body: object): TransportAnswer => ({
	status,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});
const limited = (answer: TransportAnswer, resetAt: number | null, remaining: number): TransportAnswer =>
	resetAt === null
		? answer
		: {
				...answer,
				headers: {
					...answer.headers,
					...{ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': String(remaining) },
					'x-ratelimit-reset': String(Math.round(resetAt / 1000)),
				},
			};
const notFound = json(404, { error: { code: 'not_found', message: 'Not found.' } });

/** A service whose list can change between any two requests and be in any order, unlike the sandbox's. */
export function createService(order: Order) {
	const conversations = new Map<string, ModelConversation>();
	const results = new Set<string>();
	const requests: string[] = [];
	/** The events of the calendar; null if none is connected. */
	let calendar: readonly object[] | null = null;
	let beforeRequest = (_url: string): 'answer' | 'fail' => 'answer';
	let resetAt = (): number | null => null;
	let remaining = 4999;
	const account = createAccount();

	const list = (query: URLSearchParams): TransportAnswer => {
		const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z');
		const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
		const matching = [...conversations.values()].filter(({ start }) => start > since).sort(sorters[order]);
		const data = matching.slice(offset, offset + limit).map(({ id, start, end, segments }) => ({
			...{ id, title: `Title of ${id}`, startTime: iso(start), endTime: iso(end) },
			...{ duration: 1, segmentCount: segments, linkedCalendarEventId: null },
		}));
		return json(200, { data, pagination: { total: matching.length, limit, offset } });
	};

	const answer = (url: URL): TransportAnswer => {
		if (url.pathname === api.conversations.list.path) return list(url.searchParams);
		if (url.pathname === api.user.profile.path) return json(200, { data: { profile: { email: 'nora@own.example' } } });
		if (url.pathname === api.calendar.events.path) return calendar ? json(200, { data: calendar }) : notFound;
		const [id = '', kind = ''] = url.pathname.split('/').slice(-2);
		if (!conversations.has(id) || !results.has(`${kind}:${id}`)) return notFound;
		return json(200, { data: { id, title: id, createdAt: iso(0), keypoints: {}, feedback: {}, overallScore: 5 } });
	};

	/** A host at this time, with an account that knows nothing yet. */
	const host = (now: number): Omit<RoundHost, 'maxRequests'> => ({
		...{ account: createAccount(), now: () => now, terms },
		connect: ({ around }) =>
			createClient({
				baseUrl: 'https://api.example.com',
				sleep: async () => {},
				patienceMs: 0,
				around,
				transport: async ({ url }) => {
					const outcome = beforeRequest(url);
					requests.push(url);
					if (outcome === 'fail') throw new NoAnswer('reset');
					return limited(answer(new URL(url)), resetAt(), remaining);
				},
			}),
	});

	return {
		conversations,
		requests,
		add: (id: string, start: number, end = start + 1000, segments = 1) => void conversations.set(id, { id, start, end, segments }),
		remove: (id: string) => void conversations.delete(id),
		finish: (kind: 'keypoints' | 'feedback', id: string) => void results.add(`${kind}:${id}`),
		/** An account that several hosts may share. */
		account,
		/** When the hour ends according to the next answers, in milliseconds since 1970; null: they do not say. */
		reset: (hook: () => number | null, left = 4999) => void ([resetAt, remaining] = [hook, left]),
		/** Called before each request is handled. */
		intervene: (hook: (url: string) => 'answer' | 'fail') => void (beforeRequest = hook),
		connectCalendar: (events: readonly object[]) => void (calendar = events),
		host,
		round: (now: number, maxRequests = 10): BegunRound => beginRound({ ...host(now), maxRequests }),
	};
}

export type Service = ReturnType<typeof createService>;
