import Table from 'cli-table3';
import { installN8n, isInstalled } from '../../scripts/n8n/install.ts';
import { createSteps } from '../../scripts/steps.ts';
import { plan, wanted } from './arguments.ts';
import { run } from './run.ts';

/** Records conversations while n8n is killed repeatedly, and counts how often each one arrives. */
const steps = createSteps(process.stderr);
if (!isInstalled()) await installN8n(steps);
const outcomes = await run(wanted, plan, steps);
steps.clear();

const { conversations, kills, minutes, seed } = plan;
console.log(`${conversations} conversations in ${minutes} minutes, n8n killed ${kills} times (seed ${seed})`);
const head = ['Workflow', 'Reported 0×', '1×', '2× or more', 'Records by key', 'Delay of the last'];
const table = new Table({ head, style: { head: [], border: [] } });
for (const { name, arrivals, secondsLate } of outcomes) {
	const { never, once, more, kept } = arrivals;
	table.push([name, never, once, more, kept, `${secondsLate.toFixed(0)} s`]);
}
console.log(table.toString());
