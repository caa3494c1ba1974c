import { parseArgs } from 'node:util';
import { DEFAULT_PORT, MAX_PORT, PORTS_USED } from './ports.ts';
import { UserError } from '../../packages/rehearsal/terminal.ts';

export const USAGE = `Usage: npm run n8n [-- options]

Starts a real n8n on this machine, ready to use: with this package, an owner,
a credential, sample meetings and the workflows in examples/.

  --port <number>  n8n's port and the first of ${PORTS_USED.simple} consecutive ports, or ${PORTS_USED.queue} with
                   --queue (default ${DEFAULT_PORT})
  --queue          run n8n in queue mode: a main process, a webhook process, two
                   workers, Redis and PostgreSQL (from Debian's packages). Its
                   data is separate.
  --reset          delete all data of earlier starts
  --yes            install n8n without asking, on the first start
  --help           show this help

With N8N_URL=http://localhost:5678, it starts none and uses that n8n. It needs
this package and this machine’s network, which a container started with
--network host has. N8N_EMAIL and N8N_PASSWORD are its owner’s.`;

export interface Arguments {
	readonly help: boolean;
	readonly port: number;
	readonly queue: boolean;
	readonly reset: boolean;
	readonly yes: boolean;
}

/** Parses the words after `npm run n8n --`. @throws UserError if they are invalid. */
export function parseArguments(words: readonly string[]): Arguments {
	const { port, ...choices } = parseWords(words);
	return { ...choices, port: parsePort(port) };
}

function parseWords(words: readonly string[]) {
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
		throw new UserError(`${reason}. Try: npm run n8n -- --help`);
	}
}

function parsePort(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port < 1024 || port > MAX_PORT) {
		throw new UserError(`Invalid port ${text}: use a number from 1024 to ${MAX_PORT}`);
	}
	return port;
}
