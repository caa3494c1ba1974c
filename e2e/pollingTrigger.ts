import { randomUUID } from 'node:crypto';
import type { Named } from '../scripts/n8n/n8nApi.ts';
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
