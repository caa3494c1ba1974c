import type { Session } from './session.ts';

/** What is left, where the run has asked: null is unlimited. */
export function creditFields(session: Session): { readonly creditsLeft?: number | null } {
	const left = session.creditsLeft();
	return left === undefined ? {} : { creditsLeft: left };
}
