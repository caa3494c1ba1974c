import { DAY_MS, deliveryHeaders, MINUTE_MS } from '../api/index.ts';
import { digestHex, isSigned, isStale, joined, maySign, readDelivery, type Received, type Window } from './delivery.ts';
import type { ReplayStore } from './replays.ts';

/** Why a delivery is refused, and what to answer. */
export const refusals = {
	signature: { status: 401, message: 'The signature is missing or wrong' },
	stale: { status: 401, message: 'The delivery is too old, or from the future' },
	unreadable: { status: 400, message: 'The delivery holds no event with data' },
	tooLarge: { status: 413, message: 'The delivery is too large' },
	pending: { status: 503, message: 'The same delivery is still being processed' },
} as const;

export type Refused = keyof typeof refusals;

/** What is wrong with the bytes, their signature or their time. */
export type Unverified = 'signature' | 'stale' | 'unreadable';

/** A request to a webhook’s address. */
export interface IncomingDelivery {
	/** Case-insensitive. */
	readonly header: (name: string) => string | undefined;
	/** The bytes as they came; null if there are too many. Not asked for if the signature cannot be right. */
	readonly rawBody: () => Promise<Uint8Array | null> | Uint8Array | null;
}

/** The conditions that a delivery has to meet. */
export interface Rules extends Window {
	/** Those in force: one, or several while a secret is being rotated. None means that nothing is accepted. */
	readonly secrets: readonly string[];
	/** Of the service’s headers. */
	readonly headerPrefix?: string | undefined;
}

export interface Verified {
	readonly received: Received;
	readonly rawBody: Uint8Array;
}

/** The event of a delivery, if a secret in force signed exactly these bytes; `now` in milliseconds since 1970. */
export async function readSigned(rawBody: Uint8Array, header: IncomingDelivery['header'], rules: Rules, now: number): Promise<Received | Unverified> {
	const names = deliveryHeaders(rules.headerPrefix);
	if (!(await isSigned(rawBody, header(names.signature), rules.secrets))) return 'signature';
	const received = readDelivery(rawBody, header(names.event));
	if (!received) return 'unreadable';
	return isStale(received, rules, now) ? 'stale' : received;
}

/** Verifies a delivery on the bytes as they came, then reads it; `now` in milliseconds since 1970. */
export async function verifyDelivery({ header, rawBody: read }: IncomingDelivery, rules: Rules, now: number): Promise<Verified | Unverified | 'tooLarge'> {
	// Anyone may send anything here, so a request that cannot be a delivery is not even read.
	if (!maySign(header(deliveryHeaders(rules.headerPrefix).signature))) return 'signature';
	const rawBody = await read();
	if (rawBody === null) return 'tooLarge';
	const received = await readSigned(rawBody, header, rules, now);
	return typeof received === 'string' ? received : { received, rawBody };
}

/** Call it once the host has accepted or refused the delivery. */
export type Settle = (isAccepted: boolean) => Promise<void>;

export interface ReceiveHost {
	readonly replays: ReplayStore;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	readonly sleep: (ms: number) => Promise<void>;
}

/** How long an event may stay in progress before its delivery is accepted again. */
const PENDING_MS = MINUTE_MS;
/** How long a delivery waits for the same one that is still being processed, before its sender is told to try again. */
const WAIT_MS = 6000;
const STEP_MS = 200;
/** Two undated events may well have the same bytes, so they count as one for a short time only. */
const UNDATED_MS = 5 * MINUTE_MS;
/** If nothing limits the age of a delivery. */
const MONTH_MS = 30 * DAY_MS;

/** How long a replay of a delivery would otherwise be accepted. */
function replayableMs({ timestamp }: Received, maxAgeSeconds: number): number {
	if (timestamp === null) return UNDATED_MS;
	return maxAgeSeconds > 0 ? 2 * maxAgeSeconds * 1000 : MONTH_MS;
}

/**
 * Claims a verified delivery for the caller, who has to settle it: unless it was accepted before (`repeated`), or the same one
 * is still being processed (`pending`). A delivery that is not accepted leaves no mark, so that its sender's retry is
 * accepted. `webhook`: the one it was sent to, since the IDs of two services may be the same.
 */
export async function claimDelivery(
	{ received, rawBody }: Verified,
	{ webhook, maxAgeSeconds }: { readonly webhook: string; readonly maxAgeSeconds: number },
	{ replays, sleep }: ReceiveHost,
): Promise<Settle | 'pending' | 'repeated'> {
	const key = await digestHex(joined(new TextEncoder().encode(`${webhook}\n`), rawBody));
	let known = await replays.begin(key, PENDING_MS);
	for (let waitedMs = 0; known === 'pending' && waitedMs < WAIT_MS; waitedMs += STEP_MS) {
		await sleep(STEP_MS);
		known = await replays.begin(key, PENDING_MS);
	}
	if (known === 'pending') return 'pending';
	if (known === 'done') return 'repeated';
	return async (isAccepted) => await replays.end(key, isAccepted, isAccepted ? replayableMs(received, maxAgeSeconds) : 0);
}
