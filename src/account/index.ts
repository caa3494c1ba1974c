export { accountOf, createAccount, type Account, type Allowance, type AllowanceOptions } from './account.ts';
export { Claims, mustNotRepeat, Tries, type CreditFloor } from './credits.ts';
export type { RequestBudget } from './requests.ts';
