import { z } from 'zod/v4';
import type { Endpoint } from '../api/index.ts';
import { ClientError, mayHaveCost } from './errors.ts';

interface CreditState {
	/** Credits left when the run started; null means unlimited, as on Enterprise (Limits, 3). */
	readonly remaining: number | null;
	/** Credits that the run has spent or set aside since then. */
	readonly taken: number;
	/** Credits to reserve. */
	readonly keep: number;
}

/** Whether at least `keep` credits are left after one more is spent. */
const maySpend = ({ remaining, taken, keep }: CreditState): boolean =>
	remaining === null || remaining - taken > keep;

/** Limits the AI credits that one run spends. */
export interface CreditFloor {
	/**
	 * For `createClient`: makes a call that may cost a credit only if enough credits would be left. A saved result
	 * (`cached`), or a failure that cannot have cost anything, gives the credit back. At the floor, a call that would
	 * return a saved result is refused too, because the result might have to be generated: read it with GET. After the
	 * service reports that the credits are used up, calls that always cost one are no longer made.
	 * @throws ClientError `creditsReserved`, or the error of the call or of reading the profile.
	 */
	readonly aroundCall: <T>(endpoint: Endpoint, call: () => Promise<T>) => Promise<T>;
	/** Credits left as far as the run knows; null if unlimited, undefined if unknown. */
	readonly left: number | null | undefined;
	/** Results that used a credit. */
	readonly spent: number;
}

export interface CreditFloorOptions {
	/** Credits to reserve. If omitted, the profile is not read. */
	readonly keep?: number | undefined;
	/** Reads the user profile, for example `() => client.user.profile()`. Called once, before the first call that may cost a credit. */
	readonly readProfile: () => Promise<unknown>;
}

const Remaining = z
	.object({
		data: z.object({ apiUsage: z.object({ aiGenerations: z.object({ remaining: z.number().nullable() }) }) }),
	})
	.transform(({ data }) => data.apiUsage.aiGenerations.remaining);
const Cached = z.object({ data: z.object({ cached: z.literal(true) }) });
const isSaved = (answer: unknown): boolean => Cached.safeParse(answer).success;

/** A credit floor for one run, however many calls it makes in parallel. */
export function createCreditFloor({ keep, readProfile }: CreditFloorOptions): CreditFloor {
	let reading: Promise<void> | undefined;
	let remaining: number | null | undefined;
	let taken = 0;
	let spent = 0;
	/** Credits set aside for calls in progress, which may or may not be spent. */
	let open = 0;
	const waiting: (() => void)[] = [];

	const read = async (): Promise<void> => {
		try {
			const profile = Remaining.safeParse(await readProfile());
			remaining = profile.success ? profile.data : undefined;
		} catch (error) {
			reading = undefined;
			throw error;
		}
	};

	/** A call in progress may give its credit back, so it refuses only once none is in progress. */
	const setAside = async (): Promise<boolean> => {
		await (reading ??= read());
		while (remaining !== undefined) {
			if (maySpend({ remaining, taken, keep: keep ?? 0 })) {
				taken += 1;
				open += 1;
				return true;
			}
			if (open === 0) return false;
			await new Promise<void>((resolve) => waiting.push(resolve));
		}
		return false;
	};

	const settle = (spent: boolean): void => {
		open -= 1;
		if (!spent) taken -= 1;
		for (const wake of waiting.splice(0)) wake();
	};

	const left = (): number | null | undefined => (typeof remaining === 'number' ? remaining - taken : remaining);

	/** The service's refusal once the credits are used up. */
	let usedUp: ClientError | null = null;

	const withinFloor = async <T>(reserve: number, call: () => Promise<T>): Promise<T> => {
		if (!(await setAside())) {
			throw new ClientError({ kind: 'creditsReserved', left: left() ?? null, reserve });
		}
		try {
			const result = await call();
			settle(!isSaved(result));
			return result;
		} catch (error) {
			settle(mayHaveCost(error));
			throw error;
		}
	};

	return {
		aroundCall: async ({ credit }, call) => {
			if (credit === 'never') return await call();
			if (usedUp && credit === 'always') throw usedUp;
			try {
				const answer = await (keep === undefined ? call() : withinFloor(keep, call));
				if (!isSaved(answer)) spent += 1;
				return answer;
			} catch (error) {
				if (error instanceof ClientError && error.problem.kind === 'creditsExhausted') usedUp = error;
				throw error;
			}
		},
		get left() {
			return left();
		},
		get spent() {
			return spent;
		},
	};
}
