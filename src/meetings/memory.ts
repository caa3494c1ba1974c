import type { Api, Output } from '../api/index.ts';
import { isTimeZone, simpleProfile } from '../format/index.ts';
import { transcriptMemory, type TranscriptStore } from './transcripts.ts';

/** What this process remembers about an account for longer than a run. */
export interface Memory {
	/** For agents, who ask about the same meetings in several runs. */
	readonly transcripts: TranscriptStore;
	/** Set once it was requested. */
	timezone?: Promise<string> | undefined;
	/** Set once it was read. */
	knownTimezone?: string;
}

const UTC = 'UTC';

const memories = new WeakMap<object, Memory>();

export function memoryOf(account: object): Memory {
	const memory = memories.get(account) ?? { transcripts: transcriptMemory() };
	memories.set(account, memory);
	return memory;
}

/**
 * IANA name of the time zone in the user’s profile, for hosts where nobody chose one: one request per account and process. UTC
 * if the profile names no known zone or cannot be read; in the latter case, the next caller reads it again. Never throws.
 */
export async function profileTimezone(account: object, readProfile: () => Promise<Output<Api['user']['profile']>>): Promise<string> {
	const memory = memoryOf(account);
	const read = async (): Promise<string> => {
		const { timezone } = simpleProfile((await readProfile()).data);
		return (memory.knownTimezone = timezone !== null && isTimeZone(timezone) ? timezone : UTC);
	};
	memory.timezone ??= read();
	return await memory.timezone.catch(() => {
		memory.timezone = undefined;
		return UTC;
	});
}

/** The same without a request, for errors, which come where none is wanted. UTC if it was not read yet. */
export const knownTimezone = (account: object): string => memories.get(account)?.knownTimezone ?? UTC;
