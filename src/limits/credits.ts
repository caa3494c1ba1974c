import { type Endpoint, MINUTE_MS } from '../api/index.ts';
import { areCreditsUsedUp, ClientError, mayHaveCost, type Problem } from '../client/index.ts';
import { Shared } from './shared.ts';

/** The value at a path in an answer; undefined if the answer has another shape. */
const valueAt = (answer: unknown, ...path: readonly string[]): unknown =>
	path.reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined), answer);

const remainingIn = (profile: unknown): number | null | undefined => {
	const remaining = valueAt(profile, 'data', 'apiUsage', 'aiGenerations', 'remaining');
	return remaining === null || typeof remaining === 'number' ? remaining : undefined;
};

const isSaved = (answer: unknown): boolean => valueAt(answer, 'data', 'cached') === true;

/** How long what is known of the credits stays valid: others, such as the desktop app, spend them too, and a plan or a day may change. */
const FRESH_MS = MINUTE_MS;

/** What all runs together know about an account's AI credits. */
export interface Purse {
	/** Credits left at the last reading; null means unlimited, as on Enterprise (Limits, 3), undefined unknown. */
	remaining: number | null | undefined;
	/** When the last reading began, in milliseconds since 1970. */
	readAt: number;
	/** Whether no paid call was under way during the last reading, so that none is counted twice. */
	isExact: boolean;
	readonly reading: Shared;
	/** Credits spent since the last reading began, and those at risk. */
	spent: number;
	/** Paid calls in progress, which may or may not spend a credit. */
	open: number;
	/** Paid calls begun so far. */
	begun: number;
	waiting: readonly (() => void)[];
	/** That the credits are used up, as the service said last, and when; null once a call has used one. */
	usedUp: { readonly problem: Problem; readonly at: number } | null;
}

export const newPurse = (): Purse => ({
	remaining: undefined,
	readAt: -Infinity,
	isExact: false,
	reading: new Shared(),
	spent: 0,
	open: 0,
	begun: 0,
	waiting: [],
	usedUp: null,
});

export interface CreditBudgetOptions {
	/** Credits to reserve. If omitted, the profile is not read. */
	readonly reserveCredits?: number | undefined;
	/** Reads the user profile, for example `() => client.user.profile()`. */
	readonly readProfile: () => Promise<unknown>;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

/** Limits the AI credits that one run spends. */
export interface CreditBudget {
	/**
	 * For `createClient`: makes a call that may cost a credit only if enough credits would be left. A saved result (`cached`), or a failure
	 * that cannot have cost anything, gives the credit back. When only reserved credits are left, it also refuses a call that might return a
	 * saved result, because the result might have to be generated: read it with GET instead. For a minute after the service reports that the
	 * credits are used up, or until a call has used one, it makes no calls that always cost one.
	 * @throws ClientError `creditsReserved`, or the error of the call or of reading the profile.
	 */
	readonly aroundCall: <T>(endpoint: Endpoint, call: () => Promise<T>) => Promise<T>;
	/** Credits left as far as is known; null if unlimited, undefined if unknown, or if the run reserves none. */
	readonly left: number | null | undefined;
	/** Results of this run that used a credit. */
	readonly spent: number;
	/**
	 * The service’s refusal, if it told a run of this process within the last minute that the credits are used up: nobody needs to be
	 * asked about another.
	 */
	readonly usedUp: () => ClientError | null;
}

async function read(purse: Purse, readProfile: () => Promise<unknown>, now: number): Promise<void> {
	const [spent, begun, open] = [purse.spent, purse.begun, purse.open];
	purse.remaining = remainingIn(await readProfile());
	purse.readAt = now;
	purse.isExact = open === 0 && purse.begun === begun;
	// The answer may or may not include what was spent meanwhile.
	purse.spent -= spent;
}

/** A credit budget for one run. Runs of one account share the `purse`, so together they respect what each of them reserves. */
export function createCreditBudget(purse: Purse, { reserveCredits, readProfile, now = Date.now }: CreditBudgetOptions): CreditBudget {
	let spent = 0;
	/** Whether this run was told so. Another may begin once somebody has allowed more. */
	let wasTold = false;
	const usedUp = (): ClientError | null => {
		const said = purse.usedUp;
		return said && Math.abs(now() - said.at) < FRESH_MS ? new ClientError(said.problem) : null;
	};

	const readAgain = async (): Promise<void> => await purse.reading.do(() => read(purse, readProfile, now()));
	const left = (): number | null | undefined =>
		typeof purse.remaining === 'number' ? purse.remaining - purse.spent - purse.open : purse.remaining;

	const begin = (): true => {
		purse.open += 1;
		purse.begun += 1;
		return true;
	};

	/** Sets a credit aside; false if none may be spent. Waits for open calls that may give theirs back before saying no. */
	const setAside = async (reserved: number): Promise<boolean> => {
		const isFresh = purse.remaining === null || Math.abs(now() - purse.readAt) <= FRESH_MS;
		if (purse.reading.isUnderWay || !isFresh) await readAgain();
		for (let hasRead = false; ; ) {
			const credits = left();
			if (credits === null || (credits !== undefined && credits > reserved)) return begin();
			if (credits !== undefined && purse.open > 0) {
				await new Promise<void>((resolve) => (purse.waiting = [...purse.waiting, resolve]));
				continue;
			}
			if (hasRead || purse.isExact) return false;
			hasRead = true;
			await readAgain();
		}
	};

	const end = (hasCost: boolean): void => {
		purse.open -= 1;
		if (hasCost) purse.spent += 1;
		const { waiting } = purse;
		purse.waiting = [];
		for (const wake of waiting) wake();
	};

	/** Makes a call whose credit is set aside. */
	const spend = async <T>(call: () => Promise<T>): Promise<T> => {
		try {
			const answer = await call();
			const hasCost = !isSaved(answer);
			if (hasCost) {
				spent += 1;
				purse.usedUp = null;
			}
			end(hasCost);
			return answer;
		} catch (error) {
			end(mayHaveCost(error));
			throw error;
		}
	};

	return {
		aroundCall: async ({ credit }, call) => {
			if (credit === 'never') return await call();
			const known = wasTold && credit === 'always' ? usedUp() : null;
			if (known) throw known;
			const isAllowed = reserveCredits === undefined ? begin() : await setAside(reserveCredits);
			if (!isAllowed) throw new ClientError({ kind: 'creditsReserved', left: left() ?? null, reserve: reserveCredits ?? 0 });
			try {
				return await spend(call);
			} catch (error) {
				if (error instanceof ClientError && areCreditsUsedUp(error)) {
					wasTold = true;
					purse.usedUp = { problem: error.problem, at: now() };
				}
				throw error;
			}
		},
		get left() {
			return reserveCredits === undefined ? undefined : left();
		},
		get spent() {
			return spent;
		},
		usedUp,
	};
}
