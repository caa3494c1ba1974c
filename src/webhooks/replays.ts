/**
 * Remembers which deliveries were accepted. With several processes, keep it where all of them see it. In Redis, `begin` is
 * `SET key pending NX PX ttlMs` and, if there was a value, `GET key`; `end` is `SET key done PX ttlMs`, or `DEL key`.
 */
export interface ReplayStore {
	/** Claims a delivery: `new` if nobody else has. The claim of a process that died ends after `ttlMs`. */
	begin(key: string, ttlMs: number): Promise<'done' | 'new' | 'pending'> | 'done' | 'new' | 'pending';
	/** Remembers an accepted delivery for `ttlMs`, and forgets any other, so that it is accepted when it comes again. */
	end(key: string, isAccepted: boolean, ttlMs: number): Promise<void> | void;
}

/** In the memory of this process: the last `capacity` deliveries. */
export function memoryReplays(capacity = 10_000, now: () => number = () => Date.now()): ReplayStore {
	const known = new Map<string, { readonly state: 'done' | 'pending'; readonly at: number; readonly ttlMs: number }>();
	const remember = (key: string, state: 'done' | 'pending', ttlMs: number): void => {
		known.delete(key);
		known.set(key, { state, at: now(), ttlMs });
		// A Map is in the order of insertion: the first was remembered longest ago.
		for (const oldest of known.keys()) {
			if (known.size <= capacity) break;
			known.delete(oldest);
		}
	};
	return {
		begin(key, ttlMs) {
			const entry = known.get(key);
			// Setting the clock, either way, must not drop an event.
			if (entry && Math.abs(now() - entry.at) <= entry.ttlMs) return entry.state;
			remember(key, 'pending', ttlMs);
			return 'new';
		},
		end(key, isAccepted, ttlMs) {
			if (isAccepted) remember(key, 'done', ttlMs);
			else known.delete(key);
		},
	};
}
