import { DAY_MS, MINUTE_MS } from '../api/index.ts';
import { digestHex, joined, type Received, type Verified } from './verify.ts';

/**
 * Remembers which deliveries were accepted. If there are several processes, keep it where all of them can read it. In
 * Redis, `begin` is `SET key pending NX PX ttlMs` and, if there was a value, `GET key`; `end` is `SET key done PX ttlMs`,
 * or `DEL key`.
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
		// A Map keeps the order of insertion, so the first entry is the oldest.
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

/** Call it once the host has accepted or refused the delivery. */
export type Settle = (isAccepted: boolean) => Promise<void>;

/** How long an event may stay in progress before its delivery is accepted again. */
const PENDING_MS = MINUTE_MS;
/** Two undated events may well have the same bytes, so they count as one for a short time only. */
const UNDATED_MS = 5 * MINUTE_MS;
/** How long to remember a delivery if nothing limits its age. */
const MONTH_MS = 30 * DAY_MS;

/** How long a replay of a delivery would otherwise be accepted. */
function replayableMs({ timestamp }: Received, maxAgeSeconds: number): number {
	if (timestamp === null) return UNDATED_MS;
	return maxAgeSeconds > 0 ? 2 * maxAgeSeconds * 1000 : MONTH_MS;
}

/**
 * Claims a verified delivery for the caller, who has to settle it, unless it was accepted before (`repeated`) or is still
 * being processed (`pending`). A delivery that is not accepted leaves no mark, so that its sender's retry is accepted.
 * `webhook`: the webhook that it was sent to, because IDs of two services may be equal.
 */
export async function claimDelivery(
	{ received, rawBody }: Verified,
	{ webhook, maxAgeSeconds }: { readonly webhook: string; readonly maxAgeSeconds: number },
	replays: ReplayStore,
): Promise<Settle | 'pending' | 'repeated'> {
	const key = await digestHex(joined(new TextEncoder().encode(`${webhook}\n`), rawBody));
	const known = await replays.begin(key, PENDING_MS);
	if (known === 'pending') return 'pending';
	if (known === 'done') return 'repeated';
	return async (isAccepted) => await replays.end(key, isAccepted, isAccepted ? replayableMs(received, maxAgeSeconds) : 0);
}
