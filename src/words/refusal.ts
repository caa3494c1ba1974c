import type { Text } from '../forms/index.ts';

/** For hosts that can tell whether waiting helps. Times in milliseconds; `resetsAtEpochMs` since 1970. */
export interface Failure {
	readonly cause:
		| 'rate-limited'
		| 'quota-exhausted'
		| 'temporarily-unavailable'
		| 'credential-invalid'
		| 'configuration-invalid';
	readonly retryAfterMs?: number;
	readonly resetsAtEpochMs?: number;
}

/** What a flow can branch on. `retryAfterSeconds` fits a step that waits. */
export type Details = Readonly<Record<string, string | number | boolean | null>>;

/** Whether the same succeeds after `retryAfterSeconds`, for hosts that can say how to wait that long. */
export const isWorthWaiting = ({ retryAfterSeconds = null }: Details): boolean => Number(retryAfterSeconds) > 0;

/** A failure that the operation itself decided on. Nothing, or nothing more, was sent. */
export class Refusal extends Error {
	override readonly name: string = 'Refusal';
	readonly next: Text;
	readonly details: Details;
	readonly failure: Failure | undefined;

	constructor(what: string, next: Text, details: Details, failure?: Failure) {
		super(what);
		this.next = next;
		this.details = details;
		this.failure = failure;
	}
}

/** A key that no header can carry, refused before anything is sent. `next`: where the host keeps it. */
export const notAKey = (next: Text): Refusal =>
	new Refusal('The API key is empty or contains characters that no key has', next, { code: 'not_a_key' }, { cause: 'credential-invalid' });
