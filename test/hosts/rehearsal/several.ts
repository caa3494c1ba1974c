import { z } from 'zod/v4';
import { openMonth } from '../../../packages/rehearsal/account/month.ts';
import { rehearseHere } from '../../../packages/rehearsal/here.ts';
import type { Report } from '../../../packages/rehearsal/report/report.ts';
import { printJson } from '../../../packages/rehearsal/terminal.ts';
import { readLibrary, readWorkflow } from '../../../packages/rehearsal/workflow.ts';
import { UNTIL } from './support.ts';

const DAY_MS = 86_400_000;
const Wanted = z.array(z.object({ file: z.string(), days: z.number().default(30), others: z.array(z.string()).default([]) }));

const until = Date.parse(UNTIL);
const month = await openMonth(null, until, null);
const reports: Report[] = [];
for (const { file, days, others } of Wanted.parse(JSON.parse(process.argv[2] ?? ''))) {
	reports.push(await rehearseHere({ file: readWorkflow(file), others: readLibrary(file, others), month, from: until - days * DAY_MS, until }));
}
await printJson(reports);
// Timers of n8n's engine would keep the process alive.
process.exit();
