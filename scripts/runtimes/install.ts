import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installationOf, ROOT } from '../n8n/folders.ts';
import { installPinned, runNpm } from '../n8n/install.ts';

const PINNED = join(ROOT, 'scripts/runtimes');

export const runtimesFolder = (): string => installationOf('runtimes', PINNED);

const inFolder = (path: string): string => join(runtimesFolder(), 'node_modules', path);

/** What npm calls this machine's architecture, by who names it. */
const isArm = process.arch === 'arm64';

/** The executables, from the packages that contain them: otherwise an install script would download or link them. */
export const executables = () => ({
	bun: inFolder(`@oven/bun-linux-${isArm ? 'aarch64' : 'x64'}/bin/bun`),
	deno: inFolder(`@deno/linux-${isArm ? 'arm64' : 'x64'}-glibc/deno`),
	workerd: inFolder(`@cloudflare/workerd-linux-${isArm ? 'arm64' : '64'}/bin/workerd`),
});

/** The module of esbuild, which finds its own executable. */
export const esbuildMain = (): string => inFolder('esbuild/lib/main.js');

/** The oldest zod that the client supports. */
export const oldestZod = (): string => inFolder('zod');

/** undici, for programs that send requests through a proxy. */
export const undici = (): string => inFolder('undici');

export const isInstalled = (): boolean => [esbuildMain(), ...Object.values(executables())].every((path) => existsSync(path));

/** About 360 MB, ten seconds. */
export const installRuntimes = (): Promise<void> =>
	installPinned(PINNED, runtimesFolder(), (unfinished) => runNpm(unfinished, ['ci', '--ignore-scripts']));
