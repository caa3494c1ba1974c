import { parseArgs } from 'node:util';
import { DEFAULT_PORT, MAX_PORT, PORTS_USED } from './ports.ts';
import { SetupError } from './program.ts';

export const USAGE = `Usage: npm run n8n [-- options]

Starts a real n8n on this machine with everything in place: this package, an
owner, a credential, sample meetings and the workflows of examples/.

  --port <number>  where n8n listens; the ports after it are used too, ${PORTS_USED.simple} in
                   all, with --queue ${PORTS_USED.queue} (default ${DEFAULT_PORT})
  --queue          n8n as for many workflows: a main process, one that takes
                   deliveries, two workers, Redis and PostgreSQL (from Debian's
                   packages). What you make there is kept apart.
  --reset          forget everything made before, and start anew
  --yes            install n8n without asking, the first time
  --help           show this`;

export interface Arguments {
	readonly help: boolean;
	readonly port: number;
	readonly queue: boolean;
	readonly reset: boolean;
	readonly yes: boolean;
}

/** Reads the words after `npm run n8n --`. @throws SetupError saying what is wrong with them. */
export function parseArguments(words: readonly string[]): Arguments {
	const { port, ...choices } = read(words);
	return { ...choices, port: portOf(port) };
}

function read(words: readonly string[]) {
	try {
		return parseArgs({
			args: [...words],
			options: {
				help: { type: 'boolean', short: 'h', default: false },
				port: { type: 'string', default: String(DEFAULT_PORT) },
				queue: { type: 'boolean', default: false },
				reset: { type: 'boolean', default: false },
				yes: { type: 'boolean', short: 'y', default: false },
			},
		}).values;
	} catch (error) {
		const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
		throw new SetupError(`${reason}. Try: npm run n8n -- --help`);
	}
}

function portOf(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port < 1024 || port > MAX_PORT) {
		throw new SetupError(`A port is a number from 1024 to ${MAX_PORT}, and this is not: ${text}`);
	}
	return port;
}
