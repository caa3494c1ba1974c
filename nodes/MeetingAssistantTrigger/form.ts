import type { INodeProperties } from 'n8n-workflow';
import { ANY_EVENT } from '../../src/events/catalogue.ts';
import { instantTrigger, trigger } from '../../src/events/triggers.ts';
import { choice } from '../../src/forms/field.ts';
import { eventsSubtitle, noticeProperties, readForm, triggerCollections, triggerFields, type TriggerContext } from '../shared/triggerForm.ts';

/** n8n lets people try a trigger while they build the workflow. */
const listenFor = choice({
	label: 'When Testing in the Editor',
	choices: [
		{
			value: 'events',
			label: 'Wait for a Real Event',
			description: 'Shows the next event, or a test delivery. Uses one of the plan’s webhooks while it waits.',
		},
		{
			value: 'samples',
			label: 'Show Samples Right Away',
			description: 'Shows an event of each chosen kind, to build with: about your newest conversation with what is saved about it, or made up where that is not enough. Takes a request, and one per detail.',
		},
	],
	default: 'events',
	description: 'What testing this trigger shows. A published workflow always gets real events.',
});

/** The time between two checks of the account's webhooks. */
export const WATCH_MINUTES = 10;

const form = trigger({ ...instantTrigger, fields: { ...instantTrigger.fields, include: { ...instantTrigger.fields.include, initial: ['actionItems', 'conversation'] }, listenFor } });

/** How the editor listens is a single choice for the whole node. */
const withoutExpression = (property: INodeProperties): INodeProperties =>
	property.name === 'listenFor' ? { ...property, noDataExpression: true } : property;

/** How often n8n checks whether the webhook is still there. Hidden, since nothing is gained by changing it. */
const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default: { item: [{ mode: 'everyX', unit: 'minutes', value: WATCH_MINUTES }] },
};

/** The trigger’s form. */
export const properties: INodeProperties[] = [
	...noticeProperties(form),
	...triggerFields(form.fields).map(withoutExpression),
	...triggerCollections(form),
	pollTimes,
];

export const subtitle = eventsSubtitle(form.fields.events.choices, ANY_EVENT);

export const readParameters = (context: TriggerContext) => readForm(context, form);
