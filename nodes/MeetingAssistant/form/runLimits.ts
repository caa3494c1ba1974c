import { NodeOperationError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';
import {
	DEFAULT_CONCURRENCY,
	DEFAULT_PATIENCE_SECONDS,
	LimitOverrides,
	MAX_CONCURRENCY,
	MAX_PATIENCE_SECONDS,
} from '../../../credentials/settings.ts';
import { mayUseMuch, type Operation } from '../../../src/operations/index.ts';
import { LIMITS_LINK } from '../../../src/words/index.ts';
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
	const given: unknown = context.getNodeParameter('options.limits', 0, {}) ?? {};
	const read = Limits.safeParse(given);
	if (read.success) return { ...read.data, ...LimitOverrides.catch({}).parse(given) };
	const [name] = read.error.issues[0]?.path ?? [];
	const label = isLimit(name) ? labels[name] : RUN_LIMITS;
	throw new NodeOperationError(context.getNode(), `“${label}” cannot be used: it must be a whole number.`, {
		description: `Correct it under “${RUN_LIMITS}”. If it is an expression, check what it returns for the first item.`,
		itemIndex: 0,
	});
}

/** How a node shares the account’s limits: one option, for the whole run, however many items it has. */
export const limitOptions = (operation: Operation): INodeProperties[] => (mayUseMuch(operation) ? [limitOption(operation)] : []);

const limitOption = ({ credit }: Operation): INodeProperties => ({
	displayName: RUN_LIMITS,
	name: 'limits',
	type: 'collection',
	default: {},
	placeholder: 'Add Limit',
	description: `What one run may use of your plan, as ${LIMITS_LINK} explains`,
	options: [
		...(credit === 'never' ? [] : [creditReserve]),
		{
			displayName: 'Items at Once',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
			default: DEFAULT_CONCURRENCY,
			description: 'How many input items to process at the same time',
			displayOptions: { hide: { '@tool': [true] } },
		},
		{
			displayName: labels.maxRequests,
			name: 'maxRequests',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'How many requests the run may make before it stops and returns what it has',
		},
		{
			displayName: 'Max Wait (Seconds)',
			name: 'patienceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: MAX_PATIENCE_SECONDS },
			default: DEFAULT_PATIENCE_SECONDS,
			description: 'How long to wait when the hour’s requests are used up, before an item fails',
			displayOptions: { hide: { '@tool': [true] } },
		},
		{
			displayName: labels.reserveRequests,
			name: 'reserveRequests',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 20,
			description: 'How many of the hour’s requests to leave to other workflows',
		},
	],
});

const creditReserve: INodeProperties = {
	displayName: labels.reserveCredits,
	name: 'reserveCredits',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 10,
	description: 'How many of the account’s AI credits to leave unspent',
};
