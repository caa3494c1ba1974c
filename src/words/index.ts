export { capitalized, counted, creditsLeft, figure, plural } from './counts.ts';
export { type Advice, allowMore, AT_RISK, type ExplainedError, explainError, explainProblem, orAnotherKey } from './errors.ts';
export { LIMITS_LINK, LIMITS_PAGE } from './links.ts';
export { type Details, type Failure, isWorthWaiting, notAKey, Refusal } from './refusal.ts';
