import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { pollingTable, runsTable, workersTable } from './tables.ts';

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { deliveries: { type: 'string', default: '1000' } },
});

/** The benchmarks by name. All of them run by default. */
const parts: Readonly<Record<string, () => Promise<string>>> = {
	polling: pollingTable,
	runs: runsTable,
	workers: () => workersTable(Number(values.deliveries)),
};

const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`;
for (const [name, part] of Object.entries(parts)) {
	if (positionals.length > 0 && !positionals.includes(name)) continue;
	const [started, before] = [performance.now(), load()];
	const table = await part();
	const seconds = ((performance.now() - started) / 1000).toFixed(0);
	console.log(`\n${name} (${seconds} s on ${availableParallelism()} processors, ${before} to ${load()})\n${table}`);
}
