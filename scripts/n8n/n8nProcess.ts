import { LOOPBACK } from './ports.ts';
import { startProgram, type Program } from './program.ts';

export interface N8nProcessOptions {
	/** What people call it. */
	readonly name: string;
	/** Folder that n8n was installed in. */
	readonly installed: string;
	/** n8n's own command, `start` or another. */
	readonly words: readonly string[];
	readonly environment: NodeJS.ProcessEnv;
	/** Where it answers whether it is ready. */
	readonly port: number;
	readonly log: string;
	readonly signal?: AbortSignal | undefined;
}

/** Readiness, not health: n8n answers before its data base and its nodes are there. */
const isReady = (port: number) => async (): Promise<boolean> => {
	const answer = await fetch(`http://${LOOPBACK}:${port}/healthz/readiness`).catch(() => null);
	return answer?.ok === true;
};

/** Starts one process of n8n and resolves when it can be used. @throws SetupError with what it printed last. */
export async function startN8nProcess({ installed, words, port, ...options }: N8nProcessOptions): Promise<Program> {
	const program = startProgram({
		...options,
		command: process.execPath,
		words: ['node_modules/n8n/bin/n8n', ...words],
		folder: installed,
	});
	await program.until(isReady(port));
	return program;
}
