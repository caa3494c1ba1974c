import { existsSync } from 'node:fs';
import { z } from 'zod/v4';
import { COMMAND, commandOn } from '../commandLine.ts';
import type { Control } from '../control/index.ts';
import { messageOf } from '../errors.ts';
import { IN_MEMORY } from '../running.ts';
import { CliError } from './failure.ts';

/** Where controls are performed: a running sandbox, or the database file itself. */
export interface Desk {
	/** Performs a control. Whoever performs it checks the input. */
	perform<I extends z.ZodType, O extends z.ZodType>(control: Control<I, O>, input?: object): Promise<z.output<O>>;
	/** Closes the desk once everything that was started has ended. */
	close(): Promise<void>;
}

interface LocalOptions {
	readonly database: string;
	readonly allowLoopbackHttp: boolean;
	/** Whether to create a missing database. */
	readonly create: boolean;
}

/** Performs controls on the database file, and sends the resulting events. */
export async function localDesk({ database, allowLoopbackHttp, create }: LocalOptions): Promise<Desk> {
	if (database === IN_MEMORY) throw new CliError('Nothing can be kept in :memory: after a command. Name a file, or a running sandbox with --server.');
	if (!create && !existsSync(database)) {
		const [sample, own] = [commandOn(database, 'sample'), commandOn(database, 'user create --name "Your Name" --email you@example.com')];
		throw new CliError(`There is no database ${database} yet. To create it with sample meetings: \`${sample}\`. To create it for your own meetings only: \`${own}\`. To use a sandbox that is running elsewhere, add --server with its address.`);
	}
	// Loads the AI's language model, which takes a moment, only after the input is checked.
	const { openService } = await import('../service.ts');
	const service = openService({ database, allowLoopbackHttp });
	return {
		async perform(control, input = {}) {
			if (control.runningOnly) {
				throw new CliError(`No sandbox is running on ${database}. Name a running one with --server, or start one: ${commandOn(database, 'serve')}`);
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

/** Performs controls over the HTTP routes of a running sandbox. */
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
		throw new CliError(`No sandbox answers at ${url.origin} (${messageOf(cause)}). Start one: ${COMMAND} serve`);
	}
	const answer = Answer.safeParse(parsedJson(text));
	if (!answer.success) throw new CliError(`The server at ${url.origin} is not a sandbox.`);
	return answer.data;
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
