import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
	/** Files left in its temporary folder. */
	readonly left: readonly string[];
}

const root = join(import.meta.dirname, '../../..');

/** Runs the demo as `npm run demo` does, in its own process with its own temporary folder. */
export async function runDemo(
	words: readonly string[],
	/** `folder`: the current folder. `interruptAt`: sends SIGINT, as Ctrl-C does, once a temporary file or folder with this prefix exists. */
	{ interruptAt, folder = root }: { interruptAt?: string; folder?: string } = {},
): Promise<Ended> {
	const temporary = mkdtempSync(join(tmpdir(), 'demo-test-'));
	// Color libraries treat `CI` as a terminal with colors; the demo must not.
	const env = { ...process.env, CI: 'true', FORCE_COLOR: undefined, INIT_CWD: folder, TMPDIR: temporary, TEMP: temporary };
	try {
		return await new Promise<Ended>((resolve) => {
			const child = execFile(
				process.execPath,
				['--disable-warning=ExperimentalWarning', 'scripts/demo/main.ts', ...words],
				{ cwd: root, env },
				(_error, out, err) => {
					clearInterval(watch);
					resolve({ code: child.exitCode, out, err, left: readdirSync(temporary) });
				},
			);
			const watch = setInterval(() => {
				if (interruptAt && readdirSync(temporary).some((name) => name.startsWith(interruptAt))) child.kill('SIGINT');
			}, 5);
		});
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}
