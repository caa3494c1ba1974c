import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { heldUp } from './heldUp.ts';
import { intake } from './intake.ts';
import { memory } from './memory.ts';
import { scale } from './scale.ts';
import { speed } from './speed.ts';

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { requests: { type: 'string', default: '1000000' } },
});

/** The benchmarks by name. All of them run by default. */
const parts: Readonly<Record<string, () => Promise<void>>> = {
	speed,
	scale,
	intake,
	'held-up': heldUp,
	memory: () => memory(Number(values.requests)),
};

const [load = 0] = loadavg();
console.log(`${availableParallelism()} processors, load ${load.toFixed(1)}: results on a busy machine are not reliable.`);
for (const [name, part] of Object.entries(parts)) {
	if (positionals.length > 0 && !positionals.includes(name)) continue;
	console.log(`\n${name}`);
	await part();
}
