import { existsSync } from 'node:fs';
import { z } from 'zod/v4';
import type { Control } from '../control/index.ts';
import { messageOf } from '../errors.ts';
import { CliError } from './failure.ts';

/** Where controls are performed: a running sandbox, or the data base file itself. */
export interface Desk {
	/** Does it. What is wrong with the input is said by whoever performs it. */
	perform<I extends z.ZodType, O extends z.ZodType>(control: Control<I, O>, input?: object): Promise<z.output<O>>;
	/** Lets go once everything that was begun has ended. */
	close(): Promise<void>;
}

interface LocalOptions {
	readonly database: string;
	readonly allowLoopbackHttp: boolean;
	/** Whether a data base that is not there is made. */
	readonly create: boolean;
}

/** Performs controls on the data base file, and sends the events that come of it. */
export async function localDesk({ database, allowLoopbackHttp, create }: LocalOptions): Promise<Desk> {
	if (!create && !existsSync(database)) {
		throw new CliError(`There is no data base ${database} yet: start with \`serve\`, or with \`user create\`.`);
	}
	// Loads the language model of the AI, which takes a moment: not for a mistake found before.
	const [{ openService }, { aiFromEnvironment }] = await Promise.all([
		import('../service.ts'),
		import('../ai/openai/settings.ts'),
	]);
	const service = openService({ database, allowLoopbackHttp, ai: aiFromEnvironment(process.env) });
	return {
		async perform(control, input = {}) {
			if (control.runningOnly) {
				throw new CliError(`No sandbox is running on ${database}: start it with \`serve\`, or name one with --server.`);
			}
			return control.perform(service, input);
		},
		async close() {
			await service.deliveries.settled();
			await service.close();
		},
	};
}

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
	const answer = Answer.safeParse(parsedJson(text));
	if (!answer.success) throw new CliError(`What answers at ${url.origin} is not a sandbox.`);
	return answer.data;
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
