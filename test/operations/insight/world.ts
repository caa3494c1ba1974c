import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extractiveAi, startSandbox, type Ai } from '../../../sandbox/index.ts';
import { api, rateLimitHeaders } from '../../../src/api/index.ts';
import type { Credential } from '../core.ts';

type SavedKeyPoints = Awaited<ReturnType<Ai['keyPoints']>>;

export const HOUR_MS = 3_600_000;

/** ISO date-time that many milliseconds before now. */
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

interface NewMeeting {
	readonly title: string;
	readonly startTime: string;
	readonly attendees?: { name?: string; email: string }[];
	readonly calendarEventId?: string;
	/** `Name: text` lines; default: two people say hello. */
	readonly text?: string;
	/** Key points to save with the meeting. Default: none. */
	readonly keyPoints?: Partial<SavedKeyPoints>;
}

/** The service with one account, whose key points are set by the test. */
export async function insightWorld({ memory = true } = {}) {
	const none = { title: '', sections: [], decisions: [], actionItems: [], participants: [], importantDates: [] };
	let next: SavedKeyPoints = none;
	const ai: Ai = { ...extractiveAi, keyPoints: async () => next };
	// Its clock stands still, so that no hour ends, and no count is reset, while requests are counted.
	const started = Date.now();
	const sandbox = await startSandbox({ port: 0, database: ':memory:', ai, now: () => started });
	const { id: userId } = sandbox.createUser({ name: 'Uma Own', email: 'uma@own.example', plan: 'enterprise', memory });
	const credential: Credential = { baseUrl: sandbox.url, apiKey: sandbox.createKey(userId) };
	const requestsLeft = async (): Promise<number> => {
		const answer = await fetch(`${sandbox.url}${api.user.profile.path}`, {
			headers: { Authorization: `Bearer ${credential.apiKey}` },
		});
		return Number(answer.headers.get(rateLimitHeaders.remaining));
	};
	return {
		sandbox,
		userId,
		credential,
		async addMeeting({ keyPoints, text = 'Uma: Hello there.\nBen: Hello to you.\n', ...meeting }: NewMeeting): Promise<string> {
			next = { ...none, ...keyPoints };
			const options = { ...meeting, text, filename: 'm.txt', generateKeyPoints: keyPoints !== undefined };
			return (await sandbox.importMeeting(userId, options)).conversationId;
		},
		/** Replaces the saved key points of a meeting. Takes a request. */
		async regenerate(conversationId: string, keyPoints: Partial<SavedKeyPoints>): Promise<void> {
			next = { ...none, ...keyPoints };
			const { method, path } = api.keyPoints.generate;
			const answer = await fetch(`${sandbox.url}${path.replace('{id}', conversationId)}`, {
				method,
				headers: { Authorization: `Bearer ${credential.apiKey}`, 'Content-Type': 'application/json' },
				body: JSON.stringify({ forceRefresh: true }),
			});
			if (!answer.ok) throw new Error(await answer.text());
		},
		/** Requests left in this hour. Reading the count takes one. */
		requestsLeft,
		/** How many requests `work` takes. */
		async requestsOf<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly requests: number }> {
			const before = await requestsLeft();
			const result = await work();
			return { result, requests: before - (await requestsLeft()) - 1 };
		},
	};
}

export type InsightWorld = Awaited<ReturnType<typeof insightWorld>>;

export const actionItem = (item: string, owner = 'Ann', priority: 'high' | 'medium' | 'low' = 'high') => ({
	item,
	owner,
	priority,
	confidence: 0.9,
});

/** A proxy in front of the service that counts how many requests are in progress at once. */
export async function counting(url: string): Promise<{ url: string; peak: () => number; stop: () => Promise<void> }> {
	let now = 0;
	let peak = 0;
	const server = createServer(async (request, response) => {
		peak = Math.max(peak, ++now);
		const { authorization = '' } = request.headers;
		// So slow that all requests that may overlap do.
		await new Promise((resolve) => setTimeout(resolve, 50));
		const answer = await fetch(`${url}${request.url}`, { headers: { authorization } });
		const body = await answer.text();
		now -= 1;
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
	return { url: `http://127.0.0.1:${port}`, peak: () => peak, stop };
}
