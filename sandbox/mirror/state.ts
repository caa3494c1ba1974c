import { z } from 'zod/v4';
import type { Db } from '../db/open.ts';

/** Parts of a real account that are not read again each time. */
export type Part = 'briefing' | 'feedback' | 'keyPoints' | 'transcript';

const Reads = z.array(z.object({ id: z.string(), at: z.int() }));
const Fact = z.object({ value: z.string() }).optional();

/** What the mirror has to remember in addition to the copy: what was read when, and where the copy is from. */
export interface State {
	/** When each was read, by its ID. */
	reads(part: Part): Map<string, number>;
	markRead(part: Part, id: string, at: number): void;
	forget(part: Part, id: string): void;
	/** Forgets the reads of items from after a time. */
	forgetAfter(part: Part, at: number): void;
	/** Null if nothing is stored, or if it has another shape. */
	fact<S extends z.ZodType>(name: string, shape: S): z.output<S> | null;
	setFact(name: string, value: unknown): void;
	/** Forgets everything, after the copy itself is deleted. */
	clear(): void;
}

/**
 * The state, in tables of its own next to the copy, so that both change in one transaction. They refer to no other table, and
 * no other part of the sandbox uses them: the file stays an ordinary database of the sandbox.
 */
export function openState({ sql }: Db): State {
	sql.run`CREATE TABLE IF NOT EXISTS mirrorReads (
		part TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (part, id)) STRICT, WITHOUT ROWID`;
	sql.run`CREATE TABLE IF NOT EXISTS mirrorFacts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`;
	return {
		reads: (part) => new Map(Reads.parse(sql.all`SELECT id, at FROM mirrorReads WHERE part = ${part}`).map(({ id, at }) => [id, at])),
		markRead: (part, id, at) => void sql.run`INSERT OR REPLACE INTO mirrorReads VALUES (${part}, ${id}, ${at})`,
		forget: (part, id) => void sql.run`DELETE FROM mirrorReads WHERE part = ${part} AND id = ${id}`,
		forgetAfter: (part, at) => void sql.run`DELETE FROM mirrorReads WHERE part = ${part} AND at > ${at}`,
		fact(name, shape) {
			const stored = Fact.parse(sql.get`SELECT value FROM mirrorFacts WHERE name = ${name}`);
			return stored === undefined ? null : (shape.safeParse(JSON.parse(stored.value)).data ?? null);
		},
		setFact: (name, value) => void sql.run`INSERT OR REPLACE INTO mirrorFacts VALUES (${name}, ${JSON.stringify(value)})`,
		clear() {
			sql.run`DELETE FROM mirrorReads`;
			sql.run`DELETE FROM mirrorFacts`;
		},
	};
}
