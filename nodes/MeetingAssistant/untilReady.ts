import { z } from 'zod/v4';
import { ClientError } from '../../src/client/index.ts';
import type { Field } from './field.ts';
import type { Session } from './session.ts';

/** As long as n8n's own HTTP requests may take: a waiting run holds its place. */
export const MAX_WAIT_SECONDS = 300;

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 30_000;

export const waitSeconds: Field = {
	displayName: 'Wait Until Ready (Seconds)',
	name: 'waitSeconds',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MAX_WAIT_SECONDS },
	default: 60,
	description: `How long to wait for a meeting that was recorded just now, up to ${MAX_WAIT_SECONDS}. It is asked for again after 5, 10, 20 and then every 30 seconds, each time with one request.`,
	asTool: 'never',
};

export const WaitSeconds = z.number().min(0).max(MAX_WAIT_SECONDS).default(0);

const isNotFound = (error: unknown): boolean =>
	error instanceof ClientError && error.problem.kind === 'api' && error.problem.code === 'not_found';

/**
 * Reads until there is something to read, or the time is over: then what the last read gave or threw. An AI agent is
 * not kept waiting.
 */
export async function untilReady<T>(
	{ now, sleep, isTool }: Pick<Session, 'now' | 'sleep' | 'isTool'>,
	seconds: number,
	read: () => Promise<T>,
	isReady: (value: T) => boolean = () => true,
): Promise<T> {
	const end = now() + (isTool ? 0 : seconds * 1000);
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
		const left = end - now();
		const value = await read().catch((error: unknown) => {
			if (left <= 0 || !isNotFound(error)) throw error;
			return undefined;
		});
		if (value !== undefined && (left <= 0 || isReady(value))) return value;
		await sleep(Math.min(pause, left));
	}
}
