import { createServer } from 'node:net';
import { UserError } from '../../packages/rehearsal/terminal.ts';

/** n8n's own default. */
export const DEFAULT_PORT = 5678;

export interface Ports {
	readonly n8n: number;
	/** Between n8n and its task runner, which runs code nodes. */
	readonly taskBroker: number;
	readonly sandbox: number;
	readonly mail: number;
}

/** Consecutive ports, so that every start on the same port uses the same addresses. */
export const portsFrom = (n8n: number): Ports => ({ n8n, taskBroker: n8n + 1, sandbox: n8n + 2, mail: n8n + 3 });

/** Each n8n process has a port of its own and one for its task runner. */
interface ProcessPorts {
	readonly own: number;
	readonly taskBroker: number;
}

/** Additional ports of queue mode. */
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

/** Number of consecutive ports, including the first. */
export const PORTS_USED = { simple: 4, queue: 8 + 2 * WORKERS } as const;

const MAX_PORT = 65_536 - PORTS_USED.queue;

/** The first of the ports as somebody typed it. @throws UserError */
export function portIn(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port < 1024 || port > MAX_PORT) throw new UserError(`Invalid port ${text}: use a number from 1024 to ${MAX_PORT}`);
	return port;
}

export const LOOPBACK = '127.0.0.1';

const isFree = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
	});

/** Those of the fetch standard that need no root: neither browsers nor `fetch` send a request there. */
const BLOCKED: ReadonlySet<number> = new Set([
	1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Checks the first `used` ports. @throws UserError if one is taken or of no use. */
export async function assertFree({ n8n }: Pick<Ports, 'n8n'>, used: number = PORTS_USED.simple): Promise<void> {
	for (let port = n8n; port < n8n + used; port += 1) {
		if (!BLOCKED.has(port) && (await isFree(port))) continue;
		const reason = BLOCKED.has(port) ? `Browsers open no page on port ${port}.` : `Port ${port} is in use by another program, perhaps your own n8n.`;
		throw new UserError(`${reason}\nUse other ports: add “-- --port ${n8n + 100}” to the command.`);
	}
}
