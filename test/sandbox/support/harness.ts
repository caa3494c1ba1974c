import { z } from 'zod/v4';
import { extractiveAi, settableClock, startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.ts';
import { vtt } from './meeting.ts';

export const START = '2026-03-02T09:15:00.000Z';

export interface Reply {
	readonly status: number;
	readonly headers: Headers;
	readonly body: unknown;
}

type Plan = 'free' | 'starter' | 'professional' | 'enterprise';

/** Running sandboxes, to be stopped even if a test fails before it stops its own. Otherwise the run would hang. */
const running = new Set<Sandbox>();
afterAll(() => Promise.all([...running].map((sandbox) => sandbox.stop())));

/**
 * A sandbox in memory with its clock frozen at START, and functions to call it. Its AI runs in this thread, because a separate one
 * would take longer to start than most tests. With `ai: undefined`, it runs in a separate thread.
 */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
	const clock = settableClock(START);
	const started = await startSandbox({
		port: 0,
		database: ':memory:',
		now: clock.now,
		allowLoopbackHttp: true,
		ai: extractiveAi,
		...options,
	});
	const sandbox: Sandbox = {
		...started,
		stop: async () => {
			if (running.delete(sandbox)) await started.stop();
		},
	};
	running.add(sandbox);
	let accounts = 0;
	const account = (plan: Plan = 'professional') => {
		accounts += 1;
		return accountOn(sandbox, plan, accounts === 1 ? 'vera@lind.example' : `vera${accounts}@lind.example`);
	};
	return { sandbox, clock, account };
}

function accountOn(sandbox: Sandbox, plan: Plan, email: string) {
	const { id } = sandbox.createUser({ name: 'Vera Lind', email, plan });
	const key = sandbox.createKey(id);
	return {
		id,
		key,
		call: (method: string, path: string, body?: unknown) => call(sandbox.url, key, method, path, body),
		importMeeting: async (options: Partial<Parameters<Sandbox['importMeeting']>[1]> = {}) => {
			const imported = await sandbox.importMeeting(id, {
				text: vtt(),
				filename: 'lisbon.vtt',
				title: 'Lisbon office',
				...options,
			});
			return imported.conversationId;
		},
	};
}

export type Account = ReturnType<typeof accountOn>;

/** One request. `undefined` sends no body, a string is sent as it is. */
export async function call(
	url: string,
	key: string | null,
	method: string,
	path: string,
	body?: unknown,
): Promise<Reply> {
	const response = await fetch(url + path, {
		method,
		redirect: 'manual',
		headers: { ...(key !== null && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/json' },
		...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const ErrorReply = z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) });

/** Status and code of an error. Its body must have exactly the documented shape. */
export function errorOf({ status, body }: Reply): string {
	return `${status} ${ErrorReply.parse(body).error.code}`;
}

export const messageOf = ({ body }: Reply): string => ErrorReply.parse(body).error.message;

const Data = z.looseObject({ data: z.unknown() });

/** `data` of a 200, parsed as `shape`. */
export function dataOf<S extends z.ZodType>(shape: S, reply: Reply): z.output<S> {
	if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
	return shape.parse(Data.parse(reply.body).data);
}
