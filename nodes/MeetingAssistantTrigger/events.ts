import type { INodePropertyOptions } from 'n8n-workflow';
import { eventNames, type EventName } from '../../src/api/index.ts';
import { eventChoices } from '../../src/words/events.ts';

/** Stands in saved workflows for ever. */
export const ANY_EVENT = 'any';
export const TEST_EVENT: EventName = 'webhook.test';

/** Events to choose from, the widest choice first. */
export const eventOptions: INodePropertyOptions[] = [
	{
		name: 'Any Event',
		value: ANY_EVENT,
		description: 'Everything that happens, except test deliveries',
	},
	...eventChoices.map(({ label: name, ...choice }) => ({ name, ...choice })),
	{
		name: 'Test Delivery',
		value: TEST_EVENT,
		description: 'A test of the webhook, sent on demand. When listening in the editor it always shows.',
	},
];

/** What to ask the service for. It has to be told each kind by name. */
export const eventsToRegister = (chosen: readonly string[]): EventName[] =>
	eventNames.filter((name) => chosen.includes(name) || (chosen.includes(ANY_EVENT) && name !== TEST_EVENT));

/** Whether an event is one that was asked for. A kind that is new belongs to “any”. */
export function isChosen(event: string, chosen: readonly string[]): boolean {
	return chosen.includes(event) || (chosen.includes(ANY_EVENT) && event !== TEST_EVENT);
}
