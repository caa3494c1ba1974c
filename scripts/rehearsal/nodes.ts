import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData, INodeType, INodeTypeDescription, INodeTypes, IPinData } from 'n8n-workflow';
import { workflowModule } from '../engine/n8nModules.ts';
import { nodeTypesOf, type Packages } from '../engine/packages.ts';
import type { WorkflowFile } from '../engine/index.ts';
import { isGuess } from './effects.ts';
import type { Seen } from './record.ts';
import type { Traffic } from './traffic.ts';

const OWN = 'n8n-nodes-meeting-assistant.';
const CORE = 'n8n-nodes-base.';

/**
 * n8n's nodes that only compute, wait, or end an execution. Nothing else runs: a node that is not in this list is recorded.
 * Code nodes are not in it, because nothing here would keep them from the disk or the network. Data tables are kept in memory.
 */
export const COMPUTES: ReadonlySet<string> = new Set([
	'aggregate',
	'compareDatasets',
	'dataTable',
	'dateTime',
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

/** The type without its package. */
export const shortType = ({ type }: Pick<INode, 'type'>): string => type.slice(type.lastIndexOf('.') + 1);

/** Whether a node does its work in a rehearsal. One that needs an account elsewhere never does. */
export function runsForReal(node: INode): boolean {
	if (isOwn(node)) return true;
	const needsAccount = Object.keys(node.credentials ?? {}).length > 0;
	return node.type.startsWith(CORE) && COMPUTES.has(shortType(node)) && !needsAccount && !isSql(node);
}

/** As it is defined, but without anything that prevents an execution from starting: the report lists what is missing. */
const described = (type: INodeType | undefined, node: INode): INodeTypeDescription => ({
	...{ displayName: node.name, name: shortType(node), group: ['transform'], version: node.typeVersion, description: '' },
	...{ defaults: {}, inputs: ['main'], outputs: ['main'] },
	...(type && { outputs: type.description.outputs, inputs: type.description.inputs }),
	properties: [],
});

export interface NodesOptions {
	readonly packages: Packages;
	readonly file: WorkflowFile & { readonly pinData?: IPinData };
	readonly traffic: Traffic;
	readonly seen: Seen;
	readonly now: () => number;
	/** The number of an execution, by n8n's ID. */
	readonly runOf: (executionId: string | undefined) => number;
}

export interface RehearsedNodes {
	/** For reading a workflow: fills in the defaults of known types. */
	readonly defined: INodeTypes;
	/** For executing it. */
	readonly acting: INodeTypes;
	/** Missing parameters, by node. */
	readonly missing: () => ReadonlyMap<string, readonly string[]>;
}

/** A workflow's node types: ours and those that compute run as they are, all others are recorded. */
export function rehearsedNodes({ packages, file, traffic, seen, now, runOf }: NodesOptions): RehearsedNodes {
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

	function record(this: IExecuteFunctions): INodeExecutionData[][] {
		const items = this.getInputData();
		const node = this.getNode();
		const run = runOf(this.getExecutionId());
		const type = shortType(node);
		const isOnce = type === 'code' && node.parameters['mode'] !== 'runOnceForEachItem';
		const isComputed = JSON.stringify(given.get(node.name)?.parameters ?? {}).includes('"=');
		const unknown = unknownBefore(node.name);
		// A trigger passes on what it was started with.
		const isTrigger = (parentsOf().get(node.name) ?? []).length === 0;
		for (const [index] of isTrigger ? [] : isOnce ? [items[0]].entries() : items.entries()) {
			const parameters = Object.fromEntries(Object.keys(node.parameters).map((name): [string, unknown] => [name, this.getNodeParameter(name, index, null)]));
			seen.effects.push({ at: now(), run, node: node.name, type, parameters: JSON.parse(JSON.stringify(parameters)), isComputed, unknown });
		}
		const pinned = file.pinData?.[node.name];
		return [pinned ?? items.map(({ json, binary }, item) => ({ json, ...(binary && { binary }), pairedItem: { item } }))];
	}

	/** The nodes before each node. */
	function parentsOf(): Map<string, string[]> {
		const parents = new Map<string, string[]>();
		for (const [source, outputs] of Object.entries(file.connections)) {
			for (const { node } of (outputs['main'] ?? []).flatMap((list) => list ?? [])) parents.set(node, [...(parents.get(node) ?? []), source]);
		}
		return parents;
	}

	/** Recorded nodes before a node that would have read something, without pinned data. */
	function unknownBefore(name: string): string[] {
		const parents = parentsOf();
		const reached = new Set<string>(parents.get(name));
		for (const parent of reached) for (const other of parents.get(parent) ?? []) reached.add(other);
		reached.delete(name);
		return [...reached].filter((parent) => {
			const node = given.get(parent);
			return node && !runsForReal(node) && !file.pinData?.[parent] && isGuess(shortType(node), node.parameters);
		});
	}

	/** Adds every request, and every row written, under the node's name. */
	function attributed(type: INodeType): INodeType {
		const { execute } = type;
		if (!execute) return type;
		const own: INodeType = Object.create(type);
		own.execute = async function (this: IExecuteFunctions, ...rest) {
			const sender = { node: this.getNode().name, run: runOf(this.getExecutionId()) };
			return await traffic.from(sender, async () => await execute.call(this, ...rest));
		};
		return own;
	}

	const made = new Map<string, INodeType>();
	function actingType(name: string, version?: number): INodeType {
		const key = `${name} ${version}`;
		const known = made.get(key);
		if (known) return known;
		const type = find(name, version);
		const node = file.nodes.find((one) => one.type === name && (version === undefined || one.typeVersion === version));
		if (!node) throw new Error(`The workflow has no node of the type ${name}`);
		const recorder = { description: described(type, node), execute: async function (this: IExecuteFunctions) { return record.call(this); } };
		const acting = !type || !runsForReal(node) ? recorder : isOwn(node) || shortType(node) === 'dataTable' ? attributed(type) : type;
		made.set(key, acting);
		return acting;
	}

	function missing(): Map<string, readonly string[]> {
		const found = new Map<string, readonly string[]>();
		for (const node of file.nodes) {
			const type = find(node.type, node.typeVersion);
			if (!type || node.disabled || runsForReal(node)) continue;
			const { NodeHelpers } = workflowModule;
			const parameters = NodeHelpers.getNodeParameters(type.description.properties, node.parameters, true, false, node, type.description) ?? {};
			const issues = NodeHelpers.getNodeParametersIssues(type.description.properties, { ...node, parameters }, type.description)?.parameters ?? {};
			if (Object.keys(issues).length > 0) found.set(node.name, Object.values(issues).flat());
		}
		return found;
	}

	return {
		defined: {
			getByName: (type) => actingOr(find(type), type),
			getByNameAndVersion: (type, version) => actingOr(find(type, version), type, version),
			getKnownTypes: (): IDataObject => ({}),
		},
		acting: { getByName: (type) => actingType(type), getByNameAndVersion: actingType, getKnownTypes: (): IDataObject => ({}) },
		missing,
	};

	function actingOr(type: INodeType | undefined, name: string, version?: number): INodeType {
		return type ?? actingType(name, version);
	}
}
