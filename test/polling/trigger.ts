import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters, IPollFunctions, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { additionalData } from '../../scripts/engine/additionalData.ts';
import { credentialsHelper } from '../../scripts/engine/credentials.ts';
import { loadPackages, type Packages } from '../../scripts/engine/index.ts';
import { coreModule, workflowModule } from '../../scripts/engine/n8n.ts';
import { nodeTypesOf } from '../../scripts/engine/nodeTypes.ts';

const PACKAGE = 'n8n-nodes-meeting-assistant';

let loaded: Promise<Packages> | undefined;

export interface TriggerOptions {
	readonly credential: INodeParameters;
	readonly parameters: INodeParameters;
	/** What another trigger had saved. */
	readonly saved?: string;
	readonly name?: string;
	/** How long n8n says that a poll may take. */
	readonly pollBudgetMs?: number;
}

/**
 * The built polling trigger in n8n's own poll context. What it remembers is saved when n8n saves it: after activation
 * and with each batch of items, and in between it is in the process's memory only.
 */
export async function createTrigger({ credential, parameters, saved: savedBefore = '{}', name = 'Meetings', pollBudgetMs }: TriggerOptions) {
	const packages = await (loaded ??= loadPackages([process.cwd()]));
	const node: INode = {
		id: '1',
		name,
		type: `${PACKAGE}.meetingAssistantPollingTrigger`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { meetingAssistantApi: { id: '1', name: 'account' } },
	};
	const additional: IWorkflowExecuteAdditionalData = additionalData(credentialsHelper(packages, { account: credential }));
	const nodeTypes = nodeTypesOf(packages);
	const { poll } = nodeTypes.getByNameAndVersion(node.type, 1);
	if (!poll) throw new Error('The node does not poll');

	// Another process knows nothing of executions that this one has started.
	const id = randomUUID();
	let saved: IDataObject = JSON.parse(savedBefore);
	const begin = () =>
		new workflowModule.Workflow({
			...{ id, name: 'workflow', nodes: [node], connections: {}, active: true, nodeTypes },
			staticData: structuredClone(saved),
		});
	let workflow = begin();
	const save = (): void => void (saved = JSON.parse(JSON.stringify(workflow.staticData)));

	/** Executions that the trigger started by itself, and wants to know the end of. */
	/** All items that executions of their own were started with. */
	const emittedInAll: IDataObject[] = [];
	const logs: string[] = [];
	const log = (message: string): void => void logs.push(message);
	const logger = { debug: log, info: log, warn: log, error: log };
	const executions: NonNullable<Parameters<IPollFunctions['__emit']>[2]>[] = [];
	const run = async (mode: 'trigger' | 'manual'): Promise<IDataObject[] | null> => {
		const emitted: IDataObject[] = [];
		const emit: IPollFunctions['__emit'] = (data, _response, done) => {
			emitted.push(...data.flat().map(({ json }) => json));
			emittedInAll.push(...data.flat().map(({ json }) => json));
			if (done) executions.push(done);
			save();
		};
		const context: IPollFunctions = new coreModule.PollContext(workflow, node, additional, mode, 'activate', emit);
		Object.defineProperty(context, 'logger', { value: logger });
		if (pollBudgetMs !== undefined) Object.defineProperty(context, 'getPollBudgetMs', { value: () => pollBudgetMs });
		const returned = ((await poll.call(context)) ?? []).flat().map(({ json }) => json);
		// Executions are started as soon as the poll is over.
		await new Promise(setImmediate);
		const items = [...returned, ...emitted];
		return items.length > 0 ? items : null;
	};
	return {
		/** Items of a scheduled poll; null when there are none. */
		async poll(): Promise<IDataObject[] | null> {
			const items = await run('trigger');
			if (items) save();
			return items;
		},
		/** As on publishing, and when n8n starts: polls at once. */
		async activate(): Promise<IDataObject[] | null> {
			workflow = begin();
			const items = await run('trigger');
			save();
			return items;
		},
		executions,
		emitted: emittedInAll,
		logs,
		manual: () => run('manual'),
		saved: () => JSON.stringify(saved),
		memory: () => JSON.stringify(workflow.staticData),
	};
}
