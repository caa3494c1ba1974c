import { api } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { feedbackOf, savedFeedback } from '../generate/feedback.ts';
import { notFound } from '../server/apiError.ts';
import { conversationOf } from './conversation.ts';
import { route } from './route.ts';

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

	generate: route(api.feedback.generate, async ({ id, ...how }, caller) => {
		const conversation = conversationOf(caller, id);
		const { result, cached } = await feedbackOf(caller.service, caller.user, conversation, { ...how, parallel: caller.parallel });
		return { data: { ...shown(id, result), cached } };
	}),
};
