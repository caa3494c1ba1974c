import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import type { z } from 'zod/v4';
import { report } from '../../../../sandbox/cli/failure.ts';
import { createProgram, withCommand } from '../../../../sandbox/cli/program.ts';

const node = join('node_modules', '.bin', 'node');
const main = join('sandbox', 'main.ts');

// Starting a process takes longer on a busy machine.
jest.setTimeout(180_000);

export interface Ended {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

type Program = ReturnType<typeof createProgram>;

const configure = (program: Program, output: ReturnType<Program['configureOutput']>): void => {
	program.configureOutput(output);
	for (const command of program.commands) configure(command, output);
};

let last: Promise<unknown> = Promise.resolve();

/** Runs a command in this process, which is much faster than starting one. Commands take turns, as they share the console. */
export function command(...words: string[]): Promise<Ended> {
	const turn = last.then(async () => {
		let [stdout, stderr] = ['', ''];
		const out = jest.spyOn(console, 'log').mockImplementation((...line) => void (stdout += `${format(...line)}\n`));
		const err = jest.spyOn(console, 'error').mockImplementation((...line) => void (stderr += `${format(...line)}\n`));
		const program = createProgram();
		configure(program, {
			writeOut: (text) => void (stdout += text),
			writeErr: (text) => void (stderr += text),
			getOutHelpWidth: () => 80,
			getErrHelpWidth: () => 80,
		});
		process.exitCode = undefined;
		try {
			await program.parseAsync(withCommand(program, words), { from: 'user' });
			return { code: Number(process.exitCode ?? 0), stdout, stderr };
		} catch (error) {
			return { code: report(error, words.includes('--json')), stdout, stderr };
		} finally {
			process.exitCode = undefined;
			out.mockRestore();
			err.mockRestore();
		}
	});
	last = turn;
	return turn;
}

/** A folder of its own for everything the commands of a test write. */
export function workplace() {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-cli-'));
	const env = { ...process.env, XDG_DATA_HOME: join(folder, 'home'), NO_COLOR: '1', COLUMNS: '80' };
	const serving: ChildProcess[] = [];

	/** Runs a command as a person does, in a process of its own. */
	const start = (...words: string[]): Promise<Ended> =>
		new Promise((resolve) => {
			const child = execFile(node, [main, ...words], { env }, (_error, stdout, stderr) =>
				resolve({ code: child.exitCode, stdout, stderr }),
			);
			child.stdin?.end();
		});

	return {
		folder,
		database: join(folder, 'data.sqlite'),
		start,
		/** Runs a command that must succeed, and reads its JSON. */
		async json<S extends z.ZodType>(shape: S, ...words: string[]): Promise<z.output<S>> {
			const { code, stdout, stderr } = await command(...words, '--json');
			if (code !== 0) throw new Error(stderr);
			return shape.parse(JSON.parse(stdout));
		},
		/** Starts `serve` and waits until it is ready. */
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
