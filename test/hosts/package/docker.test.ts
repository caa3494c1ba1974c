import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PackageDirectoryLoader, scanDirectoryForPackages } from 'n8n-core';
import { pack, type UnpackedPackage } from './packed.ts';

let packed: UnpackedPackage;
let home: string;
beforeAll(() => {
	packed = pack();
	home = mkdtempSync(join(tmpdir(), 'image-'));
}, 120_000);
afterAll(() => {
	for (const folder of [packed.folder, home]) rmSync(folder, { recursive: true, force: true });
});

/**
 * The container’s first process, in a folder with the image’s layout. @returns the arguments with which n8n’s own entry point
 * was called
 */
function start(...args: readonly string[]): string {
	const n8n = join(home, 'n8n.sh');
	writeFileSync(n8n, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
	const env = { PATH: process.env.PATH, HOME: home, MEETING_ASSISTANT_PACKAGE: packed.directory, N8N_ENTRYPOINT: n8n };
	return execFileSync('sh', ['docker/entrypoint.sh', ...args], { encoding: 'utf8', env }).trim();
}

test('the image puts the package where n8n loads community nodes from, again at each start, and hands on to n8n', async () => {
	expect(start('worker', '--concurrency=5')).toBe('worker --concurrency=5');
	const nodes = join(home, '.n8n/nodes/node_modules');
	const leftover = join(nodes, 'n8n-nodes-meeting-assistant/dist/from-an-older-version.js');
	writeFileSync(leftover, '');
	expect(start('start')).toBe('start');
	expect(existsSync(leftover)).toBe(false);

	const [found, ...others] = await scanDirectoryForPackages(nodes, {});
	const { packageName, packageJson, directory } = found as PackageDirectoryLoader;
	expect([packageName, others]).toEqual(['n8n-nodes-meeting-assistant', []]);
	const entries = [...packageJson.n8n!.nodes!, ...packageJson.n8n!.credentials!];
	expect([entries.length, entries.filter((path) => !existsSync(join(directory, path)))]).toEqual([4, []]);
});

test('what the image copies exists', () => {
	const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
	const copied = [...dockerfile.matchAll(/^COPY (?!--from)(?:--\S+ )*(\S+) \S+$/gm)].map(([, path = '']) => path);
	expect(copied).toEqual(['.', 'docker/entrypoint.sh']);
	expect(copied.filter((path) => !existsSync(path))).toEqual([]);
});

test('the sandbox in its container takes the options that it is started with', () => {
	const dockerfile = readFileSync('docker/Dockerfile.sandbox', 'utf8');
	const [program, ...args]: string[] = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]');
	expect(program).toBe('meeting-assistant-sandbox');
	const help = execFileSync('npm', ['run', '--silent', 'sandbox', '--', 'serve', '--help'], { encoding: 'utf8' });
	const named = args.filter((arg) => arg.startsWith('--'));
	expect(named.filter((option) => !help.includes(option))).toEqual([]);
});
