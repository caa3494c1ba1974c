import type { INodeProperties } from 'n8n-workflow';
import { instantTrigger, POLL_MINUTES, pollingTrigger, trigger } from '../../src/triggers/index.ts';
import { boolean } from '../../src/forms/index.ts';
import { LIMITS_LINK } from '../../src/words/index.ts';
import { checkForm, eventsSubtitle, NODES, noticeProperties, pollTimesEvery, readForm, triggerCollections, triggerFields, triggerHint, type TriggerContext } from '../shared/triggerForm.ts';

/** n8n says how an execution has ended, so an interrupted one can be started again. */
const retryInterrupted = boolean({
	label: 'Retry Interrupted Executions',
	name: 'repeatAfterRestart',
	default: false,
	description:
		'Whether each event gets an execution of its own, which starts again if n8n stopped before it finished',
});

const form = trigger({
	...pollingTrigger,
	notices: [{ name: 'cost', text: `Polling uses some of your plan’s requests even when nothing is new, as ${LIMITS_LINK} explains.` }],
	options: { ...pollingTrigger.options, retryInterrupted },
});

const { events, ...details } = form.fields;

export const properties: INodeProperties[] = [
	...triggerFields({ events }),
	...noticeProperties(form),
	...triggerFields(details),
	...triggerCollections(form),
	pollTimesEvery(POLL_MINUTES),
];

export const subtitle = eventsSubtitle(pollingTrigger.fields.events.choices);

export const builderHint = triggerHint(pollingTrigger, { nodeType: NODES.instant, trigger: instantTrigger });

export const readParameters = (context: TriggerContext) => readForm(context, form);
export const checkParameters = (context: TriggerContext): void => checkForm(context, form);
export type FormValues = ReturnType<typeof readParameters>;
