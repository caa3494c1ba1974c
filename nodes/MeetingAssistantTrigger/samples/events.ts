import type { EventData, EventName } from '../../../src/api/index.ts';

const conversationId = 'sample-conversation';
const title = 'Pilot review with Harbour';

/** A made-up event of each kind, with the fields that a real one has. */
export const sampleData: { readonly [N in EventName]: EventData<N> } = {
	'conversation.created': { conversationId },
	'conversation.updated': { conversationId, title },
	'conversation.keypoints.ready': { conversationId, title },
	'conversation.summary.ready': { conversationId, title, sectionCount: 2 },
	'conversation.action_items.ready': { conversationId, actionItemCount: 2 },
	'conversation.feedback.ready': { conversationId, overallScore: 7.5 },
	'conversation.shared': { conversationId, shareUrl: 'https://example.com/share/sample' },
	'conversation.deleted': { conversationId },
	'transcript.ready': { conversationId, segmentCount: 3 },
	'transcript.failed': { conversationId, error: 'The recording holds no speech.' },
	'webhook.test': { message: 'This is a test delivery.' },
};
