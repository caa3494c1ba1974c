import type { Colours } from '../terminal.ts';
import type { Letter } from './start.ts';
import { OWNER } from './n8nApi.ts';
import { LOOPBACK, type Ports, type QueuePorts } from './ports.ts';

interface Facts {
	readonly url: string;
	readonly serviceUrl: string;
	readonly ports: Ports;
	/** Null for one n8n alone. */
	readonly queuePorts: QueuePorts | null;
	/** Folder of what is kept. */
	readonly data: string;
	readonly seconds: number;
}

/** What runs where, in queue mode. */
function parts(ports: Ports, { redis, postgres, webhook, workers }: QueuePorts): string {
	const rows: readonly (readonly [string, number, string])[] = [
		['main process', ports.n8n, 'the editor, schedules and polling'],
		['webhook process', webhook.own, 'takes deliveries and queues them'],
		...workers.map(({ own }, index) => [`worker ${index + 1}`, own, 'runs workflows'] as const),
		['Redis', redis, 'the queue'],
		['PostgreSQL', postgres, 'the data base'],
	];
	const lines = rows.map(([name, port, task]) => `  ${name.padEnd(17)}${LOOPBACK}:${String(port).padEnd(7)}${task}`);
	return `\n  In queue mode, n8n is several programs:\n\n${lines.join('\n')}\n`;
}

/** What a person needs once n8n runs, at 80 columns. */
export const welcome = ({ url, serviceUrl, ports, queuePorts, data, seconds }: Facts, { bold, dim, green }: Colours): string => `
${green('✔')} n8n runs with everything in place ${dim(`(started in ${seconds.toFixed(0)} s)`)}

  Open      ${bold(url)}
  E-mail    ${bold(OWNER.email)}
  Password  ${bold(OWNER.password)}

  The service behind it is the sandbox: ${serviceUrl}
  Open it to see requests and deliveries, import a meeting, or break something.
${queuePorts ? parts(ports, queuePorts) : ''}
  E-mails that workflows send stay on this machine. Each is named here.
  What you make is kept for the next start, in
  ${data}

Ctrl-C stops it. Anew from the beginning: npm run n8n -- ${queuePorts ? '--queue ' : ''}--reset
`;

export const letterLine = ({ to, subject, path }: Letter, { bold, dim }: Colours): string =>
	`E-mail to ${to}: ${bold(subject)}\n  ${dim(path)}`;
