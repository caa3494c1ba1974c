import { extname, resolve } from 'node:path';
import { isTimeZone } from '../../sandbox/clock.ts';
import { parseWords, UserError } from './terminal.ts';

/** In a checkout the sources run, in an installed package compiled code. */
const COMMAND = extname(import.meta.url) === '.ts' ? 'npm run rehearse --' : 'npx meeting-assistant-rehearsal';

export const USAGE = `Usage: ${COMMAND} workflow.json [sub-workflow.json …] [options]

Replays a month of meetings through a workflow in n8n's engine, on this machine only, and says what it would have done.
Sub-workflows are found in further files and in the workflow’s folder, by ID or name.
Workflows that do not call each other are rehearsed one at a time.

  --days N          days to replay, up to 92 (default 30)
  --db FILE         the month of a sandbox database, which is copied (default: the sample month)
  --user NAME       ID or email address, if the database has several users
  --until DATE      when the replay ends, such as 2026-11-20T17:00:00Z (default: now)
  --timezone ZONE   for workflows without one, such as Europe/Berlin (default: the account's)
  --pin FILE        data for nodes, as JSON: {"Node": [{"id": 1}]}, in place of what is pinned in the workflow
  --html FILE       where the page goes (default: rehearsal.html in the current folder)
  --json            prints the report as JSON, and writes no page

Exits with 1 if the report has a failure: nothing can start the workflow, n8n would not publish it,
a limit breaks, something is sent, processed or paid for twice, a run fails, an email has no recipient
or a malformed address, an expression is sent as text, a node or sub-workflow is missing, a connection
was prevented, or the replay was cut short.
Exits with 2 if a file or an option cannot be used.`;

/** The parsed command line. */
export interface Wanted {
	readonly files: readonly string[];
	readonly days: number;
	readonly database: string | undefined;
	readonly user: string | undefined;
	readonly until: Date;
	readonly timezone: string | undefined;
	readonly pin: string | undefined;
	readonly html: string | undefined;
	readonly isJson: boolean;
}

const text = { type: 'string' } as const;

export const MAX_DAYS = 92;
export const isDays = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= MAX_DAYS;

/** Parses the words after the command; null asks for help. Paths are relative to `folder`. @throws UserError */
export function parseArguments(words: readonly string[], folder: string, now: Date): Wanted | null {
	const options = { days: text, db: text, user: text, until: text, timezone: text, pin: text, html: text, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
	const { values, positionals } = parseWords({ args: [...words], allowPositionals: true, options }, '--help');
	if (values.help) return null;
	if (positionals.length === 0) throw new UserError('Which workflow? Pass the file that n8n exports, such as workflow.json. Try --help');
	const days = Number(values.days ?? 30);
	if (!isDays(days)) throw new UserError(`--days takes a whole number from 1 to ${MAX_DAYS}, not “${values.days}”.`);
	const until = values.until === undefined ? now : new Date(values.until);
	if (Number.isNaN(until.getTime())) throw new UserError(`--until takes a date and time, such as 2026-11-20T17:00:00Z, not “${values.until}”.`);
	if (values.timezone !== undefined && !isTimeZone(values.timezone)) throw new UserError(`--timezone takes a name such as Europe/Berlin, not “${values.timezone}”.`);
	const path = (given: string | undefined) => (given === undefined ? undefined : resolve(folder, given));
	return {
		files: positionals.map((file) => resolve(folder, file)),
		...{ days, until, timezone: values.timezone, user: values.user, isJson: values.json ?? false },
		...{ database: path(values.db), pin: path(values.pin), html: path(values.html) },
	};
}
