/** A poll's turn at what its trigger remembers. */
export interface Turn {
	/** Whether the poll before it was given up because it never ended. */
	readonly isAfterLost: boolean;
	/** False once another poll has taken over: what this one remembers is outdated then. */
	readonly isCurrent: () => boolean;
	readonly end: () => void;
}

/**
 * The longest turn. A poll's requests end within 45 seconds; what is left is for n8n to decrypt the credential.
 * Without an end, a poll that n8n never returns to would stop its trigger for good, without an error.
 */
export const MAX_TURN_MS = 2 * 60_000;

interface Taken {
	readonly memory: object;
	/** Milliseconds since 1970. */
	since: number;
}

/**
 * One poll at a time for each trigger: n8n starts the next poll whether or not the one before has ended. A poll that
 * began with another memory, as after the workflow was published again, takes over at once.
 */
export function createTurns() {
	const taken = new Map<string, Taken>();
	return {
		/** Null while another poll has its turn. `now` in milliseconds since 1970. */
		begin(trigger: string, memory: object, now: number): Turn | null {
			const other = taken.get(trigger);
			const isSame = other?.memory === memory;
			if (other && isSame) {
				// A clock that was set back must not make the turn longer by as much.
				other.since = Math.min(other.since, now);
				if (now - other.since < MAX_TURN_MS) return null;
			}
			const own: Taken = { memory, since: now };
			taken.set(trigger, own);
			const isCurrent = (): boolean => taken.get(trigger) === own;
			return {
				isAfterLost: isSame,
				isCurrent,
				end: () => void (isCurrent() && taken.delete(trigger)),
			};
		},
	};
}
