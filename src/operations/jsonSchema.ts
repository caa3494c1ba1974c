import { sentences, textIn, type Terms } from '../words/terms.ts';
import { absent, type Field, type Fields } from './field.ts';

/** A JSON Schema, as tools of language models and form builders take it. */
export interface JsonSchema {
	readonly type?: string;
	readonly [keyword: string]: unknown;
}

/** The values that a field takes, without its description. */
function valueSchema(field: Field): JsonSchema {
	switch (field.kind) {
		case 'text':
		case 'reference':
		// Of a time, the offset may be left out, which the format of the same name does not allow.
		case 'dateTime':
			return { type: 'string' };
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
const isRequired = ({ required, showWhen, default: preset }: Field): boolean =>
	required === true && showWhen === undefined && preset === undefined;

/** Who reads a schema. */
export interface Reader {
	readonly terms: Terms;
	readonly isAgent: boolean;
	/** What an input is called. */
	readonly nameOf: (input: string, field: Field | undefined) => string;
}

/** When a field is used, if not always: what others must be. */
export const conditionsOf = ({ showWhen = {} }: Field, fields: Fields, { nameOf }: Pick<Reader, 'nameOf'>): string[] =>
	Object.entries(showWhen).map(([input, values]) => `“${nameOf(input, fields[input])}” is ${values.join(' or ')}`);

/** A text about fields, which it names by their labels, for a reader who never sees those. */
export const withNames = (text: string, fields: Fields, { nameOf }: Pick<Reader, 'nameOf'>): string =>
	Object.entries(fields).reduce((said, [input, field]) => said.replaceAll(`“${field.label}”`, () => `“${nameOf(input, field)}”`), text);

function property(field: Field, fields: Fields, reader: Reader): JsonSchema {
	const { terms, isAgent } = reader;
	const { label, description, hint, example } = field;
	const choices = field.kind === 'choice' || field.kind === 'choices' ? field.choices : [];
	const meanings = choices.map((choice) => `“${choice.value}”: ${textIn(choice.description || choice.label, terms).replace(/\.$/, '')}`);
	const conditions = conditionsOf(field, fields, reader).map((condition) => `Only used if ${condition}`);
	const form = field.kind === 'dateTime' ? 'Date and time in ISO 8601' : '';
	const otherwise = absent(field, isAgent);
	return {
		...valueSchema(field),
		...(!isAgent && { title: label }),
		description: withNames(sentences(terms, description || label, hint, form, meanings.join('; '), ...conditions), fields, reader),
		...(example !== undefined && { examples: [example] }),
		...(otherwise !== undefined && { default: otherwise }),
	};
}

/** An object with a value for each field. */
export const inputSchema = (fields: Fields, reader: Reader): JsonSchema & { readonly type: 'object' } => ({
	type: 'object',
	properties: Object.fromEntries(Object.entries(fields).map(([input, field]) => [reader.nameOf(input, field), property(field, fields, reader)])),
	required: Object.entries(fields).flatMap(([input, field]) => (isRequired(field) ? [reader.nameOf(input, field)] : [])),
	additionalProperties: false,
});
