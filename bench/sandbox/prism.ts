import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prismMain } from './tools.ts';

/** Lets Prism mock an OpenAPI document, without its log. */
export async function startPrism(document: object) {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const file = join(folder, 'openapi.json');
	writeFileSync(file, JSON.stringify(document));
	const port = await freePort();
	const child = spawn(process.execPath, [prismMain, 'mock', file, '-p', String(port), '-v', 'silent'], { stdio: 'ignore' });
	const url = `http://127.0.0.1:${port}`;
	while (!(await fetch(url).then(() => true, () => false))) {
		if (child.exitCode !== null) throw new Error('Prism did not start');
		await pause(100);
	}
	return {
		url,
		pid: child.pid ?? 0,
		stop() {
			child.kill();
			rmSync(folder, { recursive: true });
		},
	};
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === 'string') throw new Error('no port');
	return address.port;
}
