import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod/v4';

/** The name of a database that is gone when the sandbox stops. */
export const IN_MEMORY = ':memory:';

const Note = z.object({ url: z.url() });

/** A note beside the database holds the address of the sandbox that is running on it, so that commands find it. */
const notePath = (database: string): string => `${database}-server.json`;

export function noteRunning(database: string, url: string): void {
	if (database !== IN_MEMORY) writeFileSync(notePath(database), `${JSON.stringify({ url })}\n`, { mode: 0o600 });
}

export function forgetRunning(database: string): void {
	if (database !== IN_MEMORY) rmSync(notePath(database), { force: true });
}

/** The address in the note; its sandbox may be gone. @throws Error if there is no note. */
export const notedUrl = (database: string): string => Note.parse(JSON.parse(readFileSync(notePath(database), 'utf8'))).url;
