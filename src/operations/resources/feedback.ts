import { api, MIN_FEEDBACK_SEGMENTS, type Feedback } from '../../api/index.ts';
import { feedbackRow } from '../../format/index.ts';
import { conversationId } from './conversation.ts';
import { operation, result, type Result } from '../operation.ts';
import { creditsLeftOf, forceRefreshOf, naming, notSaved, savedOrMade } from '../results/savedResult.ts';
import type { Session } from '../session.ts';
import { simplify } from './user.ts';

/** Feedback as `GET` and `POST` return it. */
type Answered = Feedback & { readonly cached?: boolean };

/** Simplified feedback is one row of a spreadsheet. */
function feedbackResult(session: Session, feedback: Answered, isSimple: boolean): Result {
	const shown = isSimple ? feedbackRow(feedback) : feedback;
	return result({ ...shown, cached: feedback.cached ?? true, ...creditsLeftOf(session) });
}

export const generateFeedback = operation({
	endpoint: api.feedback.generate,
	id: 'generate',
	name: 'Get or Generate',
	action: 'Get or generate feedback',
	description:
		'Get feedback on how you communicated. Generating it, if none is saved, uses one AI credit.',
	fields: { id: conversationId, forceRefresh: forceRefreshOf('Feedback'), simplify },
	advice: {
		validation_error: ({ operation: find, list }) =>
			`Skip shorter conversations: ${find('Conversation', list.name)} returns “segmentCount”, which must be ${MIN_FEEDBACK_SEGMENTS} or more`,
	},
	async *run(session, { id, forceRefresh: force, simplify: isSimple }) {
		const data = await savedOrMade<Answered>({
			force,
			read: () => session.task.saved('feedback', id),
			make: async () => (await session.client.feedback.generate({ id, forceRefresh: force })).data,
		});
		yield feedbackResult(session, data, isSimple);
	},
});

export const getFeedback = operation({
	endpoint: api.feedback.get,
	id: 'get',
	name: 'Get Saved',
	action: 'Get saved feedback',
	description:
		'Get saved feedback on how you communicated: scores, strengths and what to improve. Uses no AI credit.',
	fields: { id: conversationId, simplify },
	advice: { not_found: notSaved('Feedback') },
	async *run(session, { id, simplify: isSimple }) {
		const { data } = await naming(session, id, 'feedback', () => session.client.feedback.get({ id }));
		yield feedbackResult(session, data, isSimple);
	},
});
