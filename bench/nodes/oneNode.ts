import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { INode, INodeParameters } from 'n8n-workflow';
import { loadPackages, runWorkflow } from '../../packages/rehearsal/engine/index.ts';

/** Items that a node processes at once, which is the credential's default. */
export const AT_ONCE = 5;

/** A service in a process of its own, which answers every request with a transcript of 100 segments. */
export async function startService() {
	const service = fork(`${import.meta.dirname}/service.ts`, { execArgv: ['--disable-warning=ExperimentalWarning'] });
	const [port] = await once(service, 'message');
	return { baseUrl: `http://127.0.0.1:${port}`, stop: () => service.kill() };
}

export type NodeUnderTest = Pick<INode, 'parameters' | 'type' | 'typeVersion'>;

/** Reads a transcript for each item. */
export const ourNode: NodeUnderTest = {
	type: 'n8n-nodes-meeting-assistant.meetingAssistant',
	typeVersion: 1,
	parameters: {
		resource: 'conversation',
		operation: 'getTranscript',
		conversationId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		format: 'object',
	},
};

/**
 * n8n's HTTP Request node with the same request. It sends the requests of all items at once: batches only add pauses between
 * them, without waiting for answers.
 */
export const httpRequest = (baseUrl: string, options: INodeParameters = {}): NodeUnderTest => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: `={{ "${baseUrl}/api/v1/conversations/" + $json.id + "/transcript" }}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'meetingAssistantApi',
		options,
	},
});

export const batchesOf = (batchSize: number): INodeParameters => ({ batching: { batch: { batchSize, batchInterval: 1 } } });

/** A function that runs a node once in n8n's own engine, for so many items. @throws if it does not return one for each. */
export async function createRunner(baseUrl: string) {
	const packages = await loadPackages();
	const credentials = { account: { baseUrl, apiKey: 'svc_bench' } };
	return async (node: NodeUnderTest, items: number): Promise<void> => {
		const workflow = {
			nodes: [
				{ id: '0', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} },
				{ id: '1', name: 'Call', position: [200, 0] as [number, number], ...node, credentials: { meetingAssistantApi: { id: '1', name: 'account' } } },
			],
			connections: { Start: { main: [[{ node: 'Call', type: 'main' as const, index: 0 }]] } },
		};
		const input = Array.from({ length: items }, (_, index) => ({ json: { id: `c${index}` } }));
		const { error, nodes } = await runWorkflow(workflow, { packages, credentials, input });
		if (error) throw error;
		const returned = nodes.at(-1)?.outputs[0]?.length;
		if (returned !== items) throw new Error(`${returned} items instead of ${items}`);
	};
}
