import { createServer } from 'node:net';
import { SetupError } from './program.ts';

/** n8n's own. */
export const DEFAULT_PORT = 5678;

export interface Ports {
	readonly n8n: number;
	/** Between n8n and the process that runs people's code. */
	readonly taskBroker: number;
	readonly sandbox: number;
	readonly mail: number;
}

/** All ports that are used, in a row: a later start finds everything where it was. */
export const portsFrom = (n8n: number): Ports => ({ n8n, taskBroker: n8n + 1, sandbox: n8n + 2, mail: n8n + 3 });

/** Each process of n8n has one to be asked at, and one for the process that runs people's code. */
interface ProcessPorts {
	readonly own: number;
	readonly taskBroker: number;
}

/** What queue mode takes besides. */
export interface QueuePorts {
	readonly redis: number;
	readonly postgres: number;
	readonly webhook: ProcessPorts;
	readonly workers: readonly ProcessPorts[];
}

export const WORKERS = 2;

export const queuePortsFrom = (n8n: number, workers: number = WORKERS): QueuePorts => {
	const pair = (own: number): ProcessPorts => ({ own, taskBroker: own + 1 });
	return {
		redis: n8n + 4,
		postgres: n8n + 5,
		webhook: pair(n8n + 6),
		workers: Array.from({ length: workers }, (_, index) => pair(n8n + 8 + 2 * index)),
	};
};

/** Ports in a row, the first one included. */
export const PORTS_USED = { simple: 4, queue: 8 + 2 * WORKERS } as const;

export const MAX_PORT = 65_536 - PORTS_USED.queue;

export const LOOPBACK = '127.0.0.1';

const isFree = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
	});

/** @throws SetupError when one of them, or of `used` in a row, is taken. */
export async function assertFree({ n8n }: Ports, used: number = PORTS_USED.simple): Promise<void> {
	for (let port = n8n; port < n8n + used; port += 1) {
		if (await isFree(port)) continue;
		throw new SetupError(
			`Port ${port} is in use by another program, maybe an n8n of your own.\nChoose another one: npm run n8n -- --port ${n8n + 100}`,
		);
	}
}
