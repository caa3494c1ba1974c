import type { DataTableProxyProvider, ICredentialsHelper, IDataObject, INodeExecutionData, IRun, IRunExecutionData, IWorkflowExecuteAdditionalData, Workflow, WorkflowExecuteMode } from 'n8n-workflow';
import { z } from 'zod/v4';
import { coreModule, workflowModule } from '../engine/n8nModules.ts';
import { additionalData } from '../engine/runWorkflow.ts';
import type { WorkflowFile } from '../engine/index.ts';
import type { Time } from '../faults/time.ts';
import { isOwn, type RehearsedNodes } from './nodes.ts';
import type { Failure, Run, Seen } from './record.ts';

/** What started an execution. */
export interface Start {
	/** The trigger's name. */
	readonly trigger: string;
	readonly items: readonly INodeExecutionData[];
	readonly mode: WorkflowExecuteMode;
	/** In words. */
	readonly why: string;
	readonly events?: readonly string[];
	/** The events, by name and conversation. */
	readonly about?: readonly string[];
}

export interface ExecutionsOptions {
	readonly file: WorkflowFile;
	readonly nodes: RehearsedNodes;
	readonly credentials: ICredentialsHelper;
	readonly dataTables: DataTableProxyProvider;
	readonly timezone: string;
	readonly time: Time;
	readonly seen: Seen;
}

/** The workflow in n8n's engine. */
export interface Executions {
	/** The workflow as n8n reads it: with defaults, to execute it or to run its triggers. */
	readonly workflow: (staticData?: IDataObject) => Workflow;
	/** What n8n's server provides to everything that runs. */
	readonly additional: () => IWorkflowExecuteAdditionalData;
	/** Runs it to its end, including waits. Never fails: an error is part of the result. */
	readonly start: (start: Start) => Promise<IRun | undefined>;
	/** Notes a failed execution without any node but its trigger, as n8n lists a poll that fails. */
	readonly failed: (trigger: string, why: string, failure: Failure) => void;
	/** Ends when nothing is running any more. */
	readonly settled: () => Promise<void>;
}

const Explained = z.object({ message: z.string(), description: z.string().nullish() });

/** An error as n8n shows it. */
export function failureOf(node: string, error: unknown): Failure {
	const { data } = Explained.safeParse(error);
	const message = data?.message ?? String(error);
	const advice = data?.description ?? '';
	return { node, message, advice: advice === message ? '' : advice };
}

const ID = 'rehearsal';

/** Max nodes run by one execution: a loop through a thousand meetings needs fewer, and an endless one would use up the memory. */
const MAX_STEPS = 10_000;

const ENDLESS = {
	message: `It was stopped after ${MAX_STEPS.toLocaleString('en')} steps`,
	description: 'The connections lead back to where they came from. Add a condition that ends the loop, such as an If node or Loop Over Items',
};

/** n8n's server around its engine, for one workflow in a rehearsal's time. */
export function createExecutions({ file, nodes, credentials, dataTables, timezone, time, seen }: ExecutionsOptions): Executions {
	const name = file.name ?? ID;
	const settings = { timezone, ...file.settings };
	const underWay = new Set<Promise<unknown>>();

	function makeWorkflow(staticData: IDataObject = {}): Workflow {
		const { nodes: copied, connections } = structuredClone({ nodes: file.nodes, connections: file.connections });
		// Whatever the file refers to, use the rehearsal's account.
		for (const node of copied) if (isOwn(node)) node.credentials = { meetingAssistantApi: { id: ID, name: ID } };
		const workflow = new workflowModule.Workflow({ id: ID, name, nodes: copied, connections, settings, active: true, nodeTypes: nodes.defined, staticData });
		// Without their form, unknown nodes would lose their settings.
		for (const node of file.nodes) {
			const read = workflow.nodes[node.name];
			if (read && Object.keys(read.parameters).length === 0) read.parameters = structuredClone(node.parameters);
		}
		workflow.nodeTypes = nodes.acting;
		return workflow;
	}

	const additional = (): IWorkflowExecuteAdditionalData => ({
		...additionalData(credentials),
		'data-table': { dataTableProxyProvider: dataTables },
	});

	async function play(run: Run, data: IRunExecutionData, mode: WorkflowExecuteMode): Promise<IRun> {
		const executionId = String(run.id);
		for (;;) {
			const workflow = makeWorkflow();
			const date = new Date();
			const hooks = new coreModule.ExecutionLifecycleHooks(mode, executionId, {
				...{ id: ID, name, nodes: file.nodes, connections: file.connections, settings },
				...{ active: true, isArchived: false, createdAt: date, updatedAt: date, activeVersionId: null },
			});
			hooks.addHandler('nodeExecuteAfter', (node, task) => {
				const items = (task.data?.main ?? []).reduce((sum, output) => sum + (output?.length ?? 0), 0);
				run.nodes.push({ node, items });
				if (run.nodes.length > MAX_STEPS) running.cancel();
			});
			const engine = new coreModule.WorkflowExecute({ ...additional(), hooks, executionId }, mode, data);
			const running = engine.processRunExecutionData(workflow);
			const result = await running;
			if (running.isCanceled) run.failure = failureOf(run.nodes.at(-1)?.node ?? run.trigger, ENDLESS);
			const { waitTill } = result;
			if (!waitTill) return result;
			run.status = 'waiting';
			run.end = new Date(waitTill).getTime();
			await time.sleep(run.end - time.wall());
			data = result.data;
		}
	}

	async function start({ trigger, items, mode, why, events = [], about = [] }: Start): Promise<IRun | undefined> {
		const run: Run = { id: seen.runs.length + 1, at: time.wall(), trigger, why, events, nodes: [], status: 'waiting', end: time.wall(), failure: null };
		seen.runs.push(run);
		seen.handled.push(...about);
		const node = makeWorkflow().getNode(trigger);
		if (!node) throw new Error(`The workflow has no node ${trigger}`);
		const data = workflowModule.createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: [[...items]] }, source: null }] },
		});
		let result: IRun | undefined;
		try {
			result = await play(run, data, mode);
			const { error, lastNodeExecuted } = result.data.resultData;
			if (error) run.failure ??= failureOf(lastNodeExecuted ?? trigger, error);
		} catch (error) {
			// The engine checks parameters before the first node.
			run.failure = failureOf(trigger, error);
		}
		run.status = run.failure ? 'error' : 'success';
		run.end = time.wall();
		return result;
	}

	return {
		workflow: makeWorkflow,
		additional,
		start(given) {
			const running = start(given).finally(() => underWay.delete(running));
			underWay.add(running);
			return running;
		},
		failed(trigger, why, failure) {
			seen.runs.push({ id: seen.runs.length + 1, at: time.wall(), end: time.wall(), trigger, why, events: [], nodes: [], status: 'error', failure });
		},
		async settled() {
			while (underWay.size > 0) await Promise.all(underWay);
		},
	};
}
