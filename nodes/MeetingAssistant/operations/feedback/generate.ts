import { z } from 'zod/v4';
import { api, MIN_FEEDBACK_SEGMENTS } from '../../../../src/api/index.ts';
import { savedOrMade } from '../../generated.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { simplify } from '../../simplify.ts';
import { conversationId } from '../conversationId.ts';
import { regenerate } from '../regenerate.ts';
import { feedbackResult, type Answered } from './results.ts';

const Input = z.object({ id: z.string(), forceRefresh: z.boolean().default(false) });

export const generate = operation({
	endpoint: api.feedback.generate,
	value: 'generate',
	name: 'Get or Generate',
	action: 'Get or generate feedback on a conversation',
	description:
		'Get the saved feedback on how you communicated, or have the AI make it when none is saved. Making it uses one AI credit.',
	fields: { id: conversationId, forceRefresh: regenerate },
	own: { fields: { simplify } },
	advice: {
		validation_error: `Feedback needs a conversation with at least ${MIN_FEEDBACK_SEGMENTS} transcript segments: skip shorter ones, the field “segmentCount” of Conversation “Get Many” tells`,
	},
	async *run(session, input) {
		const { id, forceRefresh } = readInput(Input, input);
		const { data } = await savedOrMade<{ data: Answered }>({
			force: forceRefresh,
			read: () => session.client.feedback.get({ id }),
			make: () => session.call(api.feedback.generate, { id, forceRefresh }),
		});
		yield feedbackResult(session, data, input);
	},
});
