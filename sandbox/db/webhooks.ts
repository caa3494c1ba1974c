import { z } from 'zod/v4';
import { EventName } from '../../src/api/index.ts';
import { Count, jsonColumn } from './columns.ts';
import type { Db } from './open.ts';

const WebhookRow = z.object({
	id: z.string(),
	userId: z.string(),
	url: z.string(),
	events: jsonColumn(z.array(EventName)),
	// Signing needs the secret itself, so it cannot be hashed as keys are.
	secret: z.string(),
	createdAt: z.int(),
});
export type StoredWebhook = z.output<typeof WebhookRow>;
const Webhooks = WebhookRow.array();
const MaybeWebhook = WebhookRow.optional();

export function insertWebhook({ sql }: Db, { id, userId, url, events, secret, createdAt }: StoredWebhook): void {
	sql.run`INSERT INTO webhooks VALUES (${id}, ${userId}, ${url}, ${JSON.stringify(events)}, ${secret},
		${createdAt}, NULL)`;
}

/** The webhooks of a user, oldest first. */
export const listWebhooks = ({ sql }: Db, userId: string): StoredWebhook[] =>
	Webhooks.parse(sql.all`SELECT * FROM webhooks WHERE userId = ${userId} AND deletedAt IS NULL ORDER BY createdAt, rowid`);

export function countWebhooks({ sql }: Db, userId: string): number {
	return Count.parse(sql.get`SELECT count(*) AS count FROM webhooks WHERE userId = ${userId} AND deletedAt IS NULL`);
}

export const findWebhook = ({ sql }: Db, userId: string, id: string): StoredWebhook | undefined =>
	MaybeWebhook.parse(sql.get`SELECT * FROM webhooks WHERE id = ${id} AND userId = ${userId} AND deletedAt IS NULL`);

/** The row stays for the deliveries that refer to it. */
export function deleteWebhook({ sql }: Db, id: string, now: number): void {
	sql.run`UPDATE webhooks SET deletedAt = ${now} WHERE id = ${id}`;
}
