import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { loadPackages, type NodeRun, type Packages, runWorkflow } from '../../packages/rehearsal/engine/index.ts';

const PACKAGE = 'n8n-nodes-meeting-assistant';
const NODE = 'Meeting Assistant';

let loaded: Promise<Packages> | undefined;

/** The built package as n8n loads it; the node also under the name that it has as an AI agent's tool. */
async function load(): Promise<Packages> {
	const packages = await loadPackages();
	const own = packages.get(PACKAGE);
	if (!own) throw new Error('The package is not built');
	const { type, sourcePath } = own.getNode('meetingAssistant');
	if (!('description' in type)) throw new Error('The node has no description');
	// The node as n8n turns it into a tool for AI agents, as far as execution is concerned.
	const tool = Object.create(type, { description: { value: { ...type.description, name: `${type.description.name}Tool` } } });
	const getNode = (name: string) => (name === 'meetingAssistantTool' ? { type: tool, sourcePath } : own.getNode(name));
	const withTool = Object.create(own, { getNode: { value: getNode } });
	return new Map([...packages, [PACKAGE, withTool]]);
}

export interface Credential extends INodeParameters {
	baseUrl: string;
	apiKey: string;
}

export interface NodeOptions {
	readonly credential: Credential;
	readonly parameters: INodeParameters;
	/** Input items. Default: one empty item. */
	readonly items?: readonly INodeExecutionData['json'][];
	readonly onError?: INode['onError'];
	readonly asTool?: boolean;
	/** Other settings of the node, such as Retry On Fail. */
	readonly settings?: Partial<INode>;
	/** How often the same items reach the node in one execution; each is a run of its own. Default: once. */
	readonly runs?: number;
}

/** Runs the node in n8n's own engine, behind a start node that gives it the items. Returns its last run. */
export async function runNode(options: NodeOptions): Promise<NodeRun> {
	const { credential, parameters, items = [{}], onError, asTool, settings, runs = 1 } = options;
	const packages = await (loaded ??= load());
	const node: INode = {
		id: '1',
		name: NODE,
		type: `${PACKAGE}.meetingAssistant${asTool ? 'Tool' : ''}`,
		typeVersion: 1,
		position: [200, 0],
		parameters,
		credentials: { meetingAssistantApi: { id: '1', name: 'account' } },
		...(onError && { onError }),
		...settings,
	};
	const start: INode = {
		id: '0',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const run = await runWorkflow(
		{
			nodes: [start, node],
			connections: { Start: { main: [Array.from({ length: runs }, () => ({ node: NODE, type: 'main', index: 0 }))] } },
			settings: { timezone: 'Europe/Berlin' },
		},
		{ packages, credentials: { account: credential }, input: items.map((json) => ({ json })) },
	);
	const own = run.nodes.findLast((candidate) => candidate.node === NODE);
	if (!own) throw run.error ?? new Error('The node did not run');
	return own;
}

/** The node's first output. Rejects with the engine's copy of an error, which is a plain object. */
export async function output(options: NodeOptions): Promise<INodeExecutionData[]> {
	const run = await runNode(options);
	if (run.error) throw run.error;
	return run.outputs[0] ?? [];
}

export const jsonOf = (items: readonly INodeExecutionData[] | undefined) => (items ?? []).map(({ json }) => json);

/** A resource locator as the editor saves it. */
export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });
