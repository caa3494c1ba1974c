import { z } from 'zod/v4';
import { priorities } from '../../src/api/index.ts';
import type { Db } from './open.ts';

export const actionItemStates = ['open', 'resolved', 'dismissed'] as const;
export type ActionItemState = (typeof actionItemStates)[number];

const ItemRow = z.object({
	hash: z.string(),
	item: z.string(),
	owner: z.string().nullable(),
	priority: z.enum(priorities).nullable(),
});
export type StoredActionItem = z.output<typeof ItemRow>;
const Items = ItemRow.array();

const States = z.array(z.object({ hash: z.string(), state: z.enum(actionItemStates) }));

interface ItemsOfMeeting {
	readonly conversationId: string;
	readonly userId: string;
	readonly meetingAt: number;
	readonly items: readonly StoredActionItem[];
}

/** Replaces the items of a conversation. An item that is still there keeps its state. */
export function replaceActionItems({ sql }: Db, { conversationId, userId, meetingAt, items }: ItemsOfMeeting): void {
	const before = States.parse(
		sql.all`SELECT hash, state FROM actionItems WHERE conversationId = ${conversationId}`,
	);
	const states = new Map(before.map(({ hash, state }) => [hash, state]));
	sql.run`DELETE FROM actionItems WHERE conversationId = ${conversationId}`;
	for (const [position, { hash, item, owner, priority }] of items.entries()) {
		sql.run`INSERT INTO actionItems VALUES (${conversationId}, ${hash}, ${userId}, ${position}, ${item}, ${owner},
			${priority}, ${meetingAt}, ${states.get(hash) ?? 'open'}) ON CONFLICT DO NOTHING`;
	}
}

/** Returns whether the item exists. */
export function setActionItemState({ sql }: Db, conversationId: string, hash: string, state: ActionItemState): boolean {
	return (
		sql.run`UPDATE actionItems SET state = ${state} WHERE conversationId = ${conversationId} AND hash = ${hash}`
			.changes === 1
	);
}

const ItemsOfMeetings = ItemRow.extend({
	conversationId: z.string(),
	meetingTitle: z.string(),
	meetingAt: z.int(),
	state: z.enum(actionItemStates),
}).array();

/** The user's items in every state, oldest meeting first, without those of deleted conversations. */
export function listActionItems({ sql }: Db, userId: string) {
	return ItemsOfMeetings.parse(
		sql.all`SELECT i.*, c.title AS meetingTitle FROM actionItems i JOIN conversations c ON c.id = i.conversationId
			WHERE i.userId = ${userId} AND c.deletedAt IS NULL ORDER BY i.meetingAt, i.conversationId, i.position`,
	);
}

/** Open items of one conversation, in the order of the key points. */
export function openActionItems({ sql }: Db, conversationId: string): StoredActionItem[] {
	return Items.parse(
		sql.all`SELECT * FROM actionItems
			WHERE conversationId = ${conversationId} AND state = 'open' ORDER BY position`,
	);
}
