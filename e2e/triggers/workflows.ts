import { randomUUID } from 'node:crypto';
import type { Named } from '../../scripts/n8n/n8nApi.ts';
import { pollingTrigger } from '../pollingTrigger.ts';

const PACKAGE = 'n8n-nodes-meeting-assistant';

export interface InstantOptions {
	readonly webhookId: string;
	readonly credential: Named;
	readonly events?: readonly string[];
	readonly name?: string;
	readonly options?: object;
}

export const CREATED = ['conversation.created'];

const instant = ({ webhookId, credential, events = CREATED, name = 'Instant', options = {} }: InstantOptions) => ({
	id: webhookId,
	name,
	type: `${PACKAGE}.meetingAssistantTrigger`,
	typeVersion: 2,
	position: [0, 0],
	webhookId,
	parameters: { events, options },
	credentials: { meetingAssistantApi: credential },
});

/** Of the instant trigger alone. */
export const instantWorkflow = (name: string, options: InstantOptions) => ({ name, nodes: [instant(options)], connections: {} });

/** Of both triggers, the polling one as n8n keeps it when the other is changed. */
export function bothTriggers(name: string): (options: InstantOptions) => object {
	const id = randomUUID();
	return (options) => ({
		name,
		nodes: [
			instant(options),
			{ ...pollingTrigger(options.credential, { events: CREATED }), id },
		],
		connections: {},
	});
}
