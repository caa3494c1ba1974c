import { pinned } from '../pinned.ts';

/** Names of this machine's architecture in npm packages, which differ between their publishers. */
const isArm = process.arch === 'arm64';

const paths = {
	bun: `@oven/bun-linux-${isArm ? 'aarch64' : 'x64'}/bin/bun`,
	deno: `@deno/linux-${isArm ? 'arm64' : 'x64'}-glibc/deno`,
	workerd: `@cloudflare/workerd-linux-${isArm ? 'arm64' : '64'}/bin/workerd`,
};

/** About 360 MB, ten seconds. */
export const runtimes = pinned({ name: 'runtimes', proofs: ['esbuild/lib/main.js', ...Object.values(paths)] });
export const { isInstalled } = runtimes;

/** The executables, from the packages that contain them, which avoids install scripts that download or link them. */
export const executables = () => ({ bun: runtimes.inside(paths.bun), deno: runtimes.inside(paths.deno), workerd: runtimes.inside(paths.workerd) });

/** The module of esbuild, which finds its own executable. */
export const esbuildMain = (): string => runtimes.inside('esbuild/lib/main.js');

/** The oldest zod that the client supports. */
export const oldestZod = (): string => runtimes.inside('zod');

/** undici, for programs that send requests through a proxy. */
export const undici = (): string => runtimes.inside('undici');
