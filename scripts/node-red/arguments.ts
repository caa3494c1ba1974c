import { parseWords } from '../../packages/rehearsal/terminal.ts';
import { portIn } from '../n8n/ports.ts';

/** Node-RED's own default. */
const DEFAULT_PORT = 1880;

export const USAGE = `Usage: npm run node-red [-- options]

Starts a real Node-RED on this machine, ready to use: with this package, an
account, sample meetings and the flows in packages/node-red/examples. The first
start installs Node-RED, about 120 MB.

  --port <number>  Node-RED's port (default ${DEFAULT_PORT}); the service gets one of the next
  --reset          delete all data of earlier starts
  --help           show this help`;

/** Parses the words after `npm run node-red --`. @throws UserError if they are invalid. */
export function parseArguments(words: readonly string[]) {
	const options = {
		help: { type: 'boolean', short: 'h', default: false },
		port: { type: 'string', default: String(DEFAULT_PORT) },
		reset: { type: 'boolean', default: false },
	} as const;
	const { port, ...choices } = parseWords({ args: [...words], options }, 'npm run node-red -- --help').values;
	return { ...choices, port: portIn(port) };
}
