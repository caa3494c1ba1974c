import { eventNames, type EventName } from '../api/index.ts';

/** A test delivery reaches every webhook: nobody has to choose it. */
export type ChoosableEvent = Exclude<EventName, 'webhook.test'>;

interface EventWords {
	readonly label: string;
	readonly description: string;
}

/** What people read of each event (Events), by label. */
export const eventWords: Readonly<Record<ChoosableEvent, EventWords>> = {
	'conversation.action_items.ready': {
		label: 'Action Items Ready',
		description: 'The action items of a conversation are available',
	},
	'conversation.created': { label: 'Conversation Created', description: 'A new meeting or call was recorded' },
	'conversation.deleted': { label: 'Conversation Deleted', description: 'A conversation was deleted' },
	'conversation.shared': { label: 'Conversation Shared', description: 'A public link to a conversation was created' },
	'conversation.updated': { label: 'Conversation Updated', description: 'A conversation changed, such as its title' },
	'conversation.feedback.ready': { label: 'Feedback Ready', description: 'Feedback on a conversation is available' },
	'conversation.keypoints.ready': {
		label: 'Key Points Ready',
		description: 'The key points of a conversation are available',
	},
	'conversation.summary.ready': { label: 'Summary Ready', description: 'The summary of a conversation is available' },
	'transcript.failed': { label: 'Transcript Failed', description: 'A recording could not be transcribed' },
	'transcript.ready': { label: 'Transcript Ready', description: 'The transcript of a conversation is available' },
};

const isChoosable = (name: EventName): name is ChoosableEvent => Object.hasOwn(eventWords, name);

/** The events to choose from, by label. */
export const eventChoices = eventNames
	.filter(isChoosable)
	.map((value) => ({ value, ...eventWords[value] }))
	.sort((one, other) => one.label.localeCompare(other.label));
