import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { Node, Red } from './nodeRed.ts';

/** What a node has to remember whatever happens to the process. */
export interface NodeState {
	/** Undefined if there is nothing, or nothing readable. */
	readonly read: () => unknown;
	readonly write: (value: unknown) => void;
	readonly remove: () => void;
}

const folderOf = ({ settings }: Red): string => join(settings.userDir ?? join(homedir(), '.node-red'), 'meeting-assistant');

/**
 * A file of the node’s own. Node-RED’s context would lose up to half a minute when the process is killed, even with a
 * store on disk. Readable by its owner only, since it may hold the secret of a webhook.
 */
export function stateOf(red: Red, { id }: Pick<Node, 'id'>): NodeState {
	const folder = folderOf(red);
	const file = join(folder, `${id.replaceAll(/[^\w.-]/g, '_')}.json`);
	return {
		read: () => {
			try {
				const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
				return value;
			} catch {
				return undefined;
			}
		},
		write: (value) => {
			mkdirSync(folder, { recursive: true });
			const unfinished = `${file}.new`;
			writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600, flush: true });
			renameSync(unfinished, file);
		},
		remove: () => rmSync(file, { force: true }),
	};
}

/** What nodes have stored, also nodes that are no longer there. */
export function allStates(red: Red): NodeState[] {
	try {
		const files = readdirSync(folderOf(red)).filter((file) => file.endsWith('.json'));
		return files.map((file) => stateOf(red, { id: basename(file, '.json') }));
	} catch {
		return [];
	}
}
