import { Worker } from 'node:worker_threads';
import { z } from 'zod/v4';
import { createTurns } from '../turns.ts';

interface ThreadOptions {
	/** The module the thread runs. It answers each message with one message. */
	readonly entry: URL;
	/** How long one message may take. */
	readonly timeoutMs: number;
	readonly memoryMb: number;
}

export interface Thread {
	/** Sends a message when its turn comes, and returns the answer. @throws ThreadError */
	ask(message: unknown): Promise<unknown>;
	/** Ends the thread and rejects waiting messages. */
	close(): Promise<void>;
}

export type ThreadFailure = 'timeout' | 'memory' | 'crash' | 'closed';

/** No answer came from the thread. */
export class ThreadError extends Error {
	override readonly name = 'ThreadError';
	readonly reason: ThreadFailure;

	constructor(reason: ThreadFailure, options?: ErrorOptions) {
		super(`no answer from the worker thread: ${reason}`, options);
		this.reason = reason;
	}
}

/**
 * A worker thread, started when it is first needed and again after it died. Messages wait for their turn. An idle thread
 * does not keep the program running.
 */
export function createThread({ entry, timeoutMs, memoryMb }: ThreadOptions): Thread {
	const inTurn = createTurns();
	let worker: Worker | undefined;
	let closed = false;

	function start(): Worker {
		// Options of the host's own command line, such as a program passed with -e, are not meant for this thread.
		const execArgv = ['--disable-warning=ExperimentalWarning'];
		const started = new Worker(entry, { execArgv, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
		const forget = () => void (worker === started && (worker = undefined));
		// Without a listener, an idle thread that dies would end the whole program.
		return started.on('error', forget).on('exit', forget);
	}

	async function answer(message: unknown): Promise<unknown> {
		if (closed) throw new ThreadError('closed');
		const asked = (worker ??= start());
		asked.ref();
		try {
			return await answerOf(asked, message, timeoutMs);
		} catch (error) {
			if (worker === asked) worker = undefined;
			await asked.terminate();
			throw closed ? new ThreadError('closed', { cause: error }) : error;
		} finally {
			asked.unref();
		}
	}

	return {
		ask: (message) => inTurn('', () => answer(message)),
		async close() {
			closed = true;
			await worker?.terminate();
		},
	};
}

async function answerOf(worker: Worker, message: unknown, timeoutMs: number): Promise<unknown> {
	const { promise, resolve, reject } = Promise.withResolvers<unknown>();
	const fail = (reason: ThreadFailure, cause?: unknown) => reject(new ThreadError(reason, { cause }));
	const listeners: Readonly<Record<string, (event: unknown) => void>> = {
		message: resolve,
		messageerror: (cause) => fail('crash', cause),
		error: (cause) => fail(isOutOfMemory(cause) ? 'memory' : 'crash', cause),
		exit: () => fail('crash'),
	};
	for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener);
	const timer = setTimeout(() => fail('timeout'), timeoutMs);
	try {
		worker.postMessage(message);
		return await promise;
	} finally {
		clearTimeout(timer);
		for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener);
	}
}

const OutOfMemory = z.object({ code: z.literal('ERR_WORKER_OUT_OF_MEMORY') });
const isOutOfMemory = (error: unknown): boolean => OutOfMemory.safeParse(error).success;
