import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';
import { byLabel } from '../../../src/forms/index.ts';
import type { Operation } from '../../../src/operations/index.ts';
import { agentsOnly, both, type DisplayOptions } from '../../shared/fieldProperties.ts';

export const SIMPLIFY = 'simplify';

/** The fields of a simplified result that an agent can do without: not its ID, for the next call, nor whether it cost a credit. */
function choosable({ agentOutput, output }: Operation): string[] {
	const shape = agentOutput ?? output;
	const names = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
	const id = names.includes('id') ? 'id' : names.find((name) => name.endsWith('Id'));
	return names.filter((name) => name !== id && name !== 'cached');
}

/** A field of the output in title case: “creditsLeft” as “Credits Left”. */
const titleOf = (name: string): string =>
	name
		.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/ Url$/, ' URL');

const KINDS = [
	{ name: 'Raw', value: 'raw', description: 'All fields as the service returns them' },
	{ name: 'Selected Fields', value: 'selectedFields', description: 'Only the simplified fields that you choose, so that the agent has less to read' },
	{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
];

/** As n8n’s guidelines ask, an AI agent’s tool has “Output” where the node has “Simplify”. In a tool, Simplify follows from Output. */
export function toolOutput(operation: Operation, shown: DisplayOptions): INodeProperties[] {
	const forTool = both(shown, agentsOnly);
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: KINDS,
			default: 'simplified',
			description: 'What the agent gets of each result',
			displayOptions: forTool,
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			options: choosable(operation)
				.map((name) => ({ name: titleOf(name), value: name }))
				.sort(({ name: label }, other) => byLabel({ label }, { label: other.name })),
			default: [],
			description: 'Which fields the agent gets, besides the ID if there is one',
			displayOptions: both(forTool, { show: { output: ['selectedFields'] } }),
		},
		{
			displayName: 'Simplify',
			name: SIMPLIFY,
			type: 'hidden',
			default: '={{ $parameter["output"] !== "raw" }}',
			displayOptions: forTool,
		},
	];
}

const Names = z.array(z.string()).catch([]);

/** The fields that a tool leaves out of each result. */
export function unselectedFields(context: IExecuteFunctions, operation: Operation, itemIndex: number): ReadonlySet<string> {
	if (!(SIMPLIFY in operation.fields) || context.getNodeParameter('output', itemIndex, '') !== 'selectedFields') return new Set();
	const selected = Names.parse(context.getNodeParameter('outputFields', itemIndex, []));
	return new Set(choosable(operation).filter((name) => !selected.includes(name)));
}
