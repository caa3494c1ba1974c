import type { EngineResponse, IDataObject, IExecuteFunctions, INode, INodeType, INodeTypeDescription, INodeTypes, NodeOutput } from 'n8n-workflow';
import { Script } from 'node:vm';
import * as z from 'zod/v4';
import { workflowModule } from './n8nModules.ts';
import { nodeTypesOf, type Packages } from './packages.ts';
import type { PinnedWorkflow } from '../workflow.ts';
import { canRunCode, NotHere } from './code/runCode.ts';
import { isAddress, isGuess, malformedIn, reachesNobody } from '../report/effects.ts';
import { CALLER, chosenWorkflow, type Library } from './library.ts';
import type { Seen } from '../record.ts';
import type { Traffic } from '../account/traffic.ts';
import type { Watch } from '../watch.ts';

const OWN = 'n8n-nodes-meeting-assistant.';
const CORE = 'n8n-nodes-base.';
const CREDENTIAL = 'meetingAssistantApi';

/**
 * n8n's nodes that only compute, wait, or end an execution. No others run: a node that is not in this list is only
 * recorded. Code runs in a realm of its own, and data tables are kept in memory.
 */
export const COMPUTES: ReadonlySet<string> = new Set([
	'aggregate',
	'code',
	'compareDatasets',
	'cron',
	'dataTable',
	'dateTime',
	'executeWorkflowTrigger',
	'filter',
	'html',
	'if',
	'itemLists',
	'limit',
	'manualTrigger',
	'markdown',
	'merge',
	'noOp',
	'removeDuplicates',
	'renameKeys',
	'scheduleTrigger',
	'set',
	'sort',
	'splitInBatches',
	'splitOut',
	'stickyNote',
	'stopAndError',
	'summarize',
	'switch',
	'wait',
	'xml',
]);

/** SQL could access files and network addresses. */
const isSql = ({ parameters }: INode): boolean => parameters['mode'] === 'combineBySql';

export const isOwn = ({ type }: Pick<INode, 'type'>): boolean => type.startsWith(OWN);

/** Whether a node of another package calls the service with this package's credential, as HTTP Request can. */
export const callsService = ({ type, disabled, parameters, credentials }: INode): boolean =>
	!disabled && !isOwn({ type }) && (parameters['nodeCredentialType'] === CREDENTIAL || credentials?.[CREDENTIAL] !== undefined);

/** The type without its package. */
export const shortType = ({ type }: Pick<INode, 'type'>): string => type.slice(type.lastIndexOf('.') + 1);

/** Whether it starts workflows. */
export const isTriggerType = (node: Pick<INode, 'type'>): boolean => /trigger$|^(webhook|cron|interval|start|emailReadImap)$/i.test(shortType(node));

/** Python would need an interpreter. */
const isPython = ({ parameters }: INode): boolean => /^python/.test(String(parameters['language'] ?? ''));

/** Whether a node does its work in a rehearsal. One that needs an account elsewhere never does. */
export function runsForReal(node: INode, library: Library): boolean {
	if (isOwn(node)) return true;
	if (node.type === CALLER) return library.calls(node);
	const needsAccount = Object.keys(node.credentials ?? {}).length > 0;
	const isRunnable = shortType(node) !== 'code' || (!isPython(node) && canRunCode());
	return node.type.startsWith(CORE) && COMPUTES.has(shortType(node)) && isRunnable && !needsAccount && !isSql(node);
}

/** The type's description without anything that prevents an execution from starting: the report lists what is missing. */
const described = (type: INodeType | undefined, node: INode): INodeTypeDescription => ({
	...{ displayName: node.name, name: shortType(node), group: ['transform'], version: node.typeVersion, description: '' },
	...{ defaults: {}, inputs: ['main'], outputs: ['main'] },
	...(type && { outputs: type.description.outputs, inputs: type.description.inputs }),
	properties: [],
});

export interface NodesOptions {
	readonly packages: Packages;
	readonly file: PinnedWorkflow;
	/** A node's name in the report. */
	readonly label: (node: string) => string;
	readonly library: Library;
	readonly traffic: Traffic;
	readonly watch: Watch;
	readonly seen: Seen;
	readonly now: () => number;
	/** The number of an execution, by n8n's ID. */
	readonly runOf: (executionId: string | undefined) => number;
}

export interface RehearsedNodes {
	/** For reading a workflow: fills in the defaults of known types. */
	readonly defined: INodeTypes;
	/** Types for executing a workflow. */
	readonly acting: INodeTypes;
	/** Missing parameters, by node. */
	readonly missing: () => ReadonlyMap<string, readonly string[]>;
}

type Execute = (context: IExecuteFunctions, response?: EngineResponse) => Promise<NodeOutput>;

/** The function that executes a node. n8n's newer nodes get the context as an argument, others as `this`. */
function executeOf(type: INodeType | undefined): Execute | undefined {
	const { execute } = type ?? {};
	if (!execute) return undefined;
	if (type instanceof workflowModule.Node) return async (context, response) => await Reflect.apply(execute, type, [context, response]);
	return async (context, response) => await execute.call(context, response);
}

/** The expressions in a parameter as written, however deeply they are nested. */
function expressionsIn(written: unknown): string[] {
	if (typeof written === 'string') return written.startsWith('=') ? written.split('{{').slice(1).flatMap((rest) => (rest.includes('}}') ? `{{${rest.slice(0, rest.indexOf('}}') + 2)}` : [])) : [];
	return written instanceof Object ? Object.values(written).flatMap(expressionsIn) : [];
}

/** Nodes that decide which items go on. */
const DECIDES: ReadonlySet<string> = new Set(['filter', 'if', 'switch', 'removeDuplicates']);

const Condition = z.object({ operator: z.object({ operation: z.string() }) });

/** The expressions by which a node decides. Those asked whether they exist, or are empty, may well be. */
function decidingIn(written: unknown): string[] {
	if (!(written instanceof Object)) return expressionsIn(written);
	const { data } = Condition.safeParse(written);
	return data && /^(?:not)?(?:exists|empty)$/i.test(data.operator.operation) ? [] : Object.values(written).flatMap(decidingIn);
}

const meetingOf = (json: IDataObject | undefined): string | null => {
	const id = json?.['conversationId'];
	return typeof id === 'string' ? id : null;
};

/** Whether an expression asks for something that does not exist. What is empty on purpose, as with `?? ''`, exists. */
function isUndefined(context: IExecuteFunctions, expression: string, index: number): boolean {
	try {
		return context.evaluateExpression(expression, index) === undefined;
	} catch {
		return false;
	}
}

/** Whether code can be parsed, as an expression or as statements. */
const isCode = (text: string): boolean =>
	[`(${text})`, text].some((source) => {
		try {
			return new Script(source) instanceof Script;
		} catch {
			return false;
		}
	});

/** Whether a parameter as written has an expression that cannot be parsed, however deeply it is nested. */
function isUnreadable(written: unknown): boolean {
	if (typeof written !== 'string') return written instanceof Object && Object.values(written).some(isUnreadable);
	return written.startsWith('=') && workflowModule.ExpressionParser.splitExpression(written.slice(1)).some(({ type, text }) => type === 'code' && !isCode(text));
}

/** An error with the parameter whose expression is to blame: n8n only says that one could not be parsed. */
function explained(error: unknown, parameters: INode['parameters']): unknown {
	if (!(error instanceof Error) || error.message !== 'invalid syntax') return error;
	const parameter = Object.keys(parameters).find((name) => isUnreadable(parameters[name]));
	if (parameter === undefined) return error;
	const description = 'Look for a brace, bracket or quotation mark that is missing: an expression begins with {{ and ends with }}.';
	return new workflowModule.UserError(`The expression of “${parameter}” cannot be read`, { description });
}

/** Whether its package is known and has no such node. n8n makes a tool of a node, under a name of its own. */
function isNowhere({ type }: INode, packages: Packages): boolean {
	const known = packages.get(type.slice(0, type.lastIndexOf('.')))?.known.nodes;
	return known !== undefined && !Object.hasOwn(known, shortType({ type })) && !Object.hasOwn(known, shortType({ type }).replace(/(?:Hitl)?Tool$/, ''));
}

/** The node types of a workflow. Our nodes, and those that only compute, run unchanged; all others are recorded. */
export function rehearsedNodes({ packages, file, label, library, traffic, watch, seen, now, runOf }: NodesOptions): RehearsedNodes {
	const real = nodeTypesOf(packages);
	const find = (type: string, version?: number): INodeType | undefined => {
		try {
			return real.getByNameAndVersion(type, version);
		} catch {
			// Community packages and those of other editions: recorded without knowing their form.
			return undefined;
		}
	};
	const given = new Map(file.nodes.map((node) => [node.name, node]));
	for (const node of file.nodes) if (!node.disabled && isNowhere(node, packages)) seen.absent.set(label(node.name), node.type);

	/** The nodes before each node. */
	const parents = new Map<string, string[]>();
	for (const [source, outputs] of Object.entries(file.connections)) {
		for (const { node } of (outputs['main'] ?? []).flatMap((list) => list ?? [])) parents.set(node, [...(parents.get(node) ?? []), source]);
	}

	/** Whether it is unknown what a recorded node would return, so that its input cannot stand in for that. */
	const isUnknownType = ({ type, typeVersion }: INode): boolean => find(type, typeVersion) === undefined;

	/**
	 * Recorded nodes without pinned data whose real answers matter to a later node: nodes that read, and all of them if an expression came out empty.
	 */
	function unknownBefore(name: string, isLacking: boolean): string[] {
		const reached = new Set<string>(parents.get(name));
		for (const parent of reached) for (const other of parents.get(parent) ?? []) reached.add(other);
		reached.delete(name);
		const isUnknown = (node: INode): boolean => (!runsForReal(node, library) || seen.refused.has(label(node.name))) && !file.pinData?.[node.name] && !isTriggerType(node) && (isLacking || isUnknownType(node) || isGuess(shortType(node), node.parameters));
		return [...reached].flatMap((parent) => given.get(parent) ?? []).filter(isUnknown).map(({ name: parent }) => label(parent));
	}

	const record: Execute = async (context) => {
		const items = context.getInputData();
		const node = context.getNode();
		const run = runOf(context.getExecutionId());
		const type = shortType(node);
		const isOnce = type === 'code' && node.parameters['mode'] !== 'runOnceForEachItem';
		const written = given.get(node.name)?.parameters ?? {};
		const isComputed = JSON.stringify(written).includes('"=');
		const pinned = file.pinData?.[node.name];
		// A trigger passes on what it was started with.
		const isTrigger = (parents.get(node.name) ?? []).length === 0;
		for (const [index] of isTrigger ? [] : isOnce ? [items[0]].entries() : items.entries()) {
			const parameters = Object.fromEntries(Object.keys(node.parameters).map((name): [string, unknown] => [name, context.getNodeParameter(name, index, null) ?? null]));
			const malformed = malformedIn({ type, parameters }).map(({ field }) => field);
			const isLacking = Object.entries(parameters).some(([name, value]) => String(written[name]).startsWith('=') && (value === null || value === '' || malformed.includes(name) || (isAddress(name) && reachesNobody({ type, parameters }, name))));
			const expressions = Object.keys(node.parameters).flatMap((field) => expressionsIn(written[field]).map((expression) => ({ field, expression })));
			const blank = expressions.filter(({ expression }) => isUndefined(context, expression, index));
			const isHollow = blank.length > 0 && expressions.every((one) => blank.includes(one) || isAddress(one.field));
			const unknown = unknownBefore(node.name, isLacking || blank.length > 0);
			seen.effects.push({
				...{ at: now(), run, node: label(node.name), type, parameters: JSON.parse(JSON.stringify(parameters)) },
				...{ isComputed, conversationId: isOnce ? null : meetingOf(items[index]?.json), isPinned: pinned !== undefined, unknown, blank, isHollow },
			});
		}
		return [pinned ?? items.map(({ json, binary }, item) => ({ json, ...(binary && { binary }), pairedItem: { item } }))];
	};

	/** Records what a node decides by. What a recorded node before it returns is not known, and may have what is asked for. */
	function recordDecisions(context: IExecuteFunctions): void {
		const { name } = context.getNode();
		const node = given.get(name);
		if (!node || !DECIDES.has(shortType(node)) || unknownBefore(name, true).length > 0) return;
		const expressions = [...new Set(decidingIn(node.parameters))];
		for (const index of expressions.length > 0 ? context.getInputData().keys() : []) {
			seen.decisions.push({ at: now(), node: label(name), blank: expressions.filter((one) => isUndefined(context, one, index)) });
		}
	}

	/** Runs a node with code. Code that uses something missing here is recorded instead. */
	const computed = (execute: Execute): Execute => async (context, response) => {
		try {
			return await execute(context, response);
		} catch (error) {
			if (!(error instanceof NotHere)) throw error;
			seen.refused.set(label(context.getNode().name), error.what);
			return await record(context);
		}
	};

	/** Runs a node that calls a sub-workflow. The call is recorded if there is no such workflow. */
	const calling = (execute: Execute): Execute => async (context, response) => {
		const isKnown = (index: number): boolean => {
			if (context.getNodeParameter('source', index, 'database') === 'parameter') return true;
			const { id, name } = chosenWorkflow(context.getNodeParameter('workflowId', index, ''));
			return library.find(id, name) !== undefined;
		};
		const areKnown = context.getInputData().every((_item, index) => isKnown(index));
		return await (areKnown ? execute : record)(context, response);
	};

	/** Wraps `execute` so that each request, each written row and each hang is attributed to the node. */
	function attributed(type: Pick<INodeType, 'description'>, execute: Execute): INodeType {
		const act: Execute = async (context, response) => {
			const name = label(context.getNode().name);
			const run = runOf(context.getExecutionId());
			watch.step(name);
			const refusal = watch.refusal(name);
			if (refusal) {
				seen.hung.set(run, refusal);
				throw new Error(refusal.message);
			}
			recordDecisions(context);
			try {
				return await traffic.from({ node: name, run }, async () => await execute(context, response));
			} catch (error) {
				throw explained(error, context.getNode().parameters);
			}
		};
		const takesContext = type instanceof workflowModule.Node;
		const called = async function (this: IExecuteFunctions, response?: EngineResponse) {
			return await act(this, response);
		};
		return Object.defineProperty(Object.create(type), 'execute', { value: takesContext ? act : called });
	}

	const made = new Map<string, INodeType>();
	function actingType(name: string, version?: number): INodeType {
		const ofType = file.nodes.filter((one) => one.type === name && (version === undefined || one.typeVersion === version));
		const [node] = ofType;
		if (!node) throw new Error(`The workflow has no node of the type ${name}`);
		const key = `${name} ${version}`;
		const known = made.get(key);
		if (known) return known;
		const type = find(name, version);
		const acting = actingOf(type, node);
		made.set(key, acting);
		return acting;
	}

	/** Nodes of the same type may run or be recorded, depending on their parameters. */
	function actingOf(type: INodeType | undefined, node: INode): INodeType {
		const runs = (one: INode): boolean => runsForReal(one, library);
		const execute = executeOf(type);
		if (!type || !execute) return type && runs(node) ? type : attributed({ description: described(type, node) }, record);
		const run = node.type === CALLER ? calling(execute) : computed(execute);
		const choose: Execute = async (context, response) => await (runs(given.get(context.getNode().name) ?? node) ? run : record)(context, response);
		return file.nodes.some((one) => one.type === node.type && runs(one)) ? attributed(type, choose) : attributed({ description: described(type, node) }, record);
	}

	function missing(): Map<string, readonly string[]> {
		const found = new Map<string, readonly string[]>();
		for (const node of file.nodes) {
			const type = find(node.type, node.typeVersion);
			if (!type || node.disabled || runsForReal(node, library)) continue;
			const { NodeHelpers } = workflowModule;
			const parameters = NodeHelpers.getNodeParameters(type.description.properties, node.parameters, true, false, node, type.description) ?? {};
			const issues = NodeHelpers.getNodeParametersIssues(type.description.properties, { ...node, parameters }, type.description)?.parameters ?? {};
			if (Object.keys(issues).length > 0) found.set(label(node.name), Object.values(issues).flatMap(([first]) => first ?? []));
		}
		return found;
	}

	return {
		defined: {
			getByName: (type) => find(type) ?? actingType(type),
			getByNameAndVersion: (type, version) => find(type, version) ?? actingType(type, version),
			getKnownTypes: (): IDataObject => ({}),
		},
		acting: { getByName: (type) => actingType(type), getByNameAndVersion: actingType, getKnownTypes: (): IDataObject => ({}) },
		missing,
	};
}
