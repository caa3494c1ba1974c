import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { ServerOptions } from './debian.ts';
import { LOOPBACK } from './ports.ts';
import { startProgram, type Program } from './program.ts';

/** Starts a Redis of our own, which keeps its queue over a restart. @throws SetupError with what it printed last. */
export async function startRedis({ servers, folder, port, password, log, signal }: ServerOptions): Promise<Program> {
	mkdirSync(folder, { recursive: true });
	const program = startProgram({
		name: 'Redis',
		command: servers.redis,
		words: ['-'],
		folder,
		environment: process.env,
		log,
		signal,
		// Not on the command line, which everybody on the machine can read.
		input: [`bind ${LOOPBACK}`, `port ${port}`, `requirepass ${password}`, `dir "${folder}"`, 'appendonly yes', 'save ""', ''].join('\n'),
	});
	await program.until(() => answers(port, password));
	return program;
}

const answers = (port: number, password: string): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(port, LOOPBACK, () => socket.write(`AUTH ${password}\r\nPING\r\n`));
		let answer = '';
		socket.on('data', (data) => {
			answer += data.toString();
			if (answer.includes('\r\n') && !answer.startsWith('+OK\r\n')) socket.destroy();
			if (answer.includes('+PONG')) socket.destroy();
		});
		socket.once('error', () => socket.destroy());
		socket.once('close', () => resolve(answer.includes('+PONG')));
	});
