import { createHash } from 'node:crypto';

/** Remembers the last `capacity` things it was shown, and says of each whether it was among them. */
export function createSeen(capacity: number): (thing: string) => boolean {
	const ring = new Set<string>();
	return (thing) => {
		const known = ring.has(thing);
		ring.delete(thing);
		ring.add(thing);
		// A Set is in the order of insertion: the first is the one not seen for longest.
		for (const oldest of ring) {
			if (ring.size <= capacity) break;
			ring.delete(oldest);
		}
		return known;
	};
}

/**
 * The deliveries this process has taken, of all its triggers. Not in n8n's static data, which the last to save overwrites
 * whole: a delivery that ends after a new registration would bring the old secret back.
 */
const seen = createSeen(20_000);

/** Whether exactly these bytes came to this webhook before. */
export const isReplay = (webhookId: string, rawBody: Uint8Array): boolean =>
	seen(`${webhookId}:${createHash('sha256').update(rawBody).digest('base64')}`);
