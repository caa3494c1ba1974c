import { parseWords } from '../../packages/rehearsal/terminal.ts';
import { DEFAULT_PORT, portIn, PORTS_USED } from './ports.ts';

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
	const options = {
		help: { type: 'boolean', short: 'h', default: false },
		port: { type: 'string', default: String(DEFAULT_PORT) },
		queue: { type: 'boolean', default: false },
		reset: { type: 'boolean', default: false },
		yes: { type: 'boolean', short: 'y', default: false },
	} as const;
	const { port, ...choices } = parseWords({ args: [...words], options }, 'npm run n8n -- --help').values;
	return { ...choices, port: portIn(port) };
}
