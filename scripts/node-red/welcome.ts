import type { Colors } from '../../packages/rehearsal/terminal.ts';

interface Facts {
	readonly url: string;
	readonly serviceUrl: string;
	readonly data: string;
}

/** What people need to know once Node-RED is running, in 80 columns. */
export const welcome = ({ url, serviceUrl, data }: Facts, { bold, green }: Colors): string => `
${green('✔')} Node-RED is ready

  Open      ${bold(url)}

  It uses the sandbox as its service: ${serviceUrl}
  Open it to import a meeting, which starts the flows that wait for events, to
  see requests, deliveries and webhooks, and to simulate faults.

  “Action items” and “Meeting notes” write files when a meeting of the last
  week is imported.
  Your changes are kept for the next start, in
  ${data}

Press Ctrl-C to stop. To start over: npm run node-red -- --reset`;
