import type { Colours } from '../demo/layout.ts';
import type { Letter } from './mailbox.ts';
import { OWNER } from './owner.ts';

interface Facts {
	readonly url: string;
	readonly serviceUrl: string;
	/** Folder of what is kept. */
	readonly data: string;
	readonly seconds: number;
}

/** What a person needs once n8n runs, at 80 columns. */
export const welcome = ({ url, serviceUrl, data, seconds }: Facts, { bold, dim, green }: Colours): string => `
${green('✔')} n8n runs with everything in place ${dim(`(started in ${seconds.toFixed(0)} s)`)}

  Open      ${bold(url)}
  E-mail    ${bold(OWNER.email)}
  Password  ${bold(OWNER.password)}

  The service behind it is the sandbox: ${serviceUrl}
  Open it to see requests and deliveries, import a meeting, or break something.

  E-mails that workflows send stay on this machine. Each is named here.
  What you make is kept for the next start, in
  ${data}

Ctrl-C stops it. Anew from the beginning: npm run n8n -- --reset
`;

export const letterLine = ({ to, subject, path }: Letter, { bold, dim }: Colours): string =>
	`E-mail to ${to}: ${bold(subject)}\n  ${dim(path)}`;
