import { api, Feedback, MIN_FEEDBACK_SEGMENTS } from '../../src/api/index.ts';
import { iso, MINUTE_MS } from '../clock.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { findResult, resultRow, saveResult } from '../db/results.ts';
import { spokenMs } from '../db/segments.ts';
import type { User } from '../db/users.ts';
import { withCredit } from '../limits.ts';
import { invalid, notFound } from '../http/apiError.ts';
import type { Service } from '../service.ts';
import { conversationOf } from './conversations.ts';
import { meetingFor, savedOrMade } from './generation.ts';
import { route } from './route.ts';

const Content = Feedback.pick({ feedback: true, userSpeakerName: true });
export const FeedbackRow = resultRow(Content);

/** The saved feedback of a conversation with the time it was generated; undefined if there is none. */
export const savedFeedback = ({ db }: Service, conversation: StoredConversation) =>
	findResult(db, conversation.id, 'feedback', FeedbackRow);

/** The saved feedback, or new feedback for one credit, which is announced to webhooks. */
const feedbackOf = (service: Service, user: User, conversation: StoredConversation, forceRefresh: boolean) =>
	savedOrMade(service.inTurn, {
		key: `feedback ${conversation.id}`,
		forceRefresh,
		find: () => savedFeedback(service, conversation),
		make: () => generate(service, user, conversation),
	});

async function generate(service: Service, user: User, conversation: StoredConversation) {
	const { id, segmentCount } = conversation;
	const { db, ai, now, deliveries } = service;
	if (segmentCount < MIN_FEEDBACK_SEGMENTS) {
		throw invalid(
			'id',
			`feedback requires at least ${MIN_FEEDBACK_SEGMENTS} transcript segments; this conversation has ${segmentCount}`,
		);
	}
	const make = async () => {
		const { feedback, userSpeakerName } = await ai.feedback(meetingFor(service, user, conversation));
		const totalMinutes = Math.round(spokenMs(db, id) / MINUTE_MS);
		const stats = { talkListenRatio: feedback.talkListenRatio, totalMinutes };
		return Content.parse({ feedback: { ...feedback, stats }, userSpeakerName });
	};
	const result = await withCredit(service, user, make, (body) => {
		const createdAt = now();
		saveResult(db, id, 'feedback', body, createdAt);
		return { body, createdAt };
	});
	const { overallScore } = result.body.feedback;
	deliveries.emit(user.id, 'conversation.feedback.ready', { conversationId: id, overallScore });
	return result;
}

type Result = NonNullable<ReturnType<typeof savedFeedback>>;

const shown = (id: string, { body: { feedback: content, userSpeakerName }, createdAt }: Result) => ({
	id,
	feedback: content,
	overallScore: content.overallScore,
	userSpeakerName,
	createdAt: iso(createdAt),
});

export const feedback = {
	get: route(api.feedback.get, ({ id }, caller) => {
		const saved = savedFeedback(caller.service, conversationOf(caller, id));
		if (saved === undefined) throw notFound(`Feedback of conversation ${id}`);
		return { data: shown(id, saved) };
	}),

	generate: route(api.feedback.generate, async ({ id, forceRefresh }, caller) => {
		const conversation = conversationOf(caller, id);
		const { result, cached } = await feedbackOf(caller.service, caller.user, conversation, forceRefresh);
		return { data: { ...shown(id, result), cached } };
	}),
};
