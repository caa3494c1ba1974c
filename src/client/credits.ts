import { z } from 'zod/v4';
import { ClientError } from './errors.ts';

export interface CreditState {
	/** Credits left when the run began; null is unlimited, as on Enterprise (Limits, 3). */
	readonly remaining: number | null;
	/** Credits this run has spent or set aside since. */
	readonly taken: number;
	/** Credits that must stay. */
	readonly keep: number;
}

/** Whether one more credit may be spent so that at least `keep` stay. */
export const maySpend = ({ remaining, taken, keep }: CreditState): boolean =>
	remaining === null || remaining - taken > keep;

/** `left`: credits left as far as the run knows; null when the service does not tell. */
export type Spent<T> = { readonly ok: true; readonly result: T } | { readonly ok: false; readonly left: number | null };

export interface CreditFloor {
	/**
	 * Does `work`, which may cost one credit, unless fewer than the floor would be left. A saved result (`cached`), or
	 * a failure that cannot have cost anything, gives the credit back. At the floor a saved result is refused too,
	 * because it might have to be made: read it with GET. Throws what `work` or reading the profile throws.
	 */
	readonly spend: <T>(work: () => Promise<T>) => Promise<Spent<T>>;
	/** Credits left as far as the run knows; null when unlimited, undefined when not known. */
	readonly left: number | null | undefined;
}

export interface CreditFloorOptions {
	/** Credits that must stay. */
	readonly keep: number;
	/** Reads the user profile, for example `() => client.user.profile()`. Asked once, before the first that costs. */
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
			if (maySpend({ remaining, taken, keep })) {
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

	return {
		spend: async (work) => {
			if (!(await setAside())) return { ok: false, left: left() ?? null };
			try {
				const result = await work();
				settle(!Cached.safeParse(result).success);
				return { ok: true, result };
			} catch (error) {
				settle(mayHaveCost(error));
				throw error;
			}
		},
		get left() {
			return left();
		},
	};
}
