import { transcriptMemory, type TranscriptStore } from './transcripts.ts';

/** What this process remembers of an account beyond a run. */
export interface Memory {
	/** For agents, who ask about the same meetings in several runs. */
	readonly transcripts: TranscriptStore;
	/** IANA name of the profile’s time zone; null if it has none that is known. Only there once it was asked for. */
	timezone?: Promise<string | null> | undefined;
}

const memories = new WeakMap<object, Memory>();

export function memoryOf(account: object): Memory {
	const memory = memories.get(account) ?? { transcripts: transcriptMemory() };
	memories.set(account, memory);
	return memory;
}
