import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { conversationId } from '../conversationId.ts';
import { forceRefresh } from '../forceRefresh.ts';

export const generate = operation({
	endpoint: api.keyPoints.generate,
	value: 'generate',
	name: 'Generate',
	action: 'Generate the key points of a conversation',
	description:
		'Get the saved key points, or have the AI make them when none are saved. Making them uses one AI credit.',
	fields: { id: conversationId, forceRefresh },
});
