import { api } from '../../src/api/index.ts';
import { minutesOf } from '../db/conversations.ts';
import { meetingFor } from '../generate/meeting.ts';
import { withCredit } from '../limits/credits.ts';
import { conversationOf } from './conversation.ts';
import { route } from './route.ts';

export const question = {
	ask: route(api.question.ask, async ({ id, query }, caller) => {
		const { service, user } = caller;
		const conversation = conversationOf(caller, id);
		const { response, segmentsAnalyzed, suggestedQueries } = await withCredit(service, user, () =>
			service.ai.answer(meetingFor(service, user, conversation), query),
		);
		const metadata = { segmentsAnalyzed, conversationDuration: minutesOf(conversation) };
		return { data: { id, query, response, metadata, suggestedQueries } };
	}),
};
