import { KeyPoints } from '../../src/api/index.ts';
import { replaceActionItems } from '../db/actionItems.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { findResult, saveResult } from '../db/results.ts';
import type { User } from '../db/users.ts';
import { withCredit } from '../limits/credits.ts';
import type { Service } from '../service.ts';
import { storedItems } from './actionItems.ts';
import { meetingFor } from './meeting.ts';
import { anyResult, savedOrMade } from './savedOrMade.ts';

const Content = KeyPoints.shape.keypoints;

/** The saved key points of a conversation with the time they were made; undefined when there are none. */
export const savedKeyPoints = ({ db }: Service, conversation: StoredConversation) =>
	findResult(db, conversation.id, 'keypoints', Content);

/** The saved key points, or new ones: then for one credit, and the webhooks are told. */
export const keyPointsOf = (service: Service, user: User, conversation: StoredConversation, wish = anyResult) =>
	savedOrMade(service.inTurn, wish, {
		key: `keypoints ${conversation.id}`,
		find: () => savedKeyPoints(service, conversation),
		make: () => generate(service, user, conversation),
	});

async function generate(service: Service, user: User, conversation: StoredConversation) {
	const { id, title, startedAt } = conversation;
	const { db, ai, now, deliveries } = service;
	const make = async () => Content.parse(await ai.keyPoints(meetingFor(service, user, conversation)));
	const result = await withCredit(service, user, make, (body) => {
		const createdAt = now();
		saveResult(db, id, 'keypoints', body, createdAt);
		const items = storedItems(body.actionItems);
		replaceActionItems(db, { conversationId: id, userId: user.id, meetingAt: startedAt, items });
		return { body, createdAt };
	});
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
