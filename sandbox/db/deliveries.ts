import { z } from 'zod/v4';
import type { Db } from './open.ts';

export const DeliveryRow = z.object({
	id: z.int(),
	webhookId: z.string(),
	url: z.string(),
	event: z.string(),
	body: z.string(),
	signature: z.string(),
	createdAt: z.int(),
	/** The receiver's status; null while in progress and if no answer came. */
	status: z.int().nullable(),
	/** Why no answer came. */
	error: z.string().nullable(),
	durationMs: z.int().nullable(),
});
export type StoredDelivery = z.output<typeof DeliveryRow>;
const Found = DeliveryRow.optional();
const Deliveries = DeliveryRow.array();

type NewDelivery = Readonly<Pick<StoredDelivery, 'webhookId' | 'event' | 'body' | 'signature' | 'createdAt'>>;

export interface DeliveryOutcome {
	readonly status: number | null;
	readonly error: string | null;
	readonly durationMs: number;
}

/** Deliveries kept, across all users. */
const KEPT = 10_000;

/** Records a delivery and drops the oldest, so that the log is bounded. Returns its ID. */
export function insertDelivery(
	{ sql }: Db,
	{ webhookId, event, body, signature, createdAt }: NewDelivery,
	kept = KEPT,
): number {
	const id = Number(
		sql.run`INSERT INTO deliveries (webhookId, event, body, signature, createdAt)
			VALUES (${webhookId}, ${event}, ${body}, ${signature}, ${createdAt})`.lastInsertRowid,
	);
	sql.run`DELETE FROM deliveries WHERE id <= ${id - kept}`;
	return id;
}

export function finishDelivery({ sql }: Db, id: number, { status, error, durationMs }: DeliveryOutcome): void {
	sql.run`UPDATE deliveries SET status = ${status}, error = ${error}, durationMs = ${durationMs} WHERE id = ${id}`;
}

export function findDelivery({ sql }: Db, id: number): StoredDelivery | undefined {
	return Found.parse(
		sql.get`SELECT deliveries.*, webhooks.url FROM deliveries JOIN webhooks ON webhooks.id = webhookId
			WHERE deliveries.id = ${id}`,
	);
}

/** The deliveries to a user, or to all users; newest first. */
export function listDeliveries({ sql }: Db, userId: string | null, limit: number): StoredDelivery[] {
	return Deliveries.parse(
		userId === null
			? sql.all`SELECT deliveries.*, webhooks.url FROM deliveries JOIN webhooks ON webhooks.id = webhookId
				ORDER BY deliveries.id DESC LIMIT ${limit} + 0`
			: sql.all`SELECT deliveries.*, webhooks.url FROM deliveries JOIN webhooks ON webhooks.id = webhookId
				WHERE userId = ${userId} ORDER BY deliveries.id DESC LIMIT ${limit} + 0`,
	);
}
