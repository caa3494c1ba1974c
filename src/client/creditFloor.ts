import { z } from 'zod/v4';
import type { Endpoint } from '../api/index.ts';
import { ClientError } from './errors.ts';

interface CreditState {
	/** Credits left when the run began; null is unlimited, as on Enterprise (Limits, 3). */
	readonly remaining: number | null;
	/** Credits this run has spent or set aside since. */
	readonly taken: number;
	/** Credits that must stay. */
	readonly keep: number;
}

/** Whether one more credit may be spent so that at least `keep` stay. */
const maySpend = ({ remaining, taken, keep }: CreditState): boolean =>
	remaining === null || remaining - taken > keep;

/** Watches over the AI credits of one run. */
export interface CreditFloor {
	/**
	 * For `createClient`: makes a call that may cost a credit, unless fewer than the floor would be left. A saved result
	 * (`cached`), or a failure that cannot have cost anything, gives the credit back. At the floor a saved result is
	 * refused too, because it might have to be generated: read it with GET. Once the service says that the credits are
	 * used up, no call is made that must cost one.
	 * @throws ClientError `creditsReserved`, or what the call or reading the profile throws.
	 */
	readonly aroundCall: <T>(endpoint: Endpoint, call: () => Promise<T>) => Promise<T>;
	/** Credits left as far as the run knows; null when unlimited, undefined when not known. */
	readonly left: number | null | undefined;
}

export interface CreditFloorOptions {
	/** Credits that must stay. Without it nobody asks how many there are. */
	readonly keep?: number | undefined;
	/** Reads the user profile, for example `() => client.user.profile()`. Called once, before the first call that costs. */
	readonly readProfile: () => Promise<unknown>;
}

const Remaining = z
	.object({
		data: z.object({ apiUsage: z.object({ aiGenerations: z.object({ remaining: z.number().nullable() }) }) }),
	})
	.transform(({ data }) => data.apiUsage.aiGenerations.remaining);
const Cached = z.object({ data: z.object({ cached: z.literal(true) }) });

/** An error that is not the client's says nothing about what was sent. */
const mayHaveCost = (error: unknown): boolean =>
	!(error instanceof ClientError) || ('creditAtRisk' in error.problem && error.problem.creditAtRisk);

/** Keeps at least `keep` credits through one run, however many operations are under way at once. */
export function createCreditFloor({ keep, readProfile }: CreditFloorOptions): CreditFloor {
	let reading: Promise<void> | undefined;
	let remaining: number | null | undefined;
	let taken = 0;
	/** Credits set aside of which nobody knows yet whether they are spent. */
	let open = 0;
	const waiting: (() => void)[] = [];

	const read = async (): Promise<void> => {
		try {
			const told = Remaining.safeParse(await readProfile());
			remaining = told.success ? told.data : undefined;
		} catch (error) {
			reading = undefined;
			throw error;
		}
	};

	/** The last credit may come back from an operation under way, so a refusal waits until none is. */
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

	/** What the service said when the credits were used up. */
	let usedUp: ClientError | null = null;

	const withinFloor = async <T>(reserve: number, call: () => Promise<T>): Promise<T> => {
		if (!(await setAside())) {
			throw new ClientError({ kind: 'creditsReserved', left: left() ?? null, reserve });
		}
		try {
			const result = await call();
			settle(!Cached.safeParse(result).success);
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
				return await (keep === undefined ? call() : withinFloor(keep, call));
			} catch (error) {
				if (error instanceof ClientError && error.problem.kind === 'creditsExhausted') usedUp = error;
				throw error;
			}
		},
		get left() {
			return left();
		},
	};
}
