import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder, readState, writeState } from '../../scripts/n8n/folders.ts';
import { installationName } from '../../scripts/pinned.ts';
import { assertFree, LOOPBACK, portsFrom } from '../../scripts/n8n/ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'n8n-folders-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('another lock file gets another installation', () => {
	expect(installationName('n8n', 'one')).toBe(installationName('n8n', 'one'));
	expect(installationName('n8n', 'one')).not.toBe(installationName('n8n', 'two'));
});

test('saved state can be read again; anything unreadable counts as no state', () => {
	const path = join(folder, 'state.json');
	const state = { apiKey: 'key', port: 5678, imported: ['one'] };
	expect(readState(path)).toBeNull();
	writeState(path, state);
	expect(readState(path)).toEqual(state);
	writeFileSync(path, '{"apiKey":');
	expect(readState(path)).toBeNull();
});

test('a running process holds the lock; one that ended does not', () => {
	const path = join(folder, 'data.pid');
	writeFileSync(path, String(process.ppid));
	expect(() => lockFolder(path)).toThrow(/Already running/);
	// No system has a process with this ID.
	writeFileSync(path, '99999999');
	lockFolder(path);
	expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} .+`));
	// Held by this process itself.
	expect(() => lockFolder(path)).toThrow(/Already running/);
	// The ID now belongs to another program.
	writeFileSync(path, `${process.ppid} 1`);
	lockFolder(path);
	expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
});

test('a port in use is reported, with other ports to try', async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	await expect(assertFree(portsFrom(port))).rejects.toThrow(new RegExp(`Port ${port} is in use.*\\nUse other ports: add “-- --port ${port + 100}” to the command`));
	await new Promise((resolve) => server.close(resolve));
});

test.each([[6000, 6000], [5998, 6000]])('ports from %i are refused, because browsers open no page on %i', async (port, blocked) => {
	await expect(assertFree(portsFrom(port))).rejects.toThrow(`Browsers open no page on port ${blocked}.`);
});
