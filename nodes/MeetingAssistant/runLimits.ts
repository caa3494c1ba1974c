import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

/** An expression may give a text. What is no number must not count as “no limit”. */
const count = (min: number) =>
	z
		.union([z.number(), z.string().trim().min(1).transform(Number)])
		.pipe(z.int().min(min))
		.optional();

const RunLimits = z.object({ maxRequests: count(1), keepFree: count(0), keepCredits: count(0) });

const names: Readonly<Record<string, string>> = {
	maxRequests: 'Most Requests per Run',
	keepFree: 'Requests to Leave to Others',
	keepCredits: 'Keep at Least (AI Credits)',
};

export interface RunLimits extends z.output<typeof RunLimits> {
	/** Whether a budget of requests is set. */
	readonly isSet: boolean;
}

/** The limits that hold for a whole run, from the first item. */
export function runLimits(context: IExecuteFunctions, given: unknown): RunLimits {
	const read = RunLimits.safeParse(given ?? {});
	if (read.success) {
		const { maxRequests, keepFree } = read.data;
		return { ...read.data, isSet: maxRequests !== undefined || keepFree !== undefined };
	}
	const name = names[String(read.error.issues[0]?.path[0])] ?? 'Requests and Credits';
	throw new NodeOperationError(context.getNode(), `“${name}” cannot be used: it must be a whole number.`, {
		description: 'Correct it under “Requests and Credits”; if it is an expression, look at what it gives for the first item.',
		itemIndex: 0,
	});
}
