import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { fieldsOf } from '../../src/format/index.ts';
import { Refusal } from '../../src/words/index.ts';
import type { Node, Red } from './nodeRed.ts';

/** What a node has to remember even if the process dies. */
export interface NodeState {
	/** Undefined if nothing is stored, null if it is not valid JSON. Throws `Refusal` if the file cannot be read. */
	readonly read: () => unknown;
	/** Throws `Refusal`. */
	readonly write: (value: unknown) => void;
	/** Throws `Refusal`. */
	readonly remove: () => void;
}

const isMissing = (error: unknown): boolean => fieldsOf(error)['code'] === 'ENOENT';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const folderOf = ({ settings }: Red): string => join(settings.userDir ?? join(homedir(), '.node-red'), 'meeting-assistant');

/** By file, which only this process writes: forged deliveries must not cause reads of the disk. */
const contentsOf = new Map<string, string | undefined>();

/**
 * The file in which a node keeps its state. Node-RED's context would lose up to half a minute if the process is killed, even
 * with a store on disk. Readable by its owner only, since it may hold the secret of a webhook.
 */
export function stateOf(red: Red, { id }: Pick<Node, 'id'>): NodeState {
	const folder = folderOf(red);
	const file = join(folder, `${id.replaceAll(/[^\w.-]/g, '_')}.json`);
	const storing = (work: () => void): void => {
		try {
			work();
		} catch (error) {
			const next = `Check that the disk is not full and that Node-RED may write to “${folder}” (${reasonOf(error)})`;
			throw new Refusal('What this node has to remember could not be stored', next, { code: 'state_not_stored' }, { cause: 'temporarily-unavailable' });
		}
	};
	const read = (): string | undefined => {
		try {
			return readFileSync(file, 'utf8');
		} catch (error) {
			if (isMissing(error)) return undefined;
			// Starting over would lose its contents.
			throw new Refusal('What this node has stored could not be read', `Check that Node-RED may read “${file}” (${reasonOf(error)})`, { code: 'state_not_read' });
		}
	};
	return {
		read: () => {
			if (!contentsOf.has(file)) contentsOf.set(file, read());
			const text = contentsOf.get(file);
			try {
				const value: unknown = text === undefined ? undefined : JSON.parse(text);
				return value;
			} catch {
				return null;
			}
		},
		write: (value) =>
			storing(() => {
				mkdirSync(folder, { recursive: true });
				// The name is unique, even among processes that share the folder.
				const unfinished = `${file}.${randomUUID()}.tmp`;
				const text = JSON.stringify(value);
				try {
					writeFileSync(unfinished, text, { mode: 0o600, flush: true });
					renameSync(unfinished, file);
				} finally {
					rmSync(unfinished, { force: true });
				}
				contentsOf.set(file, text);
			}),
		remove: () =>
			storing(() => {
				rmSync(file, { force: true });
				contentsOf.delete(file);
			}),
	};
}

/** The stored states of all nodes, including nodes that no longer exist. */
export function allStates(red: Red): NodeState[] {
	try {
		const files = readdirSync(folderOf(red)).filter((file) => file.endsWith('.json'));
		return files.map((file) => stateOf(red, { id: basename(file, '.json') }));
	} catch {
		return [];
	}
}
