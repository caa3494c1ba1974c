import { sentences, textIn, type Terms } from './terms.ts';
import {
	absent,
	alternatives,
	type Choice,
	choiceBehind,
	type Field,
	type Fields,
	hiddenChoiceBehind,
	isBlank,
	isHidden,
} from './field.ts';

/** A JSON Schema, as tools of language models and form builders take it. */
export interface JsonSchema {
	readonly type?: string;
	readonly [keyword: string]: unknown;
}

/** Choices with a type, which some language models require. */
const oneOfThem = (choices: readonly Choice[]): JsonSchema => ({ type: typeof choices[0]?.value, enum: choices.map(({ value }) => value) });

/** The values that a field takes, without its description. */
function valueSchema(field: Field, isAgent: boolean): JsonSchema {
	switch (field.kind) {
		// Of a time, the offset may be left out, which the format of the same name does not allow.
		case 'dateTime':
		case 'reference':
		case 'text':
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
			return oneOfThem(field.choices.filter(({ audience }) => !isAgent || audience === undefined));
		case 'choices':
			return { type: 'array', items: oneOfThem(field.choices) };
		case 'pairs':
			return { type: 'object', additionalProperties: { type: 'string' } };
		case 'json':
			// Agents get only lists of this kind. Of what earlier runs returned, the ID alone will do.
			return isAgent ? { type: 'array', items: { type: 'string' } } : {};
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

/** When a field is used, if not always: the values that other fields must have. */
export const conditionsOf = ({ showWhen = {} }: Field, fields: Fields, { nameOf, isAgent }: Pick<Reader, 'isAgent' | 'nameOf'>): string[] =>
	Object.entries(showWhen).map(([input, values]) => {
		const field = fields[input];
		const offered = values.filter((value) => !isAgent || !field || !isHidden(field, value));
		return `“${nameOf(input, field)}” is ${alternatives(offered)}`;
	});

/** A text that names fields by their labels, for a reader who never sees those labels. */
export const withNames = (text: string, fields: Fields, { nameOf }: { readonly nameOf: (input: string, field: Field) => string }): string =>
	Object.entries(fields).reduce((said, [input, field]) => said.replaceAll(`“${field.label}”`, () => `“${nameOf(input, field)}”`), text);

/**
 * For an agent, which reads every schema on every turn: so it gets one sentence on what the field is, and what the schema
 * cannot say. The names of choices explain themselves.
 */
function agentProperty(field: Field, fields: Fields, reader: Reader): JsonSchema {
	const said = textIn(field.description ?? field.label, reader.terms);
	// For an ID, the next sentence says which tool returns it, so it is kept.
	const what = field.kind === 'reference' ? said : said.split(/(?<=\.) /)[0];
	const form = field.kind === 'dateTime' ? 'ISO 8601' : undefined;
	const behind = choiceBehind(field, fields);
	const hidden = hiddenChoiceBehind(field, fields);
	const isInstead = hidden !== undefined && (field.required || field.default !== undefined);
	const instead = isInstead ? `Instead of “${reader.nameOf(hidden, fields[hidden])}”` : undefined;
	const otherwise = hidden === undefined ? absent(field, true) : undefined;
	const preset = isBlank(otherwise) || otherwise === false ? undefined : `Default ${String(otherwise)}`;
	// Giving the value is enough to show that it is wanted.
	const conditions = behind ? [] : conditionsOf(field, fields, reader).map((condition) => `If ${condition}`);
	return {
		...valueSchema(field, true),
		description: withNames(sentences(reader.terms, what, form, instead, preset, ...conditions), fields, reader),
	};
}

function property(field: Field, fields: Fields, reader: Reader): JsonSchema {
	if (reader.isAgent) return agentProperty(field, fields, reader);
	const { terms } = reader;
	const { label, description, hint, example } = field;
	const choices = field.kind === 'choice' || field.kind === 'choices' ? field.choices : [];
	const meanings = choices.map((choice) => `“${choice.value}”: ${textIn(choice.description || choice.label, terms).replace(/\.$/, '')}`);
	const conditions = conditionsOf(field, fields, reader).map((condition) => `Only used if ${condition}`);
	const form = field.kind === 'dateTime' ? 'Date and time in ISO 8601' : '';
	const otherwise = absent(field, false);
	return {
		...valueSchema(field, false),
		title: label,
		description: withNames(sentences(terms, description || label, hint, form, meanings.join('; '), ...conditions), fields, reader),
		...(example !== undefined && { examples: [example] }),
		...(otherwise !== undefined && { default: otherwise }),
	};
}

/** An object with a value for each field. */
export const inputSchema = (
	fields: Fields,
	reader: Reader,
): JsonSchema & { readonly type: 'object'; readonly properties: Readonly<Record<string, JsonSchema>> } => ({
	type: 'object',
	properties: Object.fromEntries(Object.entries(fields).map(([input, field]) => [reader.nameOf(input, field), property(field, fields, reader)])),
	required: Object.entries(fields).flatMap(([input, field]) => (isRequired(field) ? [reader.nameOf(input, field)] : [])),
	additionalProperties: false,
});
