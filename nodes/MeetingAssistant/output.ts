import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

const isRecord = (value: unknown): value is IDataObject => value instanceof Object && !Array.isArray(value);

/**
 * A result of the API as an item. n8n takes an item with a field called `error` for a failed one and may run the
 * node again, so a field of that name, which a calendar provider is free to use, is renamed.
 */
export function resultItem(result: unknown, itemIndex: number): INodeExecutionData {
	const data = isRecord(result) ? result : { value: String(result) };
	const { error, ...rest } = data;
	return { json: error === undefined ? data : { ...rest, providerError: error }, pairedItem: { item: itemIndex } };
}
