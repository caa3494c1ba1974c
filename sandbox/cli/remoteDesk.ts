import { z } from 'zod/v4';
import { messageOf } from '../errors.ts';
import { CliError } from './failure.ts';
import type { Desk } from './desk.ts';

const Answer = z.union([
	z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => ({ failure: error.message })),
	z.object({ data: z.json() }),
]);

/** Performs controls through the routes of a running sandbox. */
export const remoteDesk = (baseUrl: string): Desk => ({
	async perform({ method, path, output }, input = {}) {
		const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
		const url = new URL(path.replace(/\{(\w+)\}/g, (_whole, name: string) => take(rest, name)), baseUrl);
		const inQuery = method === 'GET' || method === 'DELETE';
		if (inQuery) for (const [name, value] of rest) url.searchParams.set(name, String(value));
		const body = inQuery ? null : JSON.stringify(Object.fromEntries(rest));
		const answer = await send(url, { method, body, headers: { 'Content-Type': 'application/json' } });
		if ('failure' in answer) throw new CliError(answer.failure);
		return output.parse(answer.data);
	},
	close: async () => {},
});

function take(inputs: Map<string, unknown>, name: string): string {
	const value = String(inputs.get(name));
	inputs.delete(name);
	return encodeURIComponent(value);
}

async function send(url: URL, request: RequestInit): Promise<z.output<typeof Answer>> {
	let text: string;
	try {
		text = await (await fetch(url, request)).text();
	} catch (error) {
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
		throw new CliError(`No sandbox answers at ${url.origin} (${messageOf(cause)}): start it with \`serve\`.`);
	}
	const answer = Answer.safeParse(jsonOf(text));
	if (!answer.success) throw new CliError(`What answers at ${url.origin} is not a sandbox.`);
	return answer.data;
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
