import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ClientError } from '../../src/client/index.ts';
import { check, text } from './given.ts';
import type { PollStore } from './polling.ts';

const isMissing = (error: unknown): boolean => typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** Turns an error of the file system into a `ClientError`, since a poll throws nothing else. */
function fileFailure(path: string, verb: 'read' | 'written', error: unknown): ClientError {
	const why = isMissing(error) ? 'its folder does not exist' : error instanceof Error ? error.message : String(error);
	return new ClientError({ kind: 'refused', code: `state_not_${verb}`, status: null, message: `The file ${path} could not be ${verb}: ${why}` });
}

const files = new Map<string, PollStore>();

/**
 * A JSON file. It is replaced as a whole, so that a process or a machine that dies leaves either the old state or the new
 * one. The same path always gives the same store, so that the pollers of one process take turns.
 */
export function fileStore(path: string): PollStore {
	check(text, path, 'path');
	const known = files.get(resolve(path));
	const store = known ?? fileStoreAt(path);
	files.set(resolve(path), store);
	return store;
}

function fileStoreAt(path: string): PollStore {
	let saved: Promise<void> = Promise.resolve();
	const replace = async (contents: string): Promise<void> => {
		// The name is unique, even among machines that share the folder and processes that share their ID, as in containers.
		const temporary = `${path}.${crypto.randomUUID()}.tmp`;
		try {
			await writeFile(temporary, contents, { mode: 0o600, flush: true });
			await rename(temporary, path);
		} catch (error) {
			await rm(temporary, { force: true });
			throw error;
		}
	};
	return {
		name: path,
		async load() {
			const stored = await readFile(path, 'utf8').catch((error: unknown) => {
				if (isMissing(error)) return undefined;
				throw fileFailure(path, 'read', error);
			});
			if (stored === undefined) return undefined;
			try {
				return JSON.parse(stored);
			} catch {
				// Leaves out the parser's message, which quotes the file.
				throw new ClientError({ kind: 'refused', code: 'state_unreadable', status: null, message: `The file ${path} does not contain valid JSON: it is empty, cut short, or not a poller’s. Restore it, or remove it to start anew.` });
			}
		},
		async save(state) {
			const contents = JSON.stringify(state);
			const own = saved.then(() => replace(contents)).catch((error: unknown) => {
				throw fileFailure(path, 'written', error);
			});
			saved = own.catch(() => {});
			await own;
		},
	};
}
