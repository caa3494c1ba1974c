import { createHash } from 'node:crypto';
import type { z } from 'zod/v4';
import { type ActionItem, api, KeyPoints } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { replaceActionItems, type StoredActionItem } from '../db/actionItems.ts';
import type { StoredConversation } from '../db/conversations.ts';
import type { Db } from '../db/open.ts';
import { findResult, resultRow, saveResult } from '../db/results.ts';
import type { User } from '../db/users.ts';
import { withCredit } from '../limits.ts';
import type { Service } from '../service.ts';
import { fold } from '../text.ts';
import { meetingFor, savedResult } from './generation.ts';
import { route } from './route.ts';

/** Action items as stored, under a hash of their text that stays the same when key points are regenerated. */
export const storedItems = (items: readonly ActionItem[]): StoredActionItem[] =>
	items.map(({ item, owner, priority }) => ({
		hash: createHash('sha256').update(fold(item)).digest('hex').slice(0, 12),
		item,
		owner: owner.trim() || null,
		priority,
	}));

const Content = KeyPoints.shape.keypoints;
export const KeyPointsRow = resultRow(Content);

/** The saved key points of a conversation with the time they were generated; undefined if there are none. */
export const savedKeyPoints = ({ db }: Service, conversation: StoredConversation) =>
	findResult(db, conversation.id, 'keypoints', KeyPointsRow);

/** Saves key points together with their action items. */
export function saveKeyPoints(db: Db, { id, userId, startedAt }: StoredConversation, body: z.output<typeof Content>, createdAt: number) {
	saveResult(db, id, 'keypoints', body, createdAt);
	replaceActionItems(db, { conversationId: id, userId, meetingAt: startedAt, items: storedItems(body.actionItems) });
	return { body, createdAt };
}

async function generate(service: Service, user: User, conversation: StoredConversation) {
	const { id, title } = conversation;
	const { db, ai, now, deliveries } = service;
	const make = async () => Content.parse(await ai.keyPoints(meetingFor(service, user, conversation)));
	const result = await withCredit(service, user, make, (body) => saveKeyPoints(db, conversation, body, now()));
	const { sections, actionItems } = result.body;
	deliveries.emit(user.id, 'conversation.keypoints.ready', { conversationId: id, title });
	deliveries.emit(user.id, 'conversation.summary.ready', {
		conversationId: id,
		title,
		sectionCount: sections.length,
	});
	deliveries.emit(user.id, 'conversation.action_items.ready', {
		conversationId: id,
		actionItemCount: actionItems.length,
	});
	return result;
}

const results = savedResult({
	name: 'Key points',
	find: savedKeyPoints,
	make: generate,
	shown: ({ id, title }, { body, createdAt }) => ({ id, title, keypoints: body, createdAt: iso(createdAt) }),
});

/** The saved key points, or new ones for one credit, which are announced to webhooks. */
export const keyPointsOf = results.ofConversation;

export const keyPoints = {
	get: route(api.keyPoints.get, results.get),
	generate: route(api.keyPoints.generate, results.generate),
};
