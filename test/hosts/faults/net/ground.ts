import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startSandbox } from '../../../../sandbox/index.ts';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** The service that all runs use in turn, each with an account and a time of its own. */
export interface Ground {
	readonly sandbox: Sandbox;
	/** Sets the service's clock for the run that is about to begin. */
	readonly setClock: (now: () => number) => void;
}

export async function startGround(): Promise<Ground> {
	let clock = Date.now;
	const sandbox = await startSandbox({ port: 0, database: ':memory:', allowLoopbackHttp: true, now: () => clock(), onError: () => {} });
	return { sandbox, setClock: (now) => void (clock = now) };
}

/** Twelve segments, as feedback needs at least ten, with something to decide, to do and to remember. */
export const transcript = (name: string): string =>
	[
		`Anna: We decided to ship ${name} on Friday.`,
		'Ben: I will send the contract to Acme by Thursday.',
		...Array.from({ length: 10 }, (_, index) => `${index % 2 ? 'Ben' : 'Anna'}: That is point ${index} of the plan for ${name}.`),
	].join('\n');

export const START_OF_MEETINGS = Date.UTC(2027, 2, 10, 9);

export const listen = async (server: Server): Promise<string> => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('Not listening');
	return `http://127.0.0.1:${address.port}`;
};

/** A page without content, larger than any answer may be. */
const OVERSIZED_MB = 80;
let oversized: Buffer | undefined;
export const oversizedBody = (): Buffer => (oversized ??= gzipSync(`{"data":"${' '.repeat(OVERSIZED_MB * 1_000_000)}"}`, { level: 1 }));
