import { setTimeout as wait } from 'node:timers/promises';
import type { N8n } from '../../scripts/n8n/n8nApi.ts';

const ASK_MS = 250;
const PATIENCE_MS = 120_000;

/** Waits until so many executions of a workflow have ended well. @throws when they are fewer for minutes, or more. */
export async function drained(n8n: Pick<N8n, 'countSucceeded'>, workflowId: string, expected: number): Promise<void> {
	let count = 0;
	for (let waited = 0; waited < PATIENCE_MS; waited += ASK_MS) {
		count = await n8n.countSucceeded(workflowId);
		if (count >= expected) break;
		await wait(ASK_MS);
	}
	if (count !== expected) throw new Error(`Of ${expected} executions, ${count} have ended well`);
}
