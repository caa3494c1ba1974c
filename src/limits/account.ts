import { isUrl } from '../api/index.ts';
import type { Wrapper } from '../client/index.ts';
import { createCreditBudget, newPurse, type CreditBudget, type CreditBudgetOptions } from './credits.ts';
import { createRequestBudget, Hour, type BudgetOptions, type RequestBudget } from './requests.ts';

/** What one run may send, on top of what the account has left. */
export interface Allowance {
	readonly requests: RequestBudget;
	readonly credits: CreditBudget;
	/** For the run's client, so that every request and call goes through them. */
	readonly around: readonly Wrapper[];
}

export interface AllowanceOptions extends BudgetOptions {
	/** AI credits to reserve. If omitted, the number left is never read. */
	readonly reserveCredits?: number | undefined;
	/** Reads the user profile; needed where credits are reserved. */
	readonly readProfile?: CreditBudgetOptions['readProfile'];
}

/** What is known about the service's limits for one address and key, shared by everything in this process that uses them. */
export interface Account {
	/** What one run, poll or call may send. Its reservations hold whatever else uses the account in this process. */
	readonly begin: (limits?: AllowanceOptions) => Allowance;
}

/** A request budget around each request. */
const limited = ({ around, onAnswer, onFailure }: RequestBudget): Wrapper => ({
	request: around,
	onAnswer,
	call: async (_, call) =>
		await call().catch((error: unknown) => {
			onFailure(error);
			throw error;
		}),
});

const noProfile = async (): Promise<unknown> => undefined;

export function createAccount(): Account {
	const hour = new Hour();
	const purse = newPurse();
	return {
		begin: ({ reserveCredits, readProfile = noProfile, ...limits } = {}) => {
			const requests = createRequestBudget(hour, limits);
			const credits = createCreditBudget(purse, { reserveCredits, readProfile, now: limits.now });
			return { requests, credits, around: [{ call: credits.aroundCall }, limited(requests)] };
		},
	};
}

/** Bounds the memory of a process that serves many keys: the least recently used goes first. */
const MAX_ACCOUNTS = 1000;

const accounts = new Map<string, Account>();

/** The account of a base URL and key, always the same object within this process. */
export function accountOf(baseUrl: string, apiKey: string): Account {
	const origin = isUrl(baseUrl) ? new URL(baseUrl).origin : baseUrl;
	const id = `${origin} ${apiKey}`;
	const account = accounts.get(id) ?? createAccount();
	accounts.delete(id);
	accounts.set(id, account);
	for (const oldest of accounts.keys()) {
		if (accounts.size <= MAX_ACCOUNTS) break;
		accounts.delete(oldest);
	}
	return account;
}
