import type {
	IConnections,
	ICredentialsHelper,
	INode,
	INodeExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { type Credentials, credentialsHelper } from './credentials.ts';
import { coreModule, workflowModule } from './n8nModules.ts';
import { nodeTypesOf, type Packages } from './packages.ts';

const nowhere = 'http://127.0.0.1/';

const absent = (what: string) => () => Promise.reject(new Error(`${what} is not part of this engine`));

/** What n8n's server hands to the engine. Sub-workflows, code runners and public addresses need that server. */
export function additionalData(credentialsHelper: ICredentialsHelper): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		externalSecretsProxy: new coreModule.ExternalSecretsProxy(),
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: nowhere,
		instanceBaseUrl: nowhere,
		formBaseUrl: nowhere,
		formWaitingBaseUrl: nowhere,
		formTestBaseUrl: nowhere,
		webhookBaseUrl: nowhere,
		webhookWaitingBaseUrl: nowhere,
		webhookTestBaseUrl: nowhere,
		mcpBaseUrl: nowhere,
		mcpTestBaseUrl: nowhere,
		executeWorkflow: absent('A sub-workflow'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: absent('The task runner'),
		logAiEvent: () => undefined,
	};
}

/** A workflow as n8n exports it. */
export interface WorkflowFile {
	name?: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface RunOptions {
	packages: Packages;
	credentials?: Credentials;
	/** The node to start from; the workflow's own start node when left out. */
	startNode?: string;
	/** What the start node gets. A trigger passes it on as what has happened; when left out, a manual run is simulated. */
	input?: INodeExecutionData[];
	onNodeStart?: (node: string) => void;
	onNodeEnd?: (run: NodeRun) => void;
}

/** One execution of one node. Times in milliseconds. */
export interface NodeRun {
	node: string;
	startTime: number;
	executionTime: number;
	status: string;
	/** Items by output: of an If node, `outputs[1]` is what was false. */
	outputs: INodeExecutionData[][];
	error?: Error;
}

export interface WorkflowRun {
	status: string;
	/** In the order in which they ran. */
	nodes: NodeRun[];
	error?: Error;
}

function nodeRun(node: string, task: ITaskData): NodeRun {
	const { startTime, executionTime, error } = task;
	const outputs = (task.data?.main ?? []).map((items) => items ?? []);
	return { node, startTime, executionTime, status: task.executionStatus ?? 'unknown', outputs, ...(error && { error }) };
}

/** Runs a workflow file, unchanged, in n8n's own engine. A failing workflow is a result with an error, never a rejection. */
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
		const run = nodeRun(node, task);
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
	const result = await engine.processRunExecutionData(workflow);
	const { error } = result.data.resultData;
	return { status: result.status, nodes: runs, ...(error && { error }) };
}
