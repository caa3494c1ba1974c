import { ClientError } from '../../src/client/index.ts';
import { CreditFloorReached } from './refusal.ts';

interface Saved<T> {
	/** Reads what is saved, free. */
	readonly read: () => Promise<T>;
	/** Returns what is saved or makes it, which may cost a credit. */
	readonly make: () => Promise<T>;
	/** Whether a saved result is not wanted. */
	readonly force: boolean;
}

const isNotFound = (error: unknown): boolean =>
	error instanceof ClientError && error.problem.kind === 'api' && error.problem.code === 'not_found';

/**
 * A saved result or a new one with one request; where no credit may be spent, a saved one with one request, since
 * asking for “saved, else new” could cost.
 */
export async function savedOrMade<T>({ read, make, force }: Saved<T>): Promise<T> {
	return await make().catch(async (refused: unknown) => {
		if (!(refused instanceof CreditFloorReached) || force) throw refused;
		return await read().catch((error: unknown) => {
			throw isNotFound(error) ? refused : error;
		});
	});
}
