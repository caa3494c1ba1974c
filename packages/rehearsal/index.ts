import { rmSync } from 'node:fs';
import { DAY_MS, isTimeZone } from '../../sandbox/clock.ts';
import { isDays, MAX_DAYS } from './arguments.ts';
import type { Report } from './report/report.ts';
import { UserError } from './terminal.ts';
import { readLibrary, readWorkflow } from './workflow.ts';

export { htmlReport } from './report/page/htmlReport.ts';
export { terminalReport } from './report/terminalReport.ts';
export type { Report, ReportedDay, ReportedEffect, ReportedRun } from './report/report.ts';
export type { Problem } from './report/problems.ts';
export { UserError };

/** What a rehearsal replays, and how. */
export interface RehearseOptions {
	/** Days to replay, 1 to 92. Default: 30. */
	readonly days?: number | undefined;
	/** When the replay ends. Default: now. */
	readonly until?: Date | undefined;
	/** Path of a sandbox database whose month is replayed. It is copied and stays as it is. Default: the sample month. */
	readonly database?: string | undefined;
	/** ID or email address of the user, if the database has several. */
	readonly user?: string | undefined;
	/** IANA name, such as `Europe/Berlin`, for workflows without a time zone. Default: the account's. */
	readonly timezone?: string | undefined;
	/** Items that nodes return, by name of the node, in place of what is pinned in the workflow: `{ 'Read Rows': [{ id: 1 }] }`. */
	readonly pinData?: Readonly<Record<string, readonly object[]>> | undefined;
	/** Workflows that it may call, as exported by n8n or as paths of their files. Workflows in its own folder are found without this. */
	readonly others?: readonly (string | object)[] | undefined;
	/** Called with the rehearsal's time as it goes on. */
	readonly onTime?: ((time: Date) => void) | undefined;
}

/**
 * Replays days of meetings through a workflow in n8n's own engine, and resolves with what it would have done. It takes about a
 * minute, in a process of its own that can connect to nothing but itself.
 * @param workflow as n8n exports it, or the path of its file
 * @throws UserError for something that the caller can fix, in words for people
 */
export async function rehearse(workflow: string | object, options: RehearseOptions = {}): Promise<Report> {
	const { days = 30, until: end = new Date(), database = null, user = null, timezone, pinData, others = [], onTime } = options;
	const until = end.getTime();
	if (!isDays(days)) throw new UserError(`“days” is a whole number from 1 to ${MAX_DAYS}, not “${days}”.`);
	if (Number.isNaN(until)) throw new UserError('“until” is not a date.');
	if (timezone !== undefined && !isTimeZone(timezone)) throw new UserError(`“timezone” is a name such as Europe/Berlin, not “${timezone}”.`);
	const file = readWorkflow(workflow, pinData);
	const library = readLibrary(workflow, others);
	// These modules take seconds to load, so problems of a workflow are reported first.
	const [{ openMonth }, { rehearseWatched }] = await Promise.all([import('./account/month.ts'), import('./watched.ts')]);
	const month = await openMonth(database, until, user);
	try {
		return await rehearseWatched({ file, others: library, month, from: until - days * DAY_MS, until, timezone, onTime: (at) => onTime?.(new Date(at)) });
	} finally {
		rmSync(month.folder, { recursive: true, force: true, maxRetries: 3 });
	}
}
