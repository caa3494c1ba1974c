import { spawn } from 'node:child_process';
import { dirname, delimiter } from 'node:path';
import { SetupError } from './setupError.ts';

/** Node's own folder, whose headers are needed to compile for it. */
const NODE = dirname(dirname(process.execPath));

/**
 * Runs npm in a folder, on the Node that runs this: what it compiles fits n8n, which is started with the same one.
 * @returns standard output. @throws SetupError with the end of standard error.
 */
export async function npm(folder: string, words: readonly string[], signal?: AbortSignal): Promise<string> {
	const cli = process.env.npm_execpath;
	if (!cli) throw new SetupError('npm is not known here. Start this with npm run n8n.');
	// Options of the project, handed on by the npm that started this, give way to those of the command line.
	const child = spawn(process.execPath, [cli, ...words, '--prefix', folder, '--loglevel=error', '--no-audit', '--no-fund'], {
		cwd: folder,
		env: {
			...process.env,
			PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
			npm_config_nodedir: NODE,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	signal?.addEventListener('abort', () => child.kill());
	const [out, err]: [Buffer[], Buffer[]] = [[], []];
	child.stdout.on('data', (data: Buffer) => out.push(data));
	child.stderr.on('data', (data: Buffer) => err.push(data));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	if (code === 0) return Buffer.concat(out).toString();
	const end = Buffer.concat(err).toString().trimEnd().split('\n').slice(-12).join('\n');
	throw new SetupError(`npm ${words[0]} failed:\n\n${end}`);
}
