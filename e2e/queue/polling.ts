import { randomUUID } from 'node:crypto';
import type { Named } from '../../scripts/n8n/n8nApi.ts';
import { pollingTrigger } from '../pollingTrigger.ts';

/** The polling trigger, which repeats what was cut off, followed by one node. */
export function pollingWorkflow(credential: Named, next: object) {
	const trigger = pollingTrigger(credential, { events: ['conversation.created'], options: { repeatAfterRestart: true } });
	return {
		name: `Polling ${randomUUID()}`,
		nodes: [trigger, { id: randomUUID(), name: 'Next', position: [200, 0], ...next }],
		connections: { [trigger.name]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	};
}
