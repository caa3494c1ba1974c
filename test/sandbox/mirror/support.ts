import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { api, type Endpoint } from '../../../src/api/index.ts';
import { controls } from '../../../sandbox/control/index.ts';
import { openDb } from '../../../sandbox/db/open.ts';
import { extractiveAi, settableClock, startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { mirrorAccount, type MirrorOptions, type Progress } from '../../../sandbox/mirror/index.ts';
import { call } from '../support/harness.ts';

export const NOW = '2026-03-02T09:15:00.000Z';

const running = new Set<Sandbox>();
const folders = new Set<string>();
afterEach(async () => {
	await Promise.all([...running].map((sandbox) => sandbox.stop()));
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	folders.clear();
	jest.restoreAllMocks();
});

async function start(...[options]: Parameters<typeof startSandbox>): Promise<Sandbox> {
	const started = await startSandbox(options);
	const sandbox: Sandbox = {
		...started,
		stop: async () => {
			if (running.delete(sandbox)) await started.stop();
		},
	};
	running.add(sandbox);
	return sandbox;
}

/** A request as it left this process. */
export interface Sent {
	readonly method: string;
	readonly path: string;
	/** By the clock of the test. */
	readonly at: number;
	readonly status: number;
}

const Hour = 3_600_000;

/**
 * A real service, played by a sandbox with the sample account, and a place for its mirror. Nothing takes time: waiting
 * advances the clock.
 */
export async function original(account: 'empty' | 'sample' | 'small' = 'small') {
	const clock = settableClock(NOW);
	const service = await start({ now: clock.now, ai: extractiveAi, onError: () => {} });
	const user = account === 'sample' ? (await service.perform(controls.everything.addSample, {})).user : 'vera@lind.example';
	if (account !== 'sample') await service.perform(controls.users.create, { name: 'Vera Lind', email: user, plan: 'professional', memory: true });
	const { key } = await service.perform(controls.keys.create, { user });
	const [{ id: userId = '' } = {}] = await service.perform(controls.users.list, {});
	if (account === 'small') await fill(service, userId, key);
	return { ...mirrorOf(service.url, key, clock), service, key, user, userId };
}

export const file = { filename: 'call.vtt', text: ['WEBVTT', ...Array.from({ length: 12 }, (_, line) => `\n00:00:${String(10 + line)}.000 --> 00:00:${String(11 + line)}.000\n<v Ana Ruiz>I will send the contract number ${line} by Friday.`)].join('\n') };

/** Something of each kind that is copied. */
async function fill(service: Sandbox, userId: string, key: string): Promise<void> {
	for (const [index, attendees] of [[ana, ben], [ana], [], [ben]].entries()) {
		const { conversationId } = await service.importMeeting(userId, { ...file, title: `Call ${index}`, startTime: `2026-02-2${index}T10:00:00Z`, attendees, generateKeyPoints: index < 3 });
		await call(service.url, key, 'POST', `/api/v1/conversations/${conversationId}/feedback`);
	}
	service.connectCalendar(userId, 'google');
	const moment = { dateTime: '2026-03-03T10:00:00Z', timeZone: 'UTC' };
	service.addCalendarEvent(userId, { id: 'event', summary: 'Opening', start: moment, end: moment });
}

const [ana, ben] = [{ email: 'ana@ruiz.example', name: 'Ana Ruiz' }, { email: 'ben@ruiz.example', name: 'Ben Ruiz' }];

/** A place for the mirror of a service. */
export function mirrorOf(url: string, key: string, clock = settableClock(NOW)) {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-mirror-'));
	folders.add(folder);
	const database = join(folder, 'mirror.sqlite');
	const sent: Sent[] = [];
	const progress: Progress[] = [];
	const waits: number[] = [];
	const keys: string[] = [];
	/**
	 * One run with a newly opened database, as in a new process. `stopAfter`: the number of requests after which it is aborted. `before`: called with
	 * the path of each request.
	 */
	async function run({ stopAfter = Infinity, before = async () => {}, ...options }: Partial<MirrorOptions> & { readonly stopAfter?: number; readonly before?: (path: string) => Promise<void> } = {}) {
		// No two runs start at the same moment.
		clock.advance(1000);
		const stop = new AbortController();
		const fetching = globalThis.fetch;
		let requests = 0;
		const counted: typeof fetch = async (input, init) => {
			requests += 1;
			if (requests > stopAfter) stop.abort();
			spy.mockImplementation(fetching);
			await before(String(input).slice(url.length));
			spy.mockImplementation(counted);
			const answer = await fetching(input, init);
			sent.push({ method: init?.method ?? 'GET', path: String(input).slice(url.length), at: clock.now(), status: answer.status });
			return answer;
		};
		const spy = jest.spyOn(globalThis, 'fetch').mockImplementation(counted);
		const db = openDb(database);
		try {
			const sleep = async (ms: number) => clock.advance(Math.max(0, ms));
			const told = { onProgress: (one: Progress) => void progress.push(one), onWait: (until: number) => void waits.push(until), onKey: (made: string) => void keys.push(made) };
			const report = await mirrorAccount({ db, baseUrl: url, apiKey: key, now: clock.now, sleep, signal: stop.signal, ...told, ...options });
			return { ...report, sent: requests };
		} finally {
			db.close();
			spy.mockRestore();
		}
	}
	return {
		run,
		clock,
		database,
		folder,
		sent,
		progress,
		waits,
		keys,
		/** The most requests in one hour. */
		busiestHour(): number {
			const hours = new Map<number, number>();
			for (const { at } of sent) hours.set(Math.floor(at / Hour), (hours.get(Math.floor(at / Hour)) ?? 0) + 1);
			return Math.max(...hours.values());
		},
		serve: () => start({ database, now: clock.now, ai: extractiveAi }),
	};
}

const Ids = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Paths of every GET of the API, with every ID there is. Webhooks are not copied. */
async function everyGet(url: string, key: string): Promise<string[]> {
	const idsAt = async (path: string): Promise<string[]> => Ids.parse((await call(url, key, 'GET', path)).body).data.map(({ id }) => id);
	const [list, people] = [api.conversations.list.path, api.contacts.list.path];
	const at = ({ path }: Endpoint, id: string) => path.replace('{id}', encodeURIComponent(id));
	const conversations = await idsAt(`${list}?limit=100`);
	const contacts = await idsAt(`${people}?limit=200`);
	const window = '?maxResults=50&timeMin=2026-02-20T00:00:00Z&timeMax=2026-04-01T00:00:00Z';
	const some = conversations.slice(0, 2);
	return [
		api.user.profile.path,
		...[list, `${list}?limit=3&offset=2`, `${list}?search=re`, `${list}?since=2026-02-20T00:00:00Z&limit=100`, `${list}?limit=100`],
		...conversations.flatMap((id) => [api.transcript.get, api.keyPoints.get, api.feedback.get].map((endpoint) => at(endpoint, id))),
		...[people, `${people}?search=an&limit=5`, `${people}?limit=200`, api.contacts.unresolvedThreads.path, `${api.contacts.unresolvedThreads.path}?limit=100`],
		...contacts.flatMap((id) => [at(api.contacts.briefing, id), `${at(api.contacts.briefing, id)}?historyLimit=1`]),
		...[api.calendar.events.path, api.calendar.events.path + window],
		...some.map((id) => at(api.transcript.get, `${id}x`)),
		at(api.contacts.briefing, 'nobody'),
	];
}

/** Every GET of the original and of its mirror, by path. */
export async function bothAnswers({ service, key, keys, clock }: Awaited<ReturnType<typeof original>>, copy: Sandbox) {
	// The smallest plan allows fewer requests per hour than there are answers.
	clock.advance(Hour);
	const paths = await everyGet(service.url, key);
	const [originally, copied]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
	for (const [index, path] of paths.entries()) {
		if (index % 80 === 0) clock.advance(Hour);
		const [one, other] = [await call(service.url, key, 'GET', path), await call(copy.url, keys.at(-1) ?? '', 'GET', path)];
		originally[path] = [one.status, one.body];
		copied[path] = [other.status, other.body];
	}
	return { originally, copied, count: paths.length };
}
