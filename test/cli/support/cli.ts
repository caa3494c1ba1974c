import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod/v4';

const node = join('node_modules', '.bin', 'node');
const main = join('sandbox', 'main.ts');

// Each command is a process of its own, and a busy machine takes its time to start one.
jest.setTimeout(180_000);

export interface Ended {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** A folder of its own for everything the commands of a test write. */
export function workplace() {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-cli-'));
	const env = { ...process.env, XDG_DATA_HOME: join(folder, 'home'), NO_COLOR: '1', COLUMNS: '80' };
	const serving: ChildProcess[] = [];

	const run = (...words: string[]): Promise<Ended> =>
		new Promise((resolve) => {
			const child = execFile(node, [main, ...words], { env }, (_error, stdout, stderr) =>
				resolve({ code: child.exitCode, stdout, stderr }),
			);
			child.stdin?.end();
		});

	return {
		folder,
		database: join(folder, 'data.sqlite'),
		run,
		/** Runs a command that must succeed, and reads its JSON. */
		async json<S extends z.ZodType>(shape: S, ...words: string[]): Promise<z.output<S>> {
			const { code, stdout, stderr } = await run(...words, '--json');
			if (code !== 0) throw new Error(stderr);
			return shape.parse(JSON.parse(stdout));
		},
		/** Starts `serve` and waits until it says that it can be used. */
		async serve(...words: string[]) {
			const child = spawn(node, [main, 'serve', '--port', '0', ...words], { env });
			serving.push(child);
			let [stdout, stderr] = ['', ''];
			child.stderr.on('data', (text: Buffer) => void (stderr += text.toString()));
			await new Promise<void>((resolve, reject) => {
				child.stdout.on('data', (text: Buffer) => {
					stdout += text.toString();
					if (/Press Ctrl-C to stop|^\{/m.test(stdout)) resolve();
				});
				child.once('exit', () => reject(new Error(stderr)));
			});
			const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
			const [url = ''] = /http:\/\/[\w.:[\]]+\d/.exec(stdout) ?? [];
			return {
				url,
				output: stdout,
				errors: () => stderr,
				async stop(signal: NodeJS.Signals = 'SIGINT') {
					child.kill(signal);
					return ended;
				},
			};
		},
		remove() {
			for (const child of serving) child.kill('SIGKILL');
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

export type Workplace = ReturnType<typeof workplace>;
