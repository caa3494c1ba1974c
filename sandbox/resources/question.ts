import { api } from '../../src/api/index.ts';
import { minutesOf } from '../db/conversations.ts';
import { withCredit } from '../limits.ts';
import { conversationOf } from './conversations.ts';
import { meetingFor } from './generation.ts';
import { route } from './route.ts';

export const question = {
	ask: route(api.question.ask, async ({ id, query }, caller) => {
		const { service, user } = caller;
		const conversation = conversationOf(caller, id);
		const make = () => service.ai.answer(meetingFor(service, user, conversation), query);
		const { response, segmentsAnalyzed, suggestedQueries } = await withCredit(service, user, make, (answer) => answer);
		const metadata = {
			// The AI may have read a very long segment as several.
			segmentsAnalyzed: Math.min(segmentsAnalyzed, conversation.segmentCount),
			conversationDuration: minutesOf(conversation),
		};
		return { data: { id, query, response, metadata, suggestedQueries } };
	}),
};
