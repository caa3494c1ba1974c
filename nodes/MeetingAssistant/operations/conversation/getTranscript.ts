import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { conversationId } from '../conversationId.ts';

export const getTranscript = operation({
	endpoint: api.transcript.get,
	value: 'getTranscript',
	name: 'Get Transcript',
	action: 'Get the transcript of a conversation',
	description: 'Get who said what and when, in one item with the field “segments”, oldest first',
	fields: { id: conversationId },
});
