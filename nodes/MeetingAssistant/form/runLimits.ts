import { NodeOperationError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';
import {
	DEFAULT_CONCURRENCY,
	DEFAULT_PATIENCE_SECONDS,
	LimitOverrides,
	MAX_CONCURRENCY,
	MAX_PATIENCE_SECONDS,
} from '../../../credentials/settings.ts';
import type { Resource } from '../../../src/operations/index.ts';
import { CREDIT_RESERVE, RUN_LIMITS } from '../../shared/terms.ts';

/** An expression may return text. Anything but a number must not count as “no limit”. */
const count = (min: number) =>
	z
		.union([z.number(), z.string().trim().min(1).transform(Number)])
		.pipe(z.int().min(min))
		.optional();

const Limits = z.object({ maxRequests: count(1), reserveRequests: count(0), reserveCredits: count(0) });

const labels = {
	maxRequests: 'Max Requests per Run',
	reserveRequests: 'Requests to Reserve',
	reserveCredits: CREDIT_RESERVE,
};

const isLimit = (name: unknown): name is keyof typeof labels => Object.hasOwn(labels, String(name));

export type RunLimits = z.output<typeof Limits> & z.output<typeof LimitOverrides>;

/** The limits that hold for a whole run, from the first item. Throws `NodeOperationError`. */
export function runLimits(context: IExecuteFunctions): RunLimits {
	const given: unknown = context.getNodeParameter('limits', 0, {}) ?? {};
	const read = Limits.safeParse(given);
	if (read.success) return { ...read.data, ...LimitOverrides.catch({}).parse(given) };
	const [name] = read.error.issues[0]?.path ?? [];
	const label = isLimit(name) ? labels[name] : RUN_LIMITS;
	throw new NodeOperationError(context.getNode(), `“${label}” cannot be used: it must be a whole number.`, {
		description: `Correct it under “${RUN_LIMITS}”. If it is an expression, check what it returns for the first item.`,
		itemIndex: 0,
	});
}

/** Operations that may cost a credit. */
const spending = (resources: readonly Resource[]): string[] => [
	...new Set(
		resources.flatMap(({ operations }) => operations.filter(({ credit }) => credit !== 'never').map(({ id }) => id)),
	),
];

/** How this node shares the account’s limits: for the whole run, however many items it has. */
export const limitProperties = (resources: readonly Resource[]): INodeProperties => ({
	displayName: RUN_LIMITS,
	name: 'limits',
	type: 'collection',
	default: {},
	placeholder: 'Add Limit',
	description: 'Applies to the whole run and overrides the credential’s settings',
	options: [
		{
			displayName: labels.reserveCredits,
			name: 'reserveCredits',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 10,
			description:
				'How many AI credits to keep unspent. How many are left is read with one request, at most once a minute, and counted down from there, also across runs and agents. Saved results are still returned.',
			displayOptions: { show: { '/operation': spending(resources) } },
		},
		{
			displayName: 'Items at Once',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
			default: DEFAULT_CONCURRENCY,
			description: 'How many input items to process at the same time. Results keep the order of the items.',
			displayOptions: { hide: { '@tool': [true] } },
		},
		{
			displayName: labels.maxRequests,
			name: 'maxRequests',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description:
				'How many requests the whole run may make. Then it stops and returns what it has. Unprocessed items go to the error output if there is one; otherwise a hint says how many remain.',
		},
		{
			displayName: 'Max Wait (Seconds)',
			name: 'patienceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: MAX_PATIENCE_SECONDS },
			default: DEFAULT_PATIENCE_SECONDS,
			description: `How long a request may wait once the hourly request limit is reached, from 0 to ${MAX_PATIENCE_SECONDS}. If the service asks for longer, the item fails right away and says when to try again.`,
			displayOptions: { hide: { '@tool': [true] } },
		},
		{
			displayName: labels.reserveRequests,
			name: 'reserveRequests',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 20,
			description:
				'How many of the hour’s requests to reserve for other workflows, whatever else runs at the same time. When only these are left, the run stops and returns what it has, as with Max Requests per Run, and says when to continue.',
		},
	],
});
