import type { INodePropertyOptions } from 'n8n-workflow';
import type { EventName } from '../../src/api/index.ts';

/** A test delivery reaches every webhook: nobody has to choose it. */
type ChoosableEvent = Exclude<EventName, 'webhook.test'>;

const words: Readonly<Record<ChoosableEvent, Pick<INodePropertyOptions, 'name' | 'description'>>> = {
	'conversation.action_items.ready': {
		name: 'Action Items Ready',
		description: 'The action items of a conversation can be read',
	},
	'conversation.created': { name: 'Conversation Created', description: 'A new meeting or call was recorded' },
	'conversation.deleted': { name: 'Conversation Deleted', description: 'A conversation was deleted' },
	'conversation.shared': { name: 'Conversation Shared', description: 'A public link to a conversation was made' },
	'conversation.updated': { name: 'Conversation Updated', description: 'A conversation changed, such as its title' },
	'conversation.feedback.ready': { name: 'Feedback Ready', description: 'Feedback on a conversation can be read' },
	'conversation.keypoints.ready': {
		name: 'Key Points Ready',
		description: 'The key points of a conversation can be read',
	},
	'conversation.summary.ready': {
		name: 'Summary Ready',
		description: 'The summary of a conversation can be read',
	},
	'transcript.failed': { name: 'Transcript Failed', description: 'A recording could not be transcribed' },
	'transcript.ready': { name: 'Transcript Ready', description: 'The transcript of a conversation can be read' },
};

/** Events to choose from, by name. */
export const eventOptions: INodePropertyOptions[] = Object.entries(words).map(([value, word]) => ({ ...word, value }));
