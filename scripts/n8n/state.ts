import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod/v4';

/** What is remembered from start to start. */
const State = z.object({
	/** Of the sandbox, which keeps only its hash. */
	apiKey: z.string(),
	/** n8n's port, from which the others follow; null until n8n has credentials with them and with this key. */
	port: z.int().nullable(),
	/** Examples that were imported: one that was deleted since does not come back. */
	imported: z.array(z.string()),
});
export type State = z.output<typeof State>;

/** @returns null when nothing was begun, or what was written cannot be read. */
export function readState(path: string): State | null {
	try {
		return State.parse(JSON.parse(readFileSync(path, 'utf8')));
	} catch {
		return null;
	}
}

/** Only its owner may read it, as n8n does with the key it encrypts credentials with. */
export const writeState = (path: string, state: State): void =>
	writeFileSync(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
