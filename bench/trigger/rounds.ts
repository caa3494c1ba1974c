import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { World } from '../../e2e/support/startWorld.ts';
import type { N8n } from '../../scripts/n8n/n8nApi.ts';
import { quantiles } from '../statistics.ts';

const ASK_MS = 250;
const PATIENCE_MS = 120_000;

/**
 * Waits until this many executions of a workflow have succeeded. @throws if there are more, or if there are still fewer after
 * several minutes.
 */
async function drained(n8n: Pick<N8n, 'countSucceeded'>, workflowId: string, expected: number): Promise<void> {
	let count = 0;
	for (let waited = 0; waited < PATIENCE_MS; waited += ASK_MS) {
		count = await n8n.countSucceeded(workflowId);
		if (count >= expected) break;
		await wait(ASK_MS);
	}
	if (count !== expected) throw new Error(`${count} of ${expected} executions succeeded`);
}

const MS_PER_TICK = 10;

/** CPU time of a process in milliseconds, which other load on the machine hardly affects. NaN if the system does not report it. */
function processorMs(pid: number): number {
	const file = `/proc/${pid}/stat`;
	if (!existsSync(file)) return Number.NaN;
	// The name of the program comes first, in parentheses, and may contain anything (proc(5)).
	const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

export interface Message {
	readonly body: string;
	readonly headers: Readonly<Record<string, string>>;
}

export interface Target {
	readonly name: string;
	readonly workflowId: string;
	readonly url: string;
	/** A delivery that the target has not received before. */
	readonly message: () => Message;
}

interface Sending {
	readonly url: string;
	/** Creates a message that was not sent before. */
	readonly message: () => Message;
	readonly amount: number;
	/** Sent at the same time. */
	readonly atOnce: number;
}

/** Sends messages. @throws if one is not accepted, because that measures something else. */
async function send({ url, message, amount, atOnce }: Sending): Promise<Omit<Measured, 'processor'>> {
	const latencies: number[] = [];
	const started = performance.now();
	await pLimit(atOnce).map(Array.from({ length: amount }), async () => {
		const began = performance.now();
		const { ok, status } = await fetch(url, { method: 'POST', ...message() });
		if (!ok) throw new Error(`${url}: one of ${amount} was refused with ${status}`);
		latencies.push(performance.now() - began);
	});
	return { rate: (1000 * amount) / (performance.now() - started), latency: quantiles(latencies) };
}

interface Measured {
	/** Deliveries accepted per second. */
	readonly rate: number;
	/** Milliseconds of the processor that n8n took for each, its execution included. */
	readonly processor: number;
	/** Milliseconds until the answer. */
	readonly latency: { readonly median: number; readonly p99: number };
}

/** Sends new deliveries and waits until each has become one successful execution. */
export async function round({ n8n, host }: World, target: Target, amount: number, atOnce: number): Promise<Measured> {
	const before = await n8n.countSucceeded(target.workflowId);
	const used = processorMs(host.pid);
	const { rate, latency } = await send({ url: target.url, message: target.message, amount, atOnce });
	await drained(n8n, target.workflowId, before + amount);
	return { rate, latency, processor: (processorMs(host.pid) - used) / amount };
}

/** Rounds in turns, in alternating order, because load on the machine changes within a round. */
export async function rounds(world: World, targets: readonly Target[], count: number, amount: number, atOnce: number) {
	const measured = new Map(targets.map((target): [Target, Measured[]] => [target, []]));
	for (let number = 0; number < count; number += 1) {
		for (const target of number % 2 === 0 ? targets : targets.toReversed()) {
			measured.get(target)?.push(await round(world, target, amount, atOnce));
		}
	}
	return measured;
}
