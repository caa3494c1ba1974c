import type { Client } from '../../src/client/index.ts';
import type { Details, Included } from '../../src/webhooks/emitted.ts';
import { reasonOf } from '../shared/triggerError.ts';
import { NotListed, readers, type About, type DetailName } from './readers.ts';

/** The sender gives up after 10 seconds. */
export const DETAILS_LIMIT_MS = 6000;

export interface ReadDetailsOptions {
	/** Asked for last, so that a credential that cannot be used is a reason like any other. */
	readonly connect: () => Promise<Client>;
	readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Reads details of a conversation side by side, for at most 6 seconds in all. Never throws: what could not be read is
 * missing and `reason` says why. What the service does not have is null.
 */
export async function readDetails(
	names: readonly DetailName[],
	about: About,
	{ connect, sleep }: ReadDetailsOptions,
): Promise<Included> {
	let details: Details = {};
	const reasons = new Set<string>();

	const readOne = async (client: Client, name: DetailName): Promise<void> => {
		try {
			const detail = await readers[name](client, about);
			details = { ...details, ...detail };
		} catch (error) {
			reasons.add(error instanceof NotListed ? error.message : reasonOf(error));
		}
	};
	const readAll = async (): Promise<true> => {
		try {
			const client = await connect();
			await Promise.all(names.map((name) => readOne(client, name)));
		} catch (error) {
			reasons.add(reasonOf(error));
		}
		return true;
	};

	const inTime = await Promise.race([readAll(), sleep(DETAILS_LIMIT_MS)]);
	if (!inTime) reasons.add(`The details could not be read within ${DETAILS_LIMIT_MS / 1000} seconds.`);
	return reasons.size === 0 ? { ok: true, ...details } : { ok: false, reason: [...reasons].join(' '), ...details };
}
