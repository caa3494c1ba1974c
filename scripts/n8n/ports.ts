import { createServer } from 'node:net';
import { SetupError } from './setupError.ts';

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

export const MAX_PORT = 65_535 - 3;

export const LOOPBACK = '127.0.0.1';

const isFree = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
	});

/** @throws SetupError when one of them is taken. */
export async function assertFree(ports: Ports): Promise<void> {
	for (const port of Object.values(ports)) {
		if (await isFree(port)) continue;
		throw new SetupError(
			`Port ${port} is in use, maybe by an n8n that is running already.\nChoose another one: npm run n8n -- --port ${ports.n8n + 100}`,
		);
	}
}
