import type { INodeProperties } from 'n8n-workflow';

/** A field of the form. Its `name` stands in saved workflows for ever; when it shows follows from its place. */
export interface Field extends Omit<INodeProperties, 'displayOptions'> {
	/** Shown only where other fields of the same operation, by name, have one of these values. */
	readonly showWhen?: Readonly<Record<string, readonly (string | boolean)[]>>;
	/** Whether only an AI agent's tool has it, or never has it. */
	readonly asTool?: 'only' | 'never';
	/** Default of an AI agent's tool, where it is another. */
	readonly toolDefault?: INodeProperties['default'];
}

/** Fields by the input they fill. */
export type Fields = Readonly<Partial<Record<string, Field>>>;

/** Values of fields, by the input they fill. */
export type Values = Readonly<Record<string, unknown>>;
