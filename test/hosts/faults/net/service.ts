import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { api, rateLimitHeaders } from '../../../../src/api/index.ts';
import { listen, oversizedBody, START_OF_MEETINGS, transcript, type Ground, type Sandbox } from './ground.ts';
import { fateOf, type Dice, type Fate, type Weather } from './plan.ts';
import type { Time } from '../../../../packages/rehearsal/time.ts';

/** What really happened to a request. */
export interface Exchange {
	/** When it arrived, and when the client was done with it, in milliseconds of the run. */
	readonly at: number;
	endedAt: number | null;
	/** Method, path and body, with names in place of IDs. */
	readonly request: string;
	readonly nth: number;
	readonly fate: Fate;
	/** The status with which the service itself processed it; null if it never did. */
	processed: number | null;
	/** Credits that it cost. */
	credits: number;
}

/** The whole service with one account, and everything that goes wrong on the way to it. */
export interface HostileService {
	readonly baseUrl: string;
	readonly key: string;
	readonly userId: string;
	readonly sandbox: Sandbox;
	/** The service's clock. */
	readonly now: () => number;
	readonly exchanges: readonly Exchange[];
	/** Nothing goes wrong any more once this is set. */
	setCalm: (isCalm: boolean) => void;
	/** Records a meeting under this name in what is printed. */
	addMeeting: (name: string, startTime?: number) => Promise<string>;
	/** Sends a request directly to the service. */
	ask: (method: string, path: string) => Promise<{ status: number; body: unknown }>;
	/** Credits used since the beginning, by the service's own count. */
	creditsUsed: () => Promise<number>;
	/** How many of them the scene itself used, without a request that something could happen to. */
	creditsAside: () => number;
	/** Requests that a redirect sent to another host, and requests with the key in the address. */
	strays: () => readonly string[];
	/** Replaces IDs by their names, wherever they occur in a text. */
	named: (text: string) => string;
	/** Resolves when nothing is being processed any more. */
	settled: () => Promise<void>;
	/** Ends all connections, as when a network goes down. */
	cut: () => void;
	/** Lets the sandbox continue, for the next run. */
	stop: () => Promise<void>;
}

interface Answered {
	readonly status: number;
	readonly headers: readonly (readonly [string, string])[];
	readonly text: string;
}

export interface ServiceOptions {
	readonly ground: Ground;
	readonly seed: number;
	readonly weather: Weather;
	readonly time: Time;
	readonly die: Dice;
	/** The service's clock when the run begins. */
	readonly start: number;
}

const generationPaths = [api.keyPoints.generate, api.feedback.generate].map(({ path }) => path.split('/').at(-1));
const aiPaths = [...generationPaths, ...[api.question.ask, api.email.draft].map(({ path }) => path.split('/').at(-1))];

export async function startHostileService({ ground, seed, weather, time, die, start }: ServiceOptions): Promise<HostileService> {
	let apart = 0;
	const now = () => start + time.elapsed() + apart;
	const { sandbox } = ground;
	ground.setClock(now);
	const plan = die.chance(0.7) ? 'professional' : 'enterprise';
	const user = sandbox.createUser({ name: 'Anna', email: `anna-${seed}-${randomUUID()}@example.com`, plan, memory: true });
	const key = sandbox.createKey(user.id);
	const names = new Map<string, string>();
	const times = new Map<string, number>();
	const exchanges: Exchange[] = [];
	const strays: string[] = [];
	const working = new Set<Promise<unknown>>();
	let isCalm = true;
	let aside = 0;

	const elsewhere = createServer((request, response) => {
		strays.push(`${request.method} ${request.url} at another host${request.headers.authorization ? ', with the key' : ''}`);
		response.end('{}');
	});
	const elsewhereUrl = await listen(elsewhere);

	const named = (text: string): string => {
		let result = text;
		for (const [id, name] of names) result = result.replaceAll(id, name);
		return result;
	};

	const ask = async (method: string, path: string, body?: string): Promise<Answered> => {
		const answer = await time.during(
			fetch(`${sandbox.url}${path}`, {
				method,
				headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
				...(body !== undefined && { body }),
			}).then(async (response) => ({ response, text: await response.text() })),
		);
		return { status: answer.response.status, headers: [...answer.response.headers], text: answer.text };
	};

	/** Lets the service process a request. With `unmerged`, a generation that began before another was saved costs as much as that one. */
	async function serve(exchange: Exchange, method: string, path: string, body: string, gone: AbortSignal) {
		const isGeneration = method === 'POST' && generationPaths.some((end) => path.endsWith(`/${end}`));
		const wasSaved = isGeneration && (await ask('GET', path)).status === 200;
		await time.hold(exchange.fate.workMs, gone);
		const isForced = weather.unmerged && isGeneration && !wasSaved;
		const answer = await ask(method, path, isForced ? JSON.stringify({ forceRefresh: true }) : body || undefined);
		exchange.processed = answer.status;
		const usesAi = method === 'POST' && aiPaths.some((end) => path.endsWith(`/${end}`));
		if (usesAi && answer.status === 200) exchange.credits = /"cached":true/.test(answer.text) ? 0 : 1;
		return answer;
	}

	const send = (response: ServerResponse, status: number, headers: Fate['odd'], body: string | Buffer): void => {
		for (const [name, value] of Object.entries(headers)) response.setHeader(name, typeof value === 'string' ? value : [...value]);
		response.writeHead(status);
		response.end(body);
	};

	async function trickle(response: ServerResponse, body: string, gone: AbortSignal): Promise<void> {
		response.writeHead(200, { 'content-type': 'application/json' });
		for (let at = 0; at < body.length && !gone.aborted; at += 1) {
			response.write(body[at]);
			await time.hold(4000, gone);
		}
		response.end();
	}

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const path = request.url ?? '';
		const method = request.method ?? '';
		const body = await text(request);
		const what = named(`${method} ${path.replace(/^\/api\/v\d+/, '')}${body ? ` ${body}` : ''}`);
		// A list is requested from a point in time, which is not a name.
		const name = what.replace(/(since|timeMin|timeMax)=[^&]*/g, '$1');
		const nth = (times.get(name) ?? 0) + 1;
		times.set(name, nth);
		const usesAi = method === 'POST' && aiPaths.some((end) => path.endsWith(`/${end}`));
		const fate = fateOf(seed, isCalm ? calm(weather) : weather, { request: name, nth, usesAi }, key);
		const exchange: Exchange = { at: time.elapsed(), endedAt: null, request: what, nth, fate, processed: null, credits: 0 };
		exchanges.push(exchange);
		if (path.includes(key.slice(4))) strays.push(`${method} ${path}`);
		if (request.headers.authorization !== `Bearer ${key}`) strays.push(`${what}: Authorization is “${request.headers.authorization}”`);
		const controller = new AbortController();
		response.once('close', () => {
			exchange.endedAt = time.elapsed();
			controller.abort();
		});
		const gone = controller.signal;
		time.jump(fate.jumps.program);
		apart += fate.jumps.service;

		let answered: Answered = { status: 0, headers: [], text: '' };
		if (fate.processed) {
			// The service continues, even if nobody waits for its answer any more.
			const work = serve(exchange, method, path, body, gone);
			working.add(work);
			void work.finally(() => working.delete(work)).catch(() => {});
			answered = await work;
		}
		if (fate.delayMs > 0) await time.hold(fate.delayMs, gone);
		if (gone.aborted) return;
		const json = { 'content-type': 'application/json' };
		const failure = (code: string, message: string) => JSON.stringify({ error: { code, message } });
		const reset = String(Math.floor(now() / 1000) + fate.retryAfterSeconds);
		const kept = Object.fromEntries(
			answered.headers.filter(([header]) => !['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date'].includes(header)),
		);
		switch (fate.answer) {
			case 'as it is':
				return send(response, answered.status, { ...kept, ...fate.odd }, answered.text);
			case 'cut off':
				return send(response, answered.status, { ...kept, ...fate.odd }, answered.text.slice(0, answered.text.length / 2));
			case 'called text':
				return send(response, answered.status, { ...kept, 'content-type': 'text/plain', ...fate.odd }, answered.text);
			case 'reset in the body':
				response.writeHead(answered.status, { ...kept, 'content-length': answered.text.length + 1 });
				response.write(answered.text.slice(0, answered.text.length / 2));
				await time.hold(10, gone);
				return void request.socket.resetAndDestroy();
			case 'byte by byte':
				return await trickle(response, answered.text, gone);
			case 'oversized':
				return send(response, 200, { ...json, 'content-encoding': 'gzip' }, oversizedBody());
			case 'hour used up':
				return send(
					response,
					429,
					{
						...json,
						[rateLimitHeaders.limit]: '500',
						[rateLimitHeaders.remaining]: '0',
						[rateLimitHeaders.reset]: reset,
						[rateLimitHeaders.retryAfter]: String(fate.retryAfterSeconds),
						...fate.odd,
					},
					failure('rate_limited', 'Hourly request limit exceeded.'),
				);
			case 'AI busy':
				return send(response, 429, { ...json, ...fate.odd }, failure('rate_limited', 'The AI model provider is busy.'));
			case 'credits used up':
				return send(response, 429, { ...json, ...fate.odd }, failure('ai_limit_exceeded', 'The AI credits of this month are used up.'));
			case 'redirect':
				return send(response, 307, { location: `${elsewhereUrl}${path}` }, '');
			case 'forbidden with the key in it':
				return send(response, 403, json, failure('forbidden', `The key ${key} may not: x_${key}, “Bearer ${key}”.`));
			case 'error 500':
				return send(response, 500, { ...json, ...fate.odd }, failure('internal_error', 'Unexpected server error.'));
			case 'error 500 with the key in it':
				return send(response, 500, { ...json, ...fate.odd }, failure(key, `Failed for Authorization: Bearer ${key}`));
			case 'page 502':
				return send(response, 502, { 'content-type': 'text/html', ...fate.odd }, '<!doctype html><title>502 Bad Gateway</title>');
			case 'reset':
				return void request.socket.resetAndDestroy();
			case 'silence':
				return await time.hold(Infinity, gone);
			case 'switching protocols':
				response.socket?.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
				return await time.hold(Infinity, gone);
		}
	}

	const server = createServer((request, response) => {
		answer(request, response).catch((error: unknown) => {
			strays.push(`The net itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
			response.destroy();
		});
	});
	server.keepAliveTimeout = 0;
	server.requestTimeout = 0;
	server.headersTimeout = 0;
	const baseUrl = await listen(server);

	const used = async (): Promise<number> => {
		const { text } = await ask(api.user.profile.method, api.user.profile.path);
		return Number(JSON.parse(text).data.apiUsage.aiGenerations.used);
	};

	let meetings = 0;
	return {
		baseUrl,
		key,
		userId: user.id,
		sandbox,
		now,
		exchanges,
		setCalm: (next) => void (isCalm = next),
		addMeeting: async (name, startTime) => {
			meetings += 1;
			const { conversationId } = await time.during(
				sandbox.importMeeting(user.id, {
					text: transcript(name),
					filename: 'meeting.txt',
					title: name,
					startTime: new Date(startTime ?? START_OF_MEETINGS + meetings * 3_600_000).toISOString(),
					attendees: [{ name: 'Ben', email: 'ben@acme.example' }],
				}),
			);
			names.set(conversationId, name);
			return conversationId;
		},
		ask: async (method, path) => {
			const { status, text } = await ask(method, path);
			if (method === 'POST' && status === 200 && text.includes('"cached":false')) aside += 1;
			return { status, body: JSON.parse(text) };
		},
		creditsUsed: used,
		creditsAside: () => aside,
		strays: () => strays,
		named: (text) => named(text.replaceAll(key, '[the key]')),
		settled: async () => {
			while (working.size > 0) await Promise.allSettled([...working]);
		},
		cut: () => server.closeAllConnections(),
		stop: async () => {
			for (const each of [server, elsewhere]) {
				each.closeAllConnections();
				await new Promise<void>((resolve) => void each.close(() => resolve()));
			}
		},
	};
}

const calm = (weather: Weather): Weather => ({ ...weather, share: 0, oddShare: 0, clocks: false, slowAi: false });
