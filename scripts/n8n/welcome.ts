import type { Colors } from '../../packages/rehearsal/terminal.ts';
import type { Letter } from './startAll.ts';
import { PUBLISHED } from './examples.ts';
import type { Owner } from './n8nApi.ts';
import { LOOPBACK, type Ports, type QueuePorts } from './ports.ts';

interface Facts {
	readonly url: string;
	readonly serviceUrl: string;
	/** Null where a person has chosen the login. */
	readonly owner: Owner | null;
	readonly ports: Ports;
	/** Null if not in queue mode. */
	readonly queuePorts: QueuePorts | null;
	/** Folder of the data. */
	readonly data: string;
	readonly seconds: number;
}

/** The programs of queue mode and their ports. */
function programsText(ports: Ports, { redis, postgres, webhook, workers }: QueuePorts): string {
	const rows: readonly (readonly [string, number, string])[] = [
		['main process', ports.n8n, 'the editor, schedules and polling'],
		['webhook process', webhook.own, 'receives deliveries and queues them'],
		...workers.map(({ own }, index) => [`worker ${index + 1}`, own, 'runs workflows'] as const),
		['Redis', redis, 'the queue'],
		['PostgreSQL', postgres, 'the database'],
	];
	const lines = rows.map(([name, port, task]) => `  ${name.padEnd(17)}${LOOPBACK}:${String(port).padEnd(7)}${task}`);
	return `\n  In queue mode, n8n consists of several programs:\n\n${lines.join('\n')}\n`;
}

/** What people need to know once n8n is running, in 80 columns. */
export const welcome = ({ url, serviceUrl, owner, ports, queuePorts, data, seconds }: Facts, { bold, dim, green }: Colors): string => `
${green('✔')} n8n is ready ${dim(`(started in ${seconds.toFixed(0)} s)`)}

  Open      ${bold(url)}
${owner ? `  Email     ${bold(owner.email)}
  Password  ${bold(owner.password)}
` : ''}
  It uses the sandbox as its service: ${serviceUrl}
  Open it to see requests, deliveries and webhooks, to import meetings, and to
  simulate faults.

  ${PUBLISHED.length} example workflows are published and run by themselves. One of them spends
  AI credits: “Follow-up email after each call, with your approval” uses one for
  each call and keeps 10. To stop one, unpublish it.
${queuePorts ? programsText(ports, queuePorts) : ''}
  Emails sent by workflows stay on this machine and are listed here.
  Your changes are kept for the next start, in
  ${data}

Press Ctrl-C to stop. To start over: npm run n8n -- ${queuePorts ? '--queue ' : ''}--reset
`;

/** How to restart after a program ended by itself. */
export const restart = (words: readonly string[]): string => {
	const kept = words.filter((word) => word !== '--reset');
	return `Your data is kept. To start again: npm run n8n${kept.length > 0 ? ` -- ${kept.join(' ')}` : ''}`;
};

export const letterLine = ({ to, subject, path }: Letter, { bold, dim }: Colors): string =>
	`Email to ${to}: ${bold(subject)}\n  ${dim(path)}`;
