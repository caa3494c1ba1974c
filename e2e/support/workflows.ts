import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import type { N8n, Named } from '../../scripts/n8n/n8nApi.ts';
import { CREDENTIAL } from './startWorld.ts';

/** The polling trigger as a workflow's first node. It polls every minute. */
export const pollingTrigger = ({ id, name }: Named, parameters: object) => ({
	id: randomUUID(),
	name: 'Polling',
	type: 'n8n-nodes-meeting-assistant.meetingAssistantPollingTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
	credentials: { [CREDENTIAL]: { id, name } },
});

const PACKAGE = 'n8n-nodes-meeting-assistant';

export interface InstantOptions {
	readonly webhookId: string;
	readonly credential: Named;
	readonly events?: readonly string[];
	readonly name?: string;
	readonly options?: object;
	readonly parameters?: object;
}

export const CREATED = ['conversation.created'];

const instant = ({ webhookId, credential, events = CREATED, name = 'Instant', options = {}, parameters = {} }: InstantOptions) => ({
	id: webhookId,
	name,
	type: `${PACKAGE}.meetingAssistantTrigger`,
	typeVersion: 2,
	position: [0, 0],
	webhookId,
	parameters: { events, options, ...parameters },
	credentials: { meetingAssistantApi: credential },
});

/** Only the instant trigger. */
export const instantWorkflow = (name: string, options: InstantOptions) => ({ name, nodes: [instant(options)], connections: {} });

/** Both triggers. The polling trigger stays the same node when the other one changes. */
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

/** The polling trigger with “Retry Interrupted Executions” on, followed by one node. */
export function pollingWorkflow(credential: Named, next: object) {
	const trigger = pollingTrigger(credential, { events: ['conversation.created'], options: { repeatAfterRestart: true } });
	return {
		name: `Polling ${randomUUID()}`,
		nodes: [trigger, { id: randomUUID(), name: 'Next', position: [200, 0], ...next }],
		connections: { [trigger.name]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	};
}

/** What the trigger stores in n8n about its webhook. */
const Kept = z.record(z.string(), z.object({ registration: z.object({ url: z.url(), secret: z.string() }) }));

export interface Instant {
	readonly workflowId: string;
	/** The same for each n8n process that accepts deliveries. */
	readonly path: string;
	readonly secret: string;
}

/** The instant trigger, followed by one node. */
const workflowOf = (credential: Named, next: object) => ({
	name: `Instant ${randomUUID()}`,
	nodes: [
		{
			id: randomUUID(),
			name: 'Trigger',
			type: 'n8n-nodes-meeting-assistant.meetingAssistantTrigger',
			typeVersion: 2,
			position: [0, 0],
			webhookId: randomUUID(),
			// Deliveries of tests are about conversations that do not exist.
			parameters: { events: ['conversation.created'], include: [] },
			credentials: { [CREDENTIAL]: { id: credential.id, name: credential.name } },
		},
		{ id: randomUUID(), name: 'Next', position: [200, 0], ...next },
	],
	connections: { Trigger: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
});

/** Publishes a workflow with the trigger, which registers its webhook, and returns the secret that the service signs with. */
export async function publishInstant(n8n: N8n, credential: Named, next: object): Promise<Instant> {
	const { id: workflowId } = await n8n.createWorkflow(workflowOf(credential, next));
	assert.equal(await n8n.publish(workflowId), null);
	const [kept] = Object.values(Kept.parse(await n8n.staticData(workflowId)));
	assert.ok(kept);
	const { url, secret } = kept.registration;
	return { workflowId, path: new URL(url).pathname, secret };
}
