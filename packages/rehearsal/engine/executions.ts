import type { ExecutionError, DataTableProxyProvider, ExecuteWorkflowData, ICredentialsHelper, IDataObject, INode, INodeExecutionData, IRun, IWorkflowExecuteAdditionalData, Workflow, WorkflowExecuteMode } from 'n8n-workflow';
import * as z from 'zod/v4';
import { coreModule, workflowModule } from './n8nModules.ts';
import { additionalData } from './runWorkflow.ts';
import type { Time } from '../time.ts';
import { readWorkflowText, type PinnedWorkflow } from '../workflow.ts';
import { runCode } from './code/runCode.ts';
import { CALLER, firstNodeOf, type Library } from './library.ts';
import { isOwn, type RehearsedNodes } from './nodes.ts';
import type { Cut, Failure, Run, Seen } from '../record.ts';

/** What started an execution. */
export interface Start {
	/** The trigger's name. */
	readonly trigger: string;
	readonly items: readonly INodeExecutionData[];
	readonly mode: WorkflowExecuteMode;
	/** Why it started, in words. */
	readonly why: string;
	readonly events?: readonly string[];
	/** The events, by name and conversation. */
	readonly about?: readonly string[];
}

/** A workflow to execute: the rehearsed one, or a sub-workflow. */
interface Program {
	readonly file: PinnedWorkflow;
	readonly nodes: RehearsedNodes;
	/** A node's name in the report. */
	readonly label: (node: string) => string;
	/** What the workflow's nodes remember from one execution to the next. */
	staticData: IDataObject;
}

export interface ExecutionsOptions {
	readonly file: PinnedWorkflow;
	readonly library: Library;
	readonly nodesOf: (file: PinnedWorkflow, label: (node: string) => string) => RehearsedNodes;
	readonly credentials: ICredentialsHelper;
	readonly dataTables: DataTableProxyProvider;
	readonly timezone: string;
	readonly time: Time;
	readonly seen: Seen;
	/** Max executions per trigger, after which the rehearsal ends. */
	readonly maxRuns: number;
	readonly onCut: (cut: Cut) => undefined;
}

/** The workflow in n8n's engine. */
export interface Executions {
	/** The workflow as n8n reads it: with defaults, to execute it or to run its triggers. */
	readonly workflow: () => Workflow;
	/** What n8n's server provides to everything that runs. */
	readonly additional: () => IWorkflowExecuteAdditionalData;
	/** Runs it to its end, including waits. Never fails: an error is part of the result. */
	readonly start: (start: Start) => Promise<IRun | undefined>;
	/** Notes a failed execution without any node but its trigger, as n8n lists a poll that fails. */
	readonly failed: (trigger: string, why: string, failure: Failure) => void;
	/** Empty required parameters, by node. */
	readonly missing: () => ReadonlyMap<string, readonly string[]>;
	/** The workflow, and those that it has called. */
	readonly files: () => readonly PinnedWorkflow[];
	/** Ends when nothing is running any more. */
	readonly settled: () => Promise<void>;
}

const Explained = z.object({ message: z.string(), description: z.string().nullish() });

/** Details that n8n keeps with the error of an expression and only shows in its editor. */
const MissingNode = z.object({ message: z.string().regex(/^Referenced node does/), context: z.object({ nodeCause: z.string(), parameter: z.string().optional() }) });

/** An error as n8n shows it. */
export function failureOf(node: string, error: unknown): Failure {
	const { context } = MissingNode.safeParse(error).data ?? {};
	if (context) {
		const { nodeCause: missing, parameter } = context;
		return { node, message: `There is no node “${missing}”`, advice: `${parameter === undefined ? 'An expression' : `The expression of “${parameter}”`} names it: correct the name, or add the node.` };
	}
	const { data } = Explained.safeParse(error);
	const message = data?.message ?? String(error);
	const advice = data?.description ?? '';
	return { node, message, advice: advice === message ? '' : advice };
}

const ID = 'rehearsal';

/** Max nodes run by one execution: a loop over a thousand meetings needs fewer, and an endless loop would use up the memory. */
const MAX_STEPS = 10_000;

const ENDLESS = {
	message: `It was stopped after ${MAX_STEPS.toLocaleString('en')} steps`,
	description: 'The connections lead back to where they came from. Add a condition that ends the loop, such as an If node or Loop Over Items',
};

/** How deeply sub-workflows may be nested. In n8n, a workflow that calls itself never ends. */
const MAX_DEPTH = 25;

/**
 * Stands in for n8n's server around its engine, for one workflow by the rehearsal's clock. `onCut` is called if the workflow
 * was executed too often.
 */
export function createExecutions({ file, library, nodesOf, credentials, dataTables, timezone, time, seen, maxRuns, onCut }: ExecutionsOptions): Executions {
	const underWay = new Set<Promise<unknown>>();
	const programs = new Map<PinnedWorkflow, Program>();

	function programOf(one: PinnedWorkflow): Program {
		const known = programs.get(one);
		if (known) return known;
		const label = (node: string): string => (one === file ? node : `${one.name} › ${node}`);
		const program: Program = { file: one, label, nodes: nodesOf(one, label), staticData: {} };
		programs.set(one, program);
		return program;
	}
	const main = programOf(file);
	const stopped = new Map<string, number>();
	const started = new Map<string, number>();

	/** The data of a workflow in n8n's database. */
	const baseOf = ({ file: { id = ID, name = ID, nodes, connections, settings } }: Program) => {
		const date = new Date();
		return {
			...{ id, name, nodes, connections, settings: { timezone, ...settings } },
			...{ active: true, isArchived: false, createdAt: date, updatedAt: date, activeVersionId: null },
		};
	};

	function makeWorkflow(program: Program, staticData: IDataObject): Workflow {
		const { id, name, connections, nodes: written, settings } = baseOf(program);
		const copied = structuredClone({ nodes: written, connections });
		// Whatever the file refers to, use the rehearsal's account.
		for (const node of copied.nodes) if (isOwn(node)) node.credentials = { meetingAssistantApi: { id: ID, name: ID } };
		const workflow = new workflowModule.Workflow({ id, name, ...copied, settings, active: true, nodeTypes: program.nodes.defined, staticData });
		// Unknown nodes have no form, without which their settings would be lost.
		for (const node of written) {
			const read = workflow.nodes[node.name];
			if (read && Object.keys(read.parameters).length === 0) read.parameters = structuredClone(node.parameters);
		}
		workflow.nodeTypes = program.nodes.acting;
		return workflow;
	}

	const additional = (): IWorkflowExecuteAdditionalData => ({
		...additionalData(credentials),
		'data-table': { dataTableProxyProvider: dataTables },
		// A generic function, whose result only its caller knows.
		startRunnerTask: async (_additional, _type, settings, functions, _data, node, workflow, _execution, _run, _index, _name, items): Promise<never> => {
			const ended: unknown = await runCode({ settings, functions, node, workflow, items, time, stopped });
			return z.custom<never>().parse(ended);
		},
	});

	/** An execution in progress, with how deep its sub-workflows are nested. */
	interface Level {
		readonly run: Run;
		readonly depth: number;
		/** The last failure in a sub-workflow. */
		inner: Failure | null;
	}

	/** Errors in items count for nodes of this package only: others may pass on those of the node before. */
	function noteContinued({ file, label }: Program, name: string, items: readonly INodeExecutionData[], error: ExecutionError | undefined): void {
		const node = file.nodes.find((one) => one.name === name);
		if (!node?.onError?.startsWith('continue')) return;
		const inItems = isOwn(node) ? items.flatMap(({ json }) => (typeof json['error'] === 'string' ? [json['error']] : [])) : [];
		const errors = error ? [error.message] : inItems;
		const [why] = errors;
		if (why === undefined) return;
		const before = seen.continued.get(label(name));
		seen.continued.set(label(name), { count: (before?.count ?? 0) + errors.length, why: before?.why ?? why });
	}

	async function play(program: Program, level: Level, start: { readonly node: INode; readonly items: readonly INodeExecutionData[] }, mode: WorkflowExecuteMode): Promise<IRun> {
		const { run } = level;
		const executionId = String(run.id);
		const callSubWorkflow: IWorkflowExecuteAdditionalData['executeWorkflow'] = (info, _additional, { inputData, doNotWaitToFinish }) =>
			callProgram(level, info.code ? inline(info.code) : library.find(String(info.id)), inputData ?? [], doNotWaitToFinish ?? false);
		let data = workflowModule.createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node: start.node, data: { main: [[...start.items]] }, source: null }] },
		});
		for (;;) {
			const workflow = makeWorkflow(program, program.staticData);
			const hooks = new coreModule.ExecutionLifecycleHooks(mode, executionId, baseOf(program));
			hooks.addHandler('nodeExecuteAfter', (node, task) => {
				const items = (task.data?.main ?? []).flatMap((output) => output ?? []);
				run.nodes.push({ node: program.label(node), items: items.length });
				noteContinued(program, node, items, task.error);
				if (run.nodes.length > MAX_STEPS) running.cancel();
			});
			const engine = new coreModule.WorkflowExecute({ ...additional(), executeWorkflow: callSubWorkflow, hooks, executionId }, mode, data);
			const running = engine.processRunExecutionData(workflow);
			const result = await running;
			// Without the proxies that notice changes, as n8n stores it.
			if (workflow.staticData['__dataChanged']) program.staticData = JSON.parse(JSON.stringify(workflow.staticData));
			if (running.isCanceled) run.failure ??= failureOf(run.nodes.at(-1)?.node ?? run.trigger, ENDLESS);
			const { waitTill } = result;
			if (!waitTill) return result;
			run.status = 'waiting';
			run.end = new Date(waitTill).getTime();
			await time.sleep(run.end - time.wall());
			data = result.data;
		}
	}

	/** The failure of a node. If it calls a sub-workflow, the failure inside that. */
	function failureIn({ file: { nodes }, label }: Program, { inner }: Level, node: string, error: unknown): Failure {
		const isCaller = nodes.some(({ name, type }) => name === node && type === CALLER);
		return (isCaller && inner) || failureOf(label(node), error);
	}

	/** Sub-workflows that are written in the parameters of a node, by their text. */
	const inlined = new Map<string, PinnedWorkflow>();
	function inline(code: object): PinnedWorkflow {
		const text = JSON.stringify(code);
		const found = inlined.get(text) ?? readWorkflowText(text, 'The workflow in the parameters');
		inlined.set(text, found);
		return found;
	}

	/** Executes a sub-workflow as n8n does: its items are those of the node that came last. */
	async function callProgram(caller: Level, called: PinnedWorkflow | undefined, items: readonly INodeExecutionData[], isDetached: boolean): Promise<ExecuteWorkflowData> {
		if (!called) throw new Error('Workflow does not exist.');
		const program = programOf(called);
		const { run } = caller;
		const level: Level = { run, depth: caller.depth + 1, inner: null };
		const fail = (error: unknown, node: string): Error => {
			caller.inner = failureIn(program, level, node, error);
			return error instanceof Error ? error : new Error(caller.inner.message);
		};
		const first = firstNodeOf(called);
		if (!first) throw fail(new Error('Missing node to start execution. The workflow that is called needs the trigger “When Executed by Another Workflow”.'), '');
		if (level.depth > MAX_DEPTH) throw fail(new Error(`Sub-workflows call each other more than ${MAX_DEPTH} deep. One that calls itself has no end.`), first.name);
		const whole = async (): Promise<ExecuteWorkflowData> => {
			const node = makeWorkflow(program, {}).getNode(first.name) ?? first;
			const { data } = await play(program, level, { node, items }, 'integrated');
			const { error, lastNodeExecuted = first.name, runData } = data.resultData;
			if (run.failure) throw new Error(run.failure.message);
			if (error) throw fail(error, lastNodeExecuted);
			return { executionId: String(run.id), data: workflowModule.mergeRunsPerBranch(runData[lastNodeExecuted] ?? []) };
		};
		if (!isDetached) return await whole();
		const running = whole()
			.catch(() => void (run.failure ??= caller.inner))
			.finally(() => underWay.delete(running));
		underWay.add(running);
		return { executionId: String(run.id), data: [null] };
	}

	async function start({ trigger, items, mode, why, events = [], about = [] }: Start): Promise<IRun | undefined> {
		const begun = (started.get(trigger) ?? 0) + 1;
		started.set(trigger, begun);
		if (begun > maxRuns) return onCut({ at: time.wall(), node: trigger, what: 'run', count: maxRuns });
		const run: Run = { id: seen.runs.length + 1, at: time.wall(), trigger, why, events, about, nodes: [], status: 'waiting', end: time.wall(), failure: null };
		seen.runs.push(run);
		seen.handled.push(...about);
		const node = makeWorkflow(main, {}).getNode(trigger);
		if (!node) throw new Error(`The workflow has no node ${trigger}`);
		const level: Level = { run, depth: 0, inner: null };
		let result: IRun | undefined;
		try {
			result = await play(main, level, { node, items }, mode);
			const { error, lastNodeExecuted } = result.data.resultData;
			if (error) run.failure ??= failureIn(main, level, lastNodeExecuted ?? trigger, error);
		} catch (error) {
			// The engine checks parameters before the first node.
			run.failure = failureOf(trigger, error);
		}
		run.failure = seen.hung.get(run.id) ?? run.failure;
		run.status = run.failure ? 'error' : 'success';
		run.end = time.wall();
		return result;
	}

	return {
		workflow: () => makeWorkflow(main, {}),
		additional,
		start(given) {
			const running = start(given).finally(() => underWay.delete(running));
			underWay.add(running);
			return running;
		},
		failed(trigger, why, failure) {
			seen.runs.push({ id: seen.runs.length + 1, at: time.wall(), end: time.wall(), trigger, why, events: [], about: [], nodes: [], status: 'error', failure });
		},
		missing: () => new Map([...programs.values()].flatMap(({ nodes }) => [...nodes.missing()])),
		files: () => [...programs.keys()],
		async settled() {
			while (underWay.size > 0) await Promise.all(underWay);
		},
	};
}
