import type { Field } from './field.ts';

/** A JSON Schema, as tools of language models and form builders take it. */
export interface JsonSchema {
	readonly type?: string;
	readonly [keyword: string]: unknown;
}

/** The values that a field takes, without its description. */
export function valueSchema(field: Field): JsonSchema {
	switch (field.kind) {
		case 'text':
		case 'reference':
			return { type: 'string' };
		case 'dateTime':
			return { type: 'string', format: 'date-time' };
		case 'boolean':
			return { type: 'boolean' };
		case 'number':
			return {
				type: field.whole ? 'integer' : 'number',
				...(field.min !== undefined && { minimum: field.min }),
				...(field.max !== undefined && { maximum: field.max }),
			};
		case 'choice':
			return { enum: field.choices.map(({ value }) => value) };
		case 'choices':
			return { type: 'array', items: { enum: field.choices.map(({ value }) => value) } };
		case 'pairs':
			return { type: 'object', additionalProperties: { type: 'string' } };
		case 'json':
			return {};
	}
}

/** Whether a value must be given. Fields that are shown only for some choices may be missing. */
export const isRequired = ({ required, showWhen, default: preset }: Field): boolean =>
	required === true && showWhen === undefined && preset === undefined;
