import { readFileSync } from 'node:fs';
import { ClientError, connect, type ConnectOptions } from '../../packages/client/index.ts';
import { extractiveAi, startSandbox, type SandboxOptions } from '../../sandbox/index.ts';
import { scriptedServer, type Scripted } from '../support/scriptedServer.ts';

const filename = 'examples/meetings/quillbrook-pilot.vtt';
const text = readFileSync(filename, 'utf8');

/** The whole service on loopback with an account, and a client for it. */
export async function startService(options: SandboxOptions = {}) {
	const sandbox = await startSandbox({ allowLoopbackHttp: true, ai: extractiveAi, ...options });
	const { userId, ...account } = sandbox.account();
	return {
		sandbox,
		userId,
		account,
		client: connect(account),
		connect: (more: ConnectOptions) => connect({ ...account, ...more }),
		addMeeting: async (title: string, generateKeyPoints = false, startTime = new Date().toISOString()) =>
			(await sandbox.importMeeting(userId, { text, filename, title, startTime, generateKeyPoints })).conversationId,
	};
}

export type Service = Awaited<ReturnType<typeof startService>>;

export const problemOf = async (work: PromiseLike<unknown>) => {
	const error: unknown = await Promise.resolve(work).then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ClientError)) throw new Error(`Expected a ClientError, but got ${String(error)}`);
	return error.problem;
};

export const refusalOf = (work: () => unknown) => {
	try {
		work();
	} catch (error) {
		if (error instanceof ClientError) return error.problem;
	}
	throw new Error('Nothing was refused');
};

const servers = new Set<Awaited<ReturnType<typeof scriptedServer>>>();
afterEach(async () => {
	await Promise.all([...servers].map((server) => server.stop()));
	servers.clear();
});

/** A server that answers as scripted until the test ends. If it kept running, a failing test would keep the run from ending. */
export async function scripted(script: readonly Scripted[]) {
	const server = await scriptedServer(script);
	servers.add(server);
	return server;
}
