export { accountOf, createAccount, type Account, type Allowance, type AllowanceOptions } from './account.ts';
export type { CreditBudget } from './credits.ts';
export { Claims, mustNotRepeat, Tries } from './repeats.ts';
export type { RequestBudget, Tally } from './requests.ts';
export { Shared } from './shared.ts';
