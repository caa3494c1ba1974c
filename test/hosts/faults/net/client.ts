import { api } from '../../../../src/api/index.ts';
import { ClientError, createClient, type Client } from '../../../../src/client/index.ts';
import { axiosTransport } from '../../../../src/transport/axios.ts';
import type { Stage } from './operations.ts';

const KINDS = new Set<string>(['invalidInput', 'api', 'rateLimited', 'creditsExhausted', 'noAnswer', 'answerTooLarge', 'unexpectedAnswer']);

interface Call {
	readonly what: string;
	/** For calls that may cost a credit: the last part of the path, and text that distinguishes the request from others. */
	readonly end?: string;
	readonly mark?: string;
	readonly alwaysCosts?: boolean;
	readonly isList?: boolean;
	readonly make: (client: Client, id: string) => Promise<unknown>;
}

const calls: readonly [Call, ...Call[]] = [
	{ what: 'key points', end: 'keypoints', make: (client, id) => client.keyPoints.generate({ id }) },
	{ what: 'new key points', end: 'keypoints', make: (client, id) => client.keyPoints.generate({ id, forceRefresh: true }) },
	{ what: 'feedback', end: 'feedback', make: (client, id) => client.feedback.generate({ id }) },
	{ what: 'question', end: 'query', mark: 'Who?', alwaysCosts: true, make: (client, id) => client.question.ask({ id, query: 'Who?' }) },
	{ what: 'e-mail', end: 'email', alwaysCosts: true, make: (client, id) => client.email.draft({ id }) },
	{ what: 'transcript', make: (client, id) => client.transcript.get({ id }) },
	{ what: 'renaming', make: (client, id) => client.conversations.rename({ id, title: 'Renamed' }) },
	{ what: 'sharing', make: (client, id) => client.conversations.share({ id }) },
	{ what: 'profile', make: (client) => client.user.profile() },
];

const HORIZON_MS = 20 * 60_000;

const says = (value: unknown, field: string): boolean =>
	value instanceof Object && 'data' in value && value.data instanceof Object && Reflect.get(value.data, field) === true;

/** Some calls of the typed client over axios, at the same time. */
export async function playClient({ die, time, service, happened }: Stage): Promise<void> {
	const meetings = die.whole(1, 4);
	const ids: string[] = [];
	for (let index = 0; index < meetings; index += 1) ids.push(await service.addMeeting(`Meeting ${index}`));
	const patienceMs = die.pick([0, 2000, 10_000, 30_000, 60_000]);
	const timeoutMs = die.pick([5000, 30_000]);
	const abort = die.chance(0.2) ? { afterMs: die.whole(100, 40_000), controller: new AbortController() } : null;
	const signal = abort?.controller.signal;
	/** Like a host whose runs can be stopped. */
	const sleep = (ms: number): Promise<void> =>
		new Promise((resolve, reject) => {
			if (signal?.aborted) return reject(signal.reason);
			signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
			void time.sleep(ms).then(resolve);
		});
	const transport = axiosTransport({ apiKey: service.key, ...(signal && { signal }) });
	const client = createClient({ baseUrl: service.baseUrl, transport, sleep, patienceMs, timeoutMs });
	happened.steps.push(`${JSON.stringify({ patienceMs, timeoutMs })}${abort ? `, aborted after ${abort.afterMs} ms` : ''}`);
	service.setCalm(false);

	const one = async (call: Call, index: number): Promise<void> => {
		const began = time.elapsed();
		const what = `${call.what} of Meeting ${index}`;
		let tells: boolean;
		try {
			const result = await call.make(client, ids[index] ?? '');
			tells = call.alwaysCosts === true || !says(result, 'cached') || says(result, 'creditAtRisk');
			happened.steps.push(`${what}: done${says(result, 'cached') ? ', saved before' : ''}`);
			happened.texts.push({ where: what, text: JSON.stringify(result) });
		} catch (error) {
			const isForeseen = error instanceof ClientError && KINDS.has(error.problem.kind);
			tells = error instanceof ClientError && 'creditAtRisk' in error.problem && error.problem.creditAtRisk;
			const said = error instanceof ClientError ? JSON.stringify(error.problem) : String(error);
			happened.steps.push(`${what}: ${service.named(said)}`);
			happened.failures.push({ what: `${what}: ${service.named(said)}`, isForeseen });
			happened.texts.push({ where: what, text: `${said} ${error instanceof Error ? `${error.message} ${error.stack}` : ''}` });
		}
		happened.calls.push({ what, tookMs: time.elapsed() - began, mostMs: patienceMs + timeoutMs });
		if (call.end) {
			happened.generations.push({ request: `POST /conversations/Meeting ${index}/${call.end}`, mark: call.mark ?? '', tellsOfCredit: tells });
		}
	};

	const list = async (): Promise<void> => {
		const came: string[] = [];
		try {
			for await (const { id } of client.each(api.conversations.list, {})) came.push(service.named(`listed ${id}`));
		} catch (error) {
			const said = error instanceof ClientError ? JSON.stringify(error.problem) : String(error);
			happened.steps.push(`list: ${said}`);
			return void happened.failures.push({ what: `list: ${said}`, isForeseen: error instanceof ClientError });
		}
		happened.came.push(...came);
		happened.due.push(...ids.map((id) => ({ key: service.named(`listed ${id}`), least: 1, most: 1 })));
	};

	const work = time.inside(async () => {
		if (abort) void time.sleep(abort.afterMs).then(() => abort.controller.abort());
		const chosen = Array.from({ length: die.whole(1, 6) }, () => ({ call: die.pick(calls), index: die.whole(0, meetings - 1) }));
		await Promise.all([...chosen.map(({ call, index }) => one(call, index)), ...(die.chance(0.3) ? [list()] : [])]);
	});
	if (await time.pass(work, HORIZON_MS)) return await work;
	happened.calls.push({ what: 'all calls', tookMs: HORIZON_MS, mostMs: HORIZON_MS - 1 });
	service.setCalm(true);
	service.cut();
	if (!(await time.pass(work, HORIZON_MS))) happened.failures.push({ what: 'The calls never end', isForeseen: false });
}
