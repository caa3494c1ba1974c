import { pathToFileURL } from 'node:url';
import { z } from 'zod/v4';
import { autocannonMain, installTools } from '../sandbox/tools.ts';

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

export interface Sending {
	readonly url: string;
	/** Makes one that was not sent before. */
	readonly message: () => Message;
	readonly amount: number;
	/** Sent at the same time. */
	readonly atOnce: number;
}

/** Seconds to wait for an answer: the machine may have other things to do. */
const PATIENCE = 300;

/** Sends messages with autocannon. @throws when one was not accepted: that measures something else. */
export async function send({ url, message, amount, atOnce }: Sending) {
	installTools();
	const { default: autocannon } = await import(pathToFileURL(autocannonMain).href);
	const setupRequest = (request: object) => ({ ...request, ...message() });
	const started = performance.now();
	// autocannon itself looks only once a second whether it is done.
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
