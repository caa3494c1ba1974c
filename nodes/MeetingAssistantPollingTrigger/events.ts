import type { INodePropertyOptions } from 'n8n-workflow';
import type { EventName } from '../../src/api/index.ts';
import type { ResultKind } from '../../src/polling/index.ts';
import { eventChoices } from '../../src/words/events.ts';

/** Stand in saved workflows for ever. The service knows this one not: it comes from the calendar. */
export const STARTING_SOON = 'meeting.starting_soon';

export const CREATED = 'conversation.created' satisfies EventName;
export const KEY_POINTS = 'conversation.keypoints.ready' satisfies EventName;
export const ACTION_ITEMS = 'conversation.action_items.ready' satisfies EventName;
export const FEEDBACK = 'conversation.feedback.ready' satisfies EventName;

/** What each event about a result waits for. */
export const resultOf: Readonly<Record<string, ResultKind>> = {
	[KEY_POINTS]: 'keyPoints',
	[ACTION_ITEMS]: 'keyPoints',
	[FEEDBACK]: 'feedback',
};

/** Told when a result was waited for in vain. */
export const missingEvents: Readonly<Record<ResultKind, string>> = {
	keyPoints: 'conversation.keypoints.missing',
	feedback: 'conversation.feedback.missing',
};

const descriptions: Readonly<Record<string, string>> = {
	[ACTION_ITEMS]: 'An item for each task that the AI found in a conversation',
	[CREATED]: 'A conversation was recorded',
	[FEEDBACK]: 'Feedback on how you communicated was made',
	[KEY_POINTS]: 'Summary, decisions, action items and dates of a conversation were made',
};

const conversationEvents = eventChoices
	.filter(({ value }) => value in descriptions)
	.map(({ label, value }) => ({ name: label, value, description: descriptions[value] }));

/** Events to choose from, by name. */
export const eventOptions: INodePropertyOptions[] = [
	...conversationEvents,
	{
		name: 'Meeting Starting Soon',
		value: STARTING_SOON,
		description: 'A meeting of the connected calendar begins in some minutes',
	},
];
