import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters, IPollFunctions } from 'n8n-workflow';
import { additionalData } from '../../packages/rehearsal/engine/runWorkflow.ts';
import { credentialsHelper } from '../../packages/rehearsal/engine/credentials.ts';
import { coreModule, workflowModule } from '../../packages/rehearsal/engine/n8nModules.ts';
import { nodeTypesOf, type Packages } from '../../packages/rehearsal/engine/packages.ts';

type Execution = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

export interface LifeOptions {
	readonly packages: Packages;
	readonly credential: INodeParameters;
	readonly parameters: INodeParameters;
	/** The data that a previous n8n has saved. */
	readonly saved: string;
	/** Called with the items of each batch that starts an execution. */
	readonly onItems: (items: readonly IDataObject[]) => void;
	readonly name?: string;
	/** ID of the workflow. With another one, this process's executions are unknown, as in another process. */
	readonly workflowId?: string;
	/** The time limit that n8n reports for a poll. */
	readonly pollBudgetMs?: number | undefined;
	readonly onLog?: (message: string) => void;
	/** Collects the executions that are waited for. */
	readonly executions?: Execution[];
}

/**
 * One life of n8n with the built polling trigger in its own poll context. Its memory is saved when n8n saves it: after
 * activation and with each execution that starts. In between, it only exists in the process.
 */
export function startLife({ packages, credential, parameters, saved: savedBefore, onItems, name = 'Meetings', workflowId = randomUUID(), pollBudgetMs, onLog, executions = [] }: LifeOptions) {
	const node: INode = {
		id: '1',
		name,
		type: 'n8n-nodes-meeting-assistant.meetingAssistantPollingTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { meetingAssistantApi: { id: '1', name: 'account' } },
	};
	const nodeTypes = nodeTypesOf(packages);
	const { poll } = nodeTypes.getByNameAndVersion(node.type, 1);
	if (!poll) throw new Error('The node does not poll');
	const workflow = new workflowModule.Workflow({
		...{ id: workflowId, name: 'workflow', nodes: [node], connections: {}, active: true, nodeTypes },
		staticData: JSON.parse(savedBefore),
	});
	const additional = additionalData(credentialsHelper(packages, { account: credential }));
	let saved = savedBefore;
	let isAlive = true;
	const take = (items: readonly IDataObject[]): void => {
		if (!isAlive) return;
		onItems(items);
		saved = JSON.stringify(workflow.staticData);
	};
	return {
		executions,
		saved: () => saved,
		memory: () => JSON.stringify(workflow.staticData),
		kill: () => void (isAlive = false),
		/** Resolves with its items, to which executions started later add theirs. A poll in the editor saves nothing. */
		async poll({ isActivation = false, isManual = false } = {}): Promise<IDataObject[]> {
			const all: IDataObject[] = [];
			const emit: IPollFunctions['__emit'] = (data, _response, done) => {
				const items = data.flat().map(({ json }) => json);
				all.push(...items);
				take(items);
				if (done) executions.push(done);
			};
			const context: IPollFunctions = new coreModule.PollContext(workflow, node, additional, isManual ? 'manual' : 'trigger', 'activate', emit);
			if (onLog) Object.defineProperty(context, 'logger', { value: { debug: onLog, info: onLog, warn: onLog, error: onLog } });
			if (pollBudgetMs !== undefined) Object.defineProperty(context, 'getPollBudgetMs', { value: () => pollBudgetMs });
			const items = ((await poll.call(context)) ?? []).flat().map(({ json }) => json);
			all.unshift(...items);
			if (!isManual && (items.length > 0 || isActivation)) take(items);
			return all;
		},
	};
}
