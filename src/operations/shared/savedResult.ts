import * as z from 'zod/v4';
import { ClientError, isNotFound, withMessage, withRisk } from '../../client/index.ts';
import { choice, number, type Terms } from '../../forms/index.ts';
import { instantOf, listedConversation, momentIn, quoted } from '../../format/index.ts';
import type { Session } from '../session.ts';
import { heard, refuseUnheard } from './heard.ts';

export const REPLACES = 'Replace the saved result with a new one, for one AI credit every time';

/** Whether to generate a result anew even if one is saved. Another operation of the resource only reads saved results. */
export const forceRefreshOf = (resource: string) =>
	choice({
		label: 'Mode',
		choices: [
			{
				value: false,
				label: 'Use Saved, Otherwise Generate',
				description: 'Return the saved result for free, or generate one if none is saved',
			},
			{
				value: true,
				label: 'Always Regenerate',
				description: REPLACES,
			},
		],
		default: false,
		description: ({ operation }) => `When to spend an AI credit; ${operation(resource, 'Get Saved')} never does`,
	});

/** Advice for when nothing is saved. */
export const notSaved =
	(resource: string) =>
	({ operation, list }: Terms): string =>
		`If the meeting has a transcript, ${operation(resource, 'Get or Generate')} generates what is missing, which may use an AI credit. If there may be no such meeting, ${operation('Conversation', list.name)} returns the existing IDs`;

/** As long as hosts allow one HTTP request to take. A waiting run takes up a slot. */
const MAX_WAIT_SECONDS = 300;

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 30_000;

export const waitSeconds = number({
	label: 'Wait Until Ready (Seconds)',
	min: 0,
	max: MAX_WAIT_SECONDS,
	default: 0,
	initial: 60,
	description: `How long to wait if the meeting was only just recorded, up to ${MAX_WAIT_SECONDS}`,
	audience: 'people',
});

/** Reads until the result is ready or the time is up, and then returns or throws the outcome of the last read. An AI agent never waits. */
export async function untilReady<T>(
	{ now, sleep, isAgent }: Pick<Session, 'now' | 'sleep' | 'isAgent'>,
	seconds: number,
	read: () => Promise<T>,
	isReady: (value: T) => boolean = () => true,
): Promise<T> {
	const end = now() + (isAgent ? 0 : seconds * 1000);
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

/**
 * Reads something. If nothing is saved, the error names the meeting by its title, because few people know its ID, or says that
 * nothing can be generated either. That takes one request, once per run. `minSegments`: how many the transcript needs for that.
 */
export async function naming<T>(
	session: Pick<Session, 'task' | 'timezone'>,
	id: string,
	what: string,
	read: () => Promise<T>,
	minSegments?: number,
): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof ClientError) || !isNotFound(error)) throw error;
		const found = await session.task.find(id, { maxPages: 1 }).catch(() => null);
		if (found?.is !== 'found') throw error;
		refuseUnheard(listedConversation(found.conversation), minSegments, { httpCode: 404, code: 'not_found' });
		if (!found.conversation.title) throw error;
		const { title, startTime } = found.conversation;
		const at = instantOf(startTime);
		const when = at === null ? '' : ` (${momentIn(session.timezone, at)})`;
		throw new ClientError(withMessage(error.problem, `No ${what} of ${quoted(title)}${when} ${what === 'feedback' ? 'is' : 'are'} saved yet`));
	}
}

interface Saved<T> {
	/** Reads the saved result, for free; null if none is saved. */
	readonly read: () => Promise<T | null>;
	/** Returns the saved result or generates one, which may cost a credit. */
	readonly make: () => Promise<T>;
	/** Whether to ignore a saved result. */
	readonly force: boolean;
	/** How many segments the transcript needs for a new one, if not one. */
	readonly minSegments?: number;
}

/** A saved result, with one request; or a new one, with up to two more. */
export async function savedOrMade<T>(session: Session, id: string, { read, make, force, minSegments }: Saved<T>): Promise<T> {
	const saved = force ? null : await read();
	if (saved !== null) return saved;
	await heard(session, id, { minSegments });
	return await make();
}

/** Does further work on a regenerated result. An error says that the credit is at risk, because asking again costs another. */
export async function* afterRegenerating<T>(work: AsyncIterable<T>): AsyncGenerator<T> {
	try {
		yield* work;
	} catch (error) {
		throw withRisk(error, { creditAtRisk: true });
	}
}

export const Cached = z.object({ cached: z.boolean().describe('Whether a saved result was returned, without using an AI credit') });

/** Credits left, if the run knows: null is unlimited. */
export function creditsLeftOf(session: Session): { readonly creditsLeft?: number | null } {
	const left = session.creditsLeft();
	return left === undefined ? {} : { creditsLeft: left };
}
