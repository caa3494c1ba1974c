import { api, MIN_FEEDBACK_SEGMENTS } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { conversationId } from '../conversationId.ts';
import { forceRefresh } from '../forceRefresh.ts';

export const generate = operation({
	endpoint: api.feedback.generate,
	value: 'generate',
	name: 'Generate',
	action: 'Generate feedback on a conversation',
	description:
		'Get the saved feedback on how you communicated, or have the AI make it when none is saved. Making it uses one AI credit.',
	fields: { id: conversationId, forceRefresh },
	advice: {
		validation_error: `Feedback needs a conversation with at least ${MIN_FEEDBACK_SEGMENTS} transcript segments: skip shorter ones, the field “segmentCount” of Conversation “Get Many” tells`,
	},
});
