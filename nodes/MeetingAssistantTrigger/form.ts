import type { INodeProperties } from 'n8n-workflow';
import { ANY_EVENT, instantTrigger, pollingTrigger } from '../../src/triggers/index.ts';
import { eventsSubtitle, NODES, noticeProperties, readForm, triggerCollections, triggerFields, triggerHint, type TriggerContext } from '../shared/triggerForm.ts';

/** The time between two checks of the account's webhooks. */
export const WATCH_MINUTES = 10;

/** How often n8n checks whether the webhook is still there. Hidden, since nothing is gained by changing it. */
const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default: { item: [{ mode: 'everyX', unit: 'minutes', value: WATCH_MINUTES }] },
};

/** The trigger’s form. */
export const properties: INodeProperties[] = [
	...noticeProperties(instantTrigger),
	...triggerFields(instantTrigger.fields),
	...triggerCollections(instantTrigger),
	pollTimes,
];

export const subtitle = eventsSubtitle(instantTrigger.fields.events.choices, ANY_EVENT);

export const builderHint = triggerHint(instantTrigger, { nodeType: NODES.polling, trigger: pollingTrigger });

export const readParameters = (context: TriggerContext) => readForm(context, instantTrigger);
