import type {
	IConnections,
	ICredentialsHelper,
	INode,
	INodeExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { absent, credentialsHelper, type Credentials } from './credentials.ts';
import { coreModule, workflowModule } from './n8nModules.ts';
import { nodeTypesOf, type Packages } from './packages.ts';

const NOWHERE = 'http://127.0.0.1/';

/** What n8n's server passes to the engine. Sub-workflows, task runners and public URLs are not available without it. */
export function additionalData(credentialsHelper: ICredentialsHelper): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		externalSecretsProxy: new coreModule.ExternalSecretsProxy(),
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: NOWHERE,
		instanceBaseUrl: NOWHERE,
		formBaseUrl: NOWHERE,
		formWaitingBaseUrl: NOWHERE,
		formTestBaseUrl: NOWHERE,
		webhookBaseUrl: NOWHERE,
		webhookWaitingBaseUrl: NOWHERE,
		webhookTestBaseUrl: NOWHERE,
		mcpBaseUrl: NOWHERE,
		mcpTestBaseUrl: NOWHERE,
		executeWorkflow: absent('A sub-workflow'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: absent('The task runner'),
		logAiEvent: () => undefined,
	};
}

/** A workflow as exported by n8n. */
export interface WorkflowFile {
	name?: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface RunOptions {
	packages: Packages;
	credentials?: Credentials;
	/** Default: the workflow's own start node. */
	startNode?: string;
	/** Input of the start node; a trigger passes it on as its event. Default: a manual run without input. */
	input?: INodeExecutionData[];
	onNodeStart?: (node: string) => void;
	onNodeEnd?: (run: NodeRun) => void;
}

/** One execution of a node. Times in milliseconds. */
export interface NodeRun {
	node: string;
	startTime: number;
	executionTime: number;
	status: string;
	/** Items by output: for an If node, `outputs[1]` is the false branch. */
	outputs: INodeExecutionData[][];
	error?: Error;
}

export interface WorkflowRun {
	status: string;
	/** In execution order. */
	nodes: NodeRun[];
	error?: Error;
}

function nodeRunOf(node: string, task: ITaskData): NodeRun {
	const { startTime, executionTime, error } = task;
	const outputs = (task.data?.main ?? []).map((items) => items ?? []);
	return { node, startTime, executionTime, status: task.executionStatus ?? 'unknown', outputs, ...(error && { error }) };
}

/** Runs an unchanged workflow file in n8n's own engine. A workflow that fails, or that the engine refuses, gives a result with an error. */
export async function runWorkflow(file: WorkflowFile, options: RunOptions): Promise<WorkflowRun> {
	const mode = options.input ? 'trigger' : 'manual';
	const id = 'workflow';
	const { name = id, nodes, connections, settings = {} } = structuredClone(file);
	const workflow = new workflowModule.Workflow({
		id,
		name,
		nodes,
		connections,
		settings,
		active: false,
		nodeTypes: nodeTypesOf(options.packages),
	});
	const start = options.startNode === undefined ? workflow.getStartNode() : workflow.getNode(options.startNode);
	if (!start) throw new Error(`The workflow has no node ${options.startNode ?? 'to start from'}`);

	const runs: NodeRun[] = [];
	const now = new Date();
	const hooks = new coreModule.ExecutionLifecycleHooks(mode, 'execution', {
		...{ id, name, nodes, connections, settings },
		...{ active: false, isArchived: false, createdAt: now, updatedAt: now, activeVersionId: null },
	});
	hooks.addHandler('nodeExecuteBefore', (node) => options.onNodeStart?.(node));
	hooks.addHandler('nodeExecuteAfter', (node, task) => {
		const run = nodeRunOf(node, task);
		runs.push(run);
		options.onNodeEnd?.(run);
	});

	const data = workflowModule.createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: start, data: { main: [options.input ?? [{ json: {} }]] }, source: null }],
		},
	});
	const helper = credentialsHelper(options.packages, options.credentials ?? {});
	const engine = new coreModule.WorkflowExecute({ ...additionalData(helper), hooks, executionId: 'execution' }, mode, data);
	try {
		const result = await engine.processRunExecutionData(workflow);
		const { error } = result.data.resultData;
		return { status: result.status, nodes: runs, ...(error && { error }) };
	} catch (error) {
		// The engine checks parameters and credentials before the first node.
		return { status: 'error', nodes: runs, error: error instanceof Error ? error : new Error(String(error)) };
	}
}
