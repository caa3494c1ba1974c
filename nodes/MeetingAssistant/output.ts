import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Result } from './result.ts';

const isRecord = (value: unknown): value is IDataObject => value instanceof Object && !Array.isArray(value);

/**
 * A result as an item. n8n takes an item with a field called `error` for a failed one and may run the node again, so
 * a field of that name, which a calendar provider is free to use, is renamed.
 */
export async function resultItem(
	context: IExecuteFunctions,
	{ json, file }: Result,
	itemIndex: number,
): Promise<INodeExecutionData> {
	const data = isRecord(json) ? json : { value: json === null ? null : String(json) };
	const { error, ...rest } = data;
	const item = { json: error === undefined ? data : { ...rest, providerError: error }, pairedItem: { item: itemIndex } };
	if (!file) return item;
	const { field, text, fileName, mimeType } = file;
	const bytes = Buffer.from(text, 'utf8');
	return { ...item, binary: { [field]: await context.helpers.prepareBinaryData(bytes, fileName, mimeType) } };
}
