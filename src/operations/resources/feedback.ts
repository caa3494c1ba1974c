import * as z from 'zod/v4';
import { api, Feedback, MIN_FEEDBACK_SEGMENTS } from '../../api/index.ts';
import { feedbackRow, type FeedbackRow } from '../../format/index.ts';
import { maybeNumber, maybeText, shapeOf } from '../../meetings/index.ts';
import { conversationId } from './conversation.ts';
import { operation, result, type Result } from '../operation.ts';
import { Cached, creditsLeftOf, forceRefreshOf, naming, notSaved, savedOrMade } from '../shared/savedResult.ts';
import type { Session } from '../session.ts';
import { simplify } from './user.ts';

const score = maybeNumber.meta({ examples: [7] });

const Row = shapeOf<FeedbackRow>()({
	id: maybeText,
	createdAt: maybeText,
	userSpeakerName: maybeText,
	overallScore: maybeNumber.meta({ description: '0 to 10', examples: [7.5] }),
	clarity: score,
	listening: score,
	timeManagement: score,
	collaboration: score,
	decisionMaking: score,
	talkListenRatio: maybeNumber.meta({ description: 'Your share of the talking, in percent', examples: [45] }),
	totalMinutes: maybeNumber.meta({ examples: [30] }),
	topPriorityFocus: maybeText.meta({ examples: ['Clear dates'] }),
	topPriorityQuote: maybeText.meta({ examples: ['Then I will send you the contract.'] }),
	topPriorityReason: maybeText.meta({ examples: ['Nobody knows when.'] }),
	topPriorityAlternative: maybeText.meta({ examples: ['I will send you the contract by Thursday.'] }),
	strengthCount: z.number(),
	strengths: maybeText.meta({ description: 'One per line', examples: ['Listening: you let people finish'] }),
	growthAreaCount: z.number(),
	growthAreas: maybeText.meta({ description: 'One per line', examples: ['Clarity: the date stayed open → Name a day'] }),
	actionPlan: maybeText.meta({ description: 'One step per line', examples: ['Name a day with every promise'] }),
}).extend(Cached.shape);

const variants = [{ when: { simplify: [false] }, output: Feedback.extend(Cached.shape) }];

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
	requests: '1, or up to 3 to generate',
	minSegments: MIN_FEEDBACK_SEGMENTS,
	fields: { id: conversationId, forceRefresh: forceRefreshOf('Feedback'), simplify },
	output: Row,
	variants,
	advice: {
		validation_error: ({ operation: find, list }) =>
			`Skip shorter conversations: ${find('Conversation', list.name)} returns “segmentCount”, which must be ${MIN_FEEDBACK_SEGMENTS} or more`,
	},
	async *run(session, { id, forceRefresh: force, simplify: isSimple }) {
		const data = await savedOrMade<Answered>(session, id, {
			force,
			minSegments: MIN_FEEDBACK_SEGMENTS,
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
	output: Row,
	variants,
	advice: { not_found: notSaved('Feedback') },
	async *run(session, { id, simplify: isSimple }) {
		const { data } = await naming(session, id, 'feedback', () => session.client.feedback.get({ id }), MIN_FEEDBACK_SEGMENTS);
		yield feedbackResult(session, data, isSimple);
	},
});
