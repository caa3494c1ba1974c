import { Feedback, MIN_FEEDBACK_SEGMENTS } from '../../src/api/index.ts';
import { MINUTE_MS } from '../clock.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { findResult, saveResult } from '../db/results.ts';
import type { User } from '../db/users.ts';
import { withCredit } from '../limits/credits.ts';
import { invalid } from '../server/apiError.ts';
import type { Service } from '../service.ts';
import { meetingFor } from './meeting.ts';
import { savedOrMade } from './savedOrMade.ts';

const Content = Feedback.pick({ feedback: true, userSpeakerName: true });

/** The saved feedback of a conversation with the time it was made; undefined when there is none. */
export const savedFeedback = ({ db }: Service, conversation: StoredConversation) =>
	findResult(db, conversation.id, 'feedback', Content);

/** The saved feedback, or new one: then for one credit, and the webhooks are told. */
export const feedbackOf = (service: Service, user: User, conversation: StoredConversation, forceRefresh: boolean) =>
	savedOrMade(
		service.inTurn,
		`feedback ${conversation.id}`,
		() => (forceRefresh ? undefined : savedFeedback(service, conversation)),
		() => make(service, user, conversation),
	);

async function make(service: Service, user: User, conversation: StoredConversation) {
	const { id, segmentCount } = conversation;
	const { db, ai, now, deliveries } = service;
	if (segmentCount < MIN_FEEDBACK_SEGMENTS) {
		throw invalid(
			'id',
			`feedback needs at least ${MIN_FEEDBACK_SEGMENTS} transcript segments, this one has ${segmentCount}`,
		);
	}
	const result = await withCredit(service, user, async () => {
		const meeting = meetingFor(service, user, conversation);
		const { feedback, userSpeakerName } = await ai.feedback(meeting);
		const stats = { talkListenRatio: feedback.talkListenRatio, totalMinutes: minutesSpoken(meeting.segments) };
		const body = Content.parse({ feedback: { ...feedback, stats }, userSpeakerName });
		const createdAt = now();
		saveResult(db, id, 'feedback', body, createdAt);
		return { body, createdAt };
	});
	const { overallScore } = result.body.feedback;
	deliveries.emit(user.id, 'conversation.feedback.ready', { conversationId: id, overallScore });
	return result;
}

/** Whole minutes between the first and the last segment. */
function minutesSpoken(segments: readonly { timestamp: string }[]): number {
	const [first, last] = [segments.at(0), segments.at(-1)];
	return first && last ? Math.round((Date.parse(last.timestamp) - Date.parse(first.timestamp)) / MINUTE_MS) : 0;
}
