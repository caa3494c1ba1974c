import type { World } from '../../e2e/startWorld.ts';
import { processorMs } from '../sandbox/processorTime.ts';
import { drained } from './drained.ts';
import { send } from './sender.ts';
import type { Target } from './targets.ts';

export interface Measured {
	/** Accepted in a second. */
	readonly rate: number;
	/** Milliseconds of the processor that n8n took for each, its execution included. */
	readonly processor: number;
	/** Milliseconds until the answer. */
	readonly latency: { readonly p50: number; readonly p99: number };
}

/** Sends so many new deliveries, and waits until each has become one execution that ended well. */
export async function round({ n8n, host }: World, target: Target, amount: number, atOnce: number): Promise<Measured> {
	const before = await n8n.countSucceeded(target.workflowId);
	const used = processorMs(host.pid);
	const { rate, latency } = await send({ url: target.url, message: target.message, amount, atOnce });
	await drained(n8n, target.workflowId, before + amount);
	return { rate, latency, processor: (processorMs(host.pid) - used) / amount };
}

/** Rounds in turns, each time in the other direction: whoever is first meets another machine than whoever is last. */
export async function rounds(world: World, targets: readonly Target[], count: number, amount: number, atOnce: number) {
	const measured = new Map(targets.map((target): [Target, Measured[]] => [target, []]));
	for (let number = 0; number < count; number += 1) {
		for (const target of number % 2 === 0 ? targets : targets.toReversed()) {
			measured.get(target)?.push(await round(world, target, amount, atOnce));
		}
	}
	return measured;
}
