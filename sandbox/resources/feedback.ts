import { api, Feedback, MIN_FEEDBACK_SEGMENTS } from '../../src/api/index.ts';
import { iso, MINUTE_MS } from '../clock.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { findResult, resultRow, saveResult } from '../db/results.ts';
import { spokenMs } from '../db/segments.ts';
import type { User } from '../db/users.ts';
import { withCredit } from '../limits.ts';
import { invalid } from '../http/apiError.ts';
import type { Service } from '../service.ts';
import { meetingFor, savedResult } from './generation.ts';
import { route } from './route.ts';

const Content = Feedback.pick({ feedback: true, userSpeakerName: true });
export const FeedbackRow = resultRow(Content);

/** The saved feedback of a conversation with the time it was generated; undefined if there is none. */
export const savedFeedback = ({ db }: Service, conversation: StoredConversation) =>
	findResult(db, conversation.id, 'feedback', FeedbackRow);

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
		const totalMinutes = Math.round(spokenMs(db, id) / MINUTE_MS);
		const { feedback, userSpeakerName } = await ai.feedback(meetingFor(service, user, conversation));
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

const results = savedResult({
	name: 'Feedback',
	find: savedFeedback,
	make: generate,
	shown: ({ id }, { body: { feedback: content, userSpeakerName }, createdAt }) => ({ id, feedback: content, overallScore: content.overallScore, userSpeakerName, createdAt: iso(createdAt) }),
});

export const feedback = {
	get: route(api.feedback.get, results.get),
	generate: route(api.feedback.generate, results.generate),
};
