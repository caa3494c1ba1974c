import { api } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { keyPointsOf, savedKeyPoints } from '../generate/keyPoints.ts';
import { notFound } from '../server/apiError.ts';
import { conversationOf } from './conversation.ts';
import { route } from './route.ts';

type Result = NonNullable<ReturnType<typeof savedKeyPoints>>;

const shown = ({ id, title }: StoredConversation, { body, createdAt }: Result) => ({
	id,
	title,
	keypoints: body,
	createdAt: iso(createdAt),
});

export const keyPoints = {
	get: route(api.keyPoints.get, ({ id }, caller) => {
		const conversation = conversationOf(caller, id);
		const saved = savedKeyPoints(caller.service, conversation);
		if (saved === undefined) throw notFound(`Key points of conversation ${id}`);
		return { data: shown(conversation, saved) };
	}),

	generate: route(api.keyPoints.generate, async ({ id, ...how }, caller) => {
		const conversation = conversationOf(caller, id);
		const { result, cached } = await keyPointsOf(caller.service, caller.user, conversation, { ...how, parallel: caller.parallel });
		return { data: { ...shown(conversation, result), cached } };
	}),
};
