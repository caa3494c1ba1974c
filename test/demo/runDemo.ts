import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
	/** What was left in its temporary folder. */
	readonly left: readonly string[];
}

const root = join(__dirname, '../..');

/** Runs the demo as `npm run demo` does, in a process of its own with a temporary folder of its own. */
export async function runDemo(
	words: readonly string[],
	/** `folder`: where the person is. `interruptAt`: interrupted, as by Ctrl-C, as soon as a temporary file or folder of this name is there. */
	{ interruptAt, folder = root }: { interruptAt?: string; folder?: string } = {},
): Promise<Ended> {
	const temporary = mkdtempSync(join(tmpdir(), 'demo-test-'));
	// A build machine is no terminal either, whatever libraries for colours think of `CI`.
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
