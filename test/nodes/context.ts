import type { INode, INodeParameters } from 'n8n-workflow';
import { additionalData } from '../../packages/rehearsal/engine/runWorkflow.ts';
import { credentialsHelper } from '../../packages/rehearsal/engine/credentials.ts';
import { loadPackages } from '../../packages/rehearsal/engine/index.ts';
import { coreModule, workflowModule } from '../../packages/rehearsal/engine/n8nModules.ts';
import { nodeTypesOf } from '../../packages/rehearsal/engine/packages.ts';
import type { Credential } from './engine.ts';

const type = 'n8n-nodes-meeting-assistant.meetingAssistant';

export interface ContextOptions {
	readonly credential: Credential;
	readonly parameters?: INodeParameters;
	readonly items?: number;
	readonly onError?: INode['onError'];
	readonly signal?: AbortSignal;
	/** Other settings of the node, such as Retry On Fail. */
	readonly settings?: Partial<INode>;
	/** The name of the running node, if it is another one: an AI agent that has this node as a tool. */
	readonly runningNode?: string;
}

/** The node with n8n's own contexts, for details that a whole run does not show. */
export async function contexts(options: ContextOptions) {
	const { credential, parameters = {}, items = 1, onError, signal, settings, runningNode } = options;
	const packages = await loadPackages();
	const node: INode = {
		id: '1',
		name: 'Meeting Assistant',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { meetingAssistantApi: { id: '1', name: 'account' } },
		...(onError && { onError }),
		...settings,
	};
	const nodeTypes = nodeTypesOf(packages);
	const workflow = new workflowModule.Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const data = additionalData(credentialsHelper(packages, { account: credential }));
	const input = Array.from({ length: items }, () => ({ json: {} }));
	return {
		nodeType: nodeTypes.getByNameAndVersion(type),
		editor: new coreModule.LoadOptionsContext(workflow, node, data, ''),
		run: new coreModule.ExecuteContext(
			workflow,
			node,
			data,
			'manual',
			workflowModule.createRunExecutionData({}),
			0,
			input,
			{ main: [input] },
			{ node: { ...node, name: runningNode ?? node.name }, data: { main: [input] }, source: null },
			[],
			signal,
		),
	};
}
