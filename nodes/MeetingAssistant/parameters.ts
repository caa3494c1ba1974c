import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { ClientError } from '../../src/client/index.ts';
import { inputValue } from './inputValue.ts';
import type { Field, Fields, Values } from './field.ts';
import { hasLimit, type Operation, type Resource } from './operation.ts';

/** The operation chosen in the node's menus. They take no expressions: it is the same for all items. */
export function chosenOperation(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((candidate) => candidate.value === value);
	if (operation) return operation;
	throw new NodeOperationError(context.getNode(), `There is no operation “${value}” for “${resource}”`, {
		description: 'Choose resource and operation again, or update the package that this node comes from.',
	});
}

const isRecord = (value: unknown): value is Values => value instanceof Object && !Array.isArray(value);

/** A field that waits for others is not read before: it may be required, and n8n has dropped its value. */
const isShown = ({ showWhen = {} }: Field, valueOf: (name: string) => unknown): boolean =>
	Object.entries(showWhen).every(([name, values]) => values.map(String).includes(String(valueOf(name))));

/** The inputs of an item that are set, by the operation's names for them. */
export function itemInput(context: IExecuteFunctions, operation: Operation, itemIndex: number): Values {
	const timezone = context.getTimezone();
	const parameter = (name: string, extractValue = false): unknown =>
		context.getNodeParameter(name, itemIndex, '', { extractValue });
	const collection = (name: string) => {
		const added: unknown = context.getNodeParameter(name, itemIndex, {});
		return ({ name: field }: Field): unknown => (isRecord(added) ? added[field] : undefined);
	};
	const read = (fields: Fields | undefined, valueOf: (field: Field) => unknown): [string, unknown][] =>
		Object.entries(fields ?? {}).flatMap(([input, field]): [string, unknown][] => {
			if (!field || !isShown(field, parameter)) return [];
			const value = inputValue(field, valueOf(field), timezone);
			return value === undefined ? [] : [[input, value]];
		});
	return Object.fromEntries([
		...read(operation.fields, ({ name, type }) => parameter(name, type === 'resourceLocator')),
		...read(operation.filters, collection('filters')),
		...read(operation.options, collection('options')),
	]);
}

/** How many results an item asks for; undefined for all. */
export function itemLimit(context: IExecuteFunctions, operation: Operation, itemIndex: number): number | undefined {
	if (!hasLimit(operation) || context.getNodeParameter('returnAll', itemIndex, false) === true) return undefined;
	const limit = Number(context.getNodeParameter('limit', itemIndex, 50));
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw new ClientError({ kind: 'invalidInput', field: 'Limit', reason: 'it must be a whole number, 1 or more' });
}
