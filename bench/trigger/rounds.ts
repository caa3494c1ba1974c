import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod/v4';
import type { World } from '../../e2e/support/startWorld.ts';
import type { N8n } from '../../scripts/n8n/n8nApi.ts';
import { autocannonMain, installTools, processorMs } from '../sandbox/loadTools.ts';

const ASK_MS = 250;
const PATIENCE_MS = 120_000;

/** Waits until this many executions of a workflow have succeeded. @throws if there are more, or still fewer after minutes. */
export async function drained(n8n: Pick<N8n, 'countSucceeded'>, workflowId: string, expected: number): Promise<void> {
	let count = 0;
	for (let waited = 0; waited < PATIENCE_MS; waited += ASK_MS) {
		count = await n8n.countSucceeded(workflowId);
		if (count >= expected) break;
		await wait(ASK_MS);
	}
	if (count !== expected) throw new Error(`${count} of ${expected} executions succeeded`);
}

const Result = z.object({
	'2xx': z.int(),
	non2xx: z.int(),
	errors: z.int(),
	latency: z.object({ p50: z.number(), p99: z.number() }),
});

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

export interface Sending {
	readonly url: string;
	/** Creates a message that was not sent before. */
	readonly message: () => Message;
	readonly amount: number;
	/** Sent at the same time. */
	readonly atOnce: number;
}

/** Seconds to wait for an answer. The machine may be busy. */
const PATIENCE = 300;

/** Sends messages with autocannon. @throws if one is not accepted, because that measures something else. */
export async function send({ url, message, amount, atOnce }: Sending) {
	installTools();
	const { default: autocannon } = await import(pathToFileURL(autocannonMain).href);
	const setupRequest = (request: object) => ({ ...request, ...message() });
	const started = performance.now();
	// autocannon itself checks only once a second whether it is done.
	let answered = started;
	const onResponse = (): void => void (answered = performance.now());
	const result = Result.parse(
		await autocannon({ url, method: 'POST', connections: atOnce, amount, timeout: PATIENCE, requests: [{ setupRequest, onResponse }] }),
	);
	if (result['2xx'] !== amount) {
		throw new Error(`${url}: of ${amount}, ${result['2xx']} were accepted, ${result.non2xx} refused, ${result.errors} lost`);
	}
	return { rate: (1000 * amount) / (answered - started), latency: result.latency };
}

export interface Measured {
	/** Accepted in a second. */
	readonly rate: number;
	/** Milliseconds of the processor that n8n took for each, its execution included. */
	readonly processor: number;
	/** Milliseconds until the answer. */
	readonly latency: { readonly p50: number; readonly p99: number };
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
