import type { INodeProperties } from 'n8n-workflow';
import type { Field, Fields } from './field.ts';

export type DisplayOptions = NonNullable<INodeProperties['displayOptions']>;

export const fieldsOf = (fields: Fields | undefined): Field[] =>
	Object.values(fields ?? {}).filter((field): field is Field => field !== undefined);

/** Shown to an AI agent's tool alone, or hidden from it. */
export const toolOnly: DisplayOptions = { show: { '@tool': [true] } };
export const neverTool: DisplayOptions = { hide: { '@tool': [true] } };

/** What waits for both. */
export const both = (one: DisplayOptions, other: DisplayOptions): DisplayOptions => ({
	...((one.hide ?? other.hide) && { hide: { ...one.hide, ...other.hide } }),
	show: { ...one.show, ...other.show },
});

/** The fields that one waits for. Inside a collection, they are named from the root of the form. */
export const waitsFor = ({ showWhen = {} }: Field, root = ''): DisplayOptions => ({
	show: Object.fromEntries(Object.entries(showWhen).map(([name, values]) => [`${root}${name}`, [...values]])),
});

export const plain = ({ showWhen: _showWhen, asTool: _asTool, toolDefault: _default, ...property }: Field): INodeProperties =>
	property;

const ofTool = { only: toolOnly, never: neverTool };

/** A field as properties: two where an AI agent's tool starts from another value. */
export function fieldProperties(field: Field, displayOptions: DisplayOptions): INodeProperties[] {
	const { asTool, toolDefault } = field;
	const own = both(displayOptions, both(waitsFor(field), asTool ? ofTool[asTool] : {}));
	if (toolDefault === undefined) return [{ ...plain(field), displayOptions: own }];
	return [
		{ ...plain(field), displayOptions: both(own, neverTool) },
		{ ...plain(field), default: toolDefault, displayOptions: both(own, toolOnly) },
	];
}
