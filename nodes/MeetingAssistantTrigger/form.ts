import type { INodeProperties } from 'n8n-workflow';
import { ANY_EVENT, instantTrigger, type Notice, polledNames, pollingTrigger } from '../../src/triggers/index.ts';
import { checkForm, eventsSubtitle, NODES, noticeProperties, pollTimesEvery, readForm, triggerCollections, triggerFields, triggerHint, type TriggerContext } from '../shared/triggerForm.ts';

/** The time between two checks of the account's webhooks. */
export const WATCH_MINUTES = 10;

/** Nobody can bring about an event on request, and a test delivery is about no meeting. */
const buildNotice: Notice = {
	name: 'buildNotice',
	text: ({ pollingTrigger: other }) =>
		`To build with real data, add a ${other} for the same event, click “Fetch Test Event” in it and pin its output: both triggers return the same fields.`,
	showWhen: { events: [...polledNames, ANY_EVENT] },
};

export const properties: INodeProperties[] = [
	...noticeProperties(instantTrigger),
	...triggerFields(instantTrigger.fields),
	...noticeProperties({ notices: [buildNotice] }),
	...triggerCollections(instantTrigger),
	// How often n8n checks whether the webhook is still there.
	pollTimesEvery(WATCH_MINUTES),
];

export const subtitle = eventsSubtitle(instantTrigger.fields.events.choices, ANY_EVENT);

export const builderHint = triggerHint(instantTrigger, { nodeType: NODES.polling, trigger: pollingTrigger });

export const readParameters = (context: TriggerContext) => readForm(context, instantTrigger);
export const checkParameters = (context: TriggerContext): void => checkForm(context, instantTrigger);
