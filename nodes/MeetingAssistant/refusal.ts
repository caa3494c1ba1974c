import type { IDataObject } from 'n8n-workflow';
import type { StopReason } from '../../src/client/index.ts';
import type { Words } from '../shared/errorWords.ts';

/** A failure that the node itself decided on: nothing, or nothing more, was sent. */
export class Refusal extends Error {
	override readonly name: string = 'Refusal';
	readonly words: Words;
	readonly details: IDataObject;

	constructor(words: Words, details: IDataObject) {
		super(words.what);
		this.words = words;
		this.details = details;
	}
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** No more requests may be made, because the person who set up the node said so. */
export class OutOfRequests extends Refusal {
	override readonly name = 'OutOfRequests';

	constructor({ by, made, resetAt, now }: { by: StopReason; made: number; resetAt: Date | null; now: number }) {
		const waits = by === 'limit' && resetAt !== null;
		const next = waits ? `Go on at ${resetAt.toISOString()}, when the hour’s count begins anew` : 'Run the node again for the rest';
		super(
			{
				what:
					by === 'limit'
						? 'All requests of this hour are used up, but for those to leave to others'
						: `This run has made its ${plural(made, 'request')}`,
				next: `${next}, or change “Requests and Credits” in the node`,
			},
			{
				code: 'request_budget_used',
				retryAfterSeconds: waits ? Math.max(0, Math.ceil((resetAt.getTime() - now) / 1000)) : 0,
				resetAt: waits ? resetAt.toISOString() : null,
				requestsMade: made,
			},
		);
	}
}

/** Spending one more credit would leave fewer than the person wants to keep. */
export class CreditFloorReached extends Refusal {
	override readonly name = 'CreditFloorReached';

	constructor(keep: number, left: number | null) {
		const many = left === null ? 'It is not known how many AI credits are left' : `${plural(left, 'AI credit')} left`;
		super(
			{
				what: `${many}, and ${keep} are to be kept: nothing was spent`,
				next: 'Lower “Keep at Least (AI Credits)” in the node, or go on when the credits are renewed: User “Get Profile” says when',
				failure: { cause: 'quota-exhausted' },
			},
			{ code: 'credit_floor_reached', creditsLeft: left, creditsToKeep: keep },
		);
	}
}
