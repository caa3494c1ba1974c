import * as z from 'zod/v4';
import { refuseInput, trust } from '../client/index.ts';
import { isImpossibleDay } from '../format/index.ts';
import type { Text } from './terms.ts';

/** What a reference picks, identified by its ID; a contact also by email address or name. */
export type Picks = 'calendarEvent' | 'contact' | 'conversation' | 'webhook';

/** Of the conversation that samples are about when there is no real one. Pinned data may hold it, so it never changes. */
export const SAMPLE_CONVERSATION_ID = 'sample-conversation';

/** What all kinds of fields have in common. */
export interface Common {
	readonly label: string;
	/** The name in saved flows, which never changes. Defaults to the input that the field fills. */
	readonly name?: string;
	readonly description?: Text;
	/** A line that is always visible, such as what a choice costs. */
	readonly hint?: Text;
	/** What to know while the field is empty, for hosts that can show it only then. */
	readonly whileEmpty?: Text;
	/** Shown as “e.g. …” in an empty field. */
	readonly example?: string;
	readonly required?: true;
	/** By input: shown and read only if these other fields have, or contain, one of these values. */
	readonly showWhen?: Readonly<Record<string, readonly (string | boolean)[]>>;
	/** Who gets the field, if not everyone. */
	readonly audience?: 'agents' | 'people';
	/** What an absent value means, and what the form starts with. */
	readonly default?: unknown;
	/** What the form starts with, if an absent value means something else. */
	readonly initial?: unknown;
	/** What an absent value means for an AI agent, if that differs. */
	readonly agentDefault?: unknown;
}

export interface Choice<V extends string | boolean = string | boolean> {
	readonly value: V;
	readonly label: string;
	readonly description?: Text;
	/** Who gets the choice, if not everyone. */
	readonly audience?: 'people';
	/** Present where this choice decides whether the operation returns any number of results, or always one. */
	readonly many?: boolean;
}

interface Labelled {
	readonly label: string;
}

/** Not by locale: the first such comparison costs a process tens of milliseconds, which a host waits for when it loads. */
export const byLabel = ({ label: one }: Labelled, { label: other }: Labelled): number =>
	one === other ? 0 : one < other ? -1 : 1;

export interface TextSpec extends Common {
	/** Number of lines in the form, for longer texts. */
	readonly lines?: number;
}

export interface NumberSpec extends Common {
	readonly min?: number;
	readonly max?: number;
	readonly whole?: true;
	/** Digits after the decimal point in the form. */
	readonly decimals?: number;
}

export interface ChoiceSpec<V extends string | boolean = string | boolean> extends Common {
	readonly choices: readonly Choice<V>[];
}

/** One side of a pair. */
export interface Side extends Pick<Common, 'description' | 'example' | 'label'> {
	readonly name: string;
}

export interface PairsSpec extends Common {
	/** The label of one pair, and its name in saved flows. */
	readonly pair: Pick<Side, 'label' | 'name'>;
	readonly from: Side;
	readonly to: Side;
}

export interface JsonSpec extends Common {
	/** Starts with the whole input. */
	readonly fromInput?: true;
	/** A list whose entries may be spread over the inputs of a run, one in each. They are then taken together. */
	readonly overInputs?: true;
}

export interface ReferenceSpec extends Common {
	readonly picks: Picks;
}

/** The kinds of fields, a closed list: a host that does not render one of them does not compile. */
interface Kinds {
	readonly text: TextSpec;
	readonly number: NumberSpec;
	readonly boolean: Common;
	/** A point in time; `run` gets ISO 8601 in UTC. */
	readonly dateTime: Common;
	readonly choice: ChoiceSpec;
	readonly choices: ChoiceSpec;
	/** Texts, each with its replacement. */
	readonly pairs: PairsSpec;
	readonly json: JsonSpec;
	/** The ID of something the service stores. */
	readonly reference: ReferenceSpec;
}

export type Kind = keyof Kinds;

/** A field with the schema of what `run` gets for it. */
export type Field<T = unknown, K extends Kind = Kind> = {
	readonly [P in K]: Kinds[P] & { readonly kind: P; readonly schema: z.ZodType<T> };
}[K];

/** What a field is called in saved flows. */
export const nameOf = (input: string, field: Pick<Common, 'name'> | undefined): string => field?.name ?? input;

/** Fields by the input they fill. */
export type Fields = Readonly<Record<string, Field>>;

/** What `run` gets for fields. Those that are required, or have a default, always have a value. */
export type InputOf<F extends Fields> = { readonly [N in keyof F]: z.output<F[N]['schema']> };

type Present<T> = { readonly required: true; readonly showWhen?: undefined } | { readonly default: T };
type MaybeAbsent = { readonly default?: undefined };

interface Make<K extends Kind, T, S = Kinds[K]> {
	(spec: S & Present<T>): Field<T, K>;
	(spec: S & MaybeAbsent): Field<T | undefined, K>;
}

/** A field whose schema makes the value optional where it may be absent, which the compiler cannot follow. */
function fieldOf<K extends Kind>(kind: K, schema: z.ZodType, spec: Kinds[K]): Field<never, K> {
	const isAlwaysThere = spec.required === true && spec.showWhen === undefined;
	const mayBeAbsent = spec.default === undefined ? schema.optional() : schema.default(spec.default);
	return trust<Field<never, K>>({ ...spec, kind, schema: isAlwaysThere ? schema : mayBeAbsent });
}

/**
 * Expressions may return any type: a number is read as text where text is expected, and the other way round. Nothing else
 * is converted, since the `toString` of an object may be missing or not a function.
 */
const asText = (value: unknown): unknown =>
	typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

const textSchema = z.unknown().transform(asText).pipe(z.string('it must be text'));

/** The text of one value, which multi-select questions return as a list. */
const oneText = (value: unknown): string | null => {
	const given = asText(Array.isArray(value) && value.length === 1 ? value[0] : value);
	return typeof given === 'string' ? given : null;
};

const truth: Readonly<Record<string, boolean>> = { true: true, false: false };
const booleanSchema = z
	.unknown()
	.transform((value) => truth[oneText(value)?.trim().toLowerCase() ?? ''])
	.pipe(z.boolean('it must be true or false'));

function numberSchema({ min = -Infinity, max = Infinity, whole }: NumberSpec) {
	const bounds = [min > -Infinity && `from ${min}`, max < Infinity && `up to ${max}`].filter(Boolean).join(' ');
	const message = `it must be a ${whole ? 'whole ' : ''}number${bounds && ` ${bounds}`}`;
	const plain = whole ? z.int(message) : z.number(message);
	return z
		.unknown()
		.transform((value) => (typeof value === 'string' ? Number(value) : value))
		.pipe(plain.min(min, message).max(max, message));
}

const letters = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** The choice that is meant: by its value or, as models and expressions write it, by its label, however it is spaced and cased. */
export function chosen(choices: readonly Choice[], given: unknown): Choice | undefined {
	const sought = oneText(given);
	if (sought === null) return undefined;
	return (
		choices.find(({ value }) => String(value) === sought) ??
		choices.find(({ value, label }) => [String(value), label].some((name) => letters(name) === letters(sought)))
	);
}

function oneOf(choices: readonly Choice[]) {
	return z.unknown().transform((given, context) => {
		const choice = chosen(choices, given);
		if (choice) return choice.value;
		context.addIssue({ code: 'custom', message: 'it is none of the choices' });
		return z.NEVER;
	});
}

/** The value of a JSON text, which some hosts send in place of a list or an object; anything else as it is. */
function fromJsonText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*(?:\[[^]*\]|\{[^]*\})\s*$/.test(value)) return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

/** The values of a list, however a host sends it: no choice has a comma in it. */
function valuesOf(given: unknown): readonly unknown[] {
	const value = fromJsonText(given);
	return typeof value === 'string' ? value.split(',').map((one) => one.trim()) : [value].flat();
}

const listOf = (schema: z.ZodType) => z.unknown().transform(valuesOf).pipe(z.array(schema));

const PAIRS = 'it must be an object with a text for each name';

/** `z.record` rejects the key “constructor”. */
const pairsSchema = z
	.unknown()
	.transform(fromJsonText)
	.transform((value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : value))
	.pipe(z.array(z.tuple([z.string(), textSchema], PAIRS), PAIRS))
	.transform((entries) => Object.fromEntries(entries));

export const text: Make<'text', string> = (spec: TextSpec) => fieldOf('text', textSchema, spec);

const PHRASE = /["“”„«»][^"“”„«»]*["“”„«»]/gu;
/** A bar needs no spaces around it to be one. */
const OPERATOR = /(?<!\S)(?:OR|AND|NOT)(?!\S)|\|+/;

const allWordsSchema = textSchema.superRefine((words, { addIssue }) => {
	const [operator] = OPERATOR.exec(words.replace(PHRASE, ' ')) ?? [];
	if (operator === undefined) return;
	addIssue({
		code: 'custom',
		message: `it has ${operator}, but there are no operators, and all of its words must occur. Leave it out, and search for alternatives one by one`,
	});
});

/** Words that must all occur. Operators are refused, since nothing would be found with them. */
export const allWords: Make<'text', string> = (spec: TextSpec) => fieldOf('text', allWordsSchema, spec);
export const number: Make<'number', number> = (spec: NumberSpec) => fieldOf('number', numberSchema(spec), spec);
export const boolean: Make<'boolean', boolean> = (spec: Common) => fieldOf('boolean', booleanSchema, spec);
export const dateTime: Make<'dateTime', string> = (spec: Common) => fieldOf('dateTime', z.string(), spec);
export const json: Make<'json', unknown> = (spec: JsonSpec) => fieldOf('json', z.unknown(), spec);
const LINK = /^https?:\/\//i;

/** People paste what the service shares, which is a link, and expressions give the whole of what has the ID. */
const idSchema = z.string('it must be the ID alone, as text').trim().refine((id) => !LINK.test(id), 'it must be an ID, not a link');
const referenceSchema = z.unknown().transform(asText).pipe(idSchema);

export const reference: Make<'reference', string> = (spec: ReferenceSpec) => fieldOf('reference', referenceSchema, spec);
export const pairs: Make<'pairs', Readonly<Record<string, string>>> = (spec: PairsSpec) =>
	fieldOf('pairs', pairsSchema, spec);

type Values = string | boolean;

/** One of several values, each of its own type. */
export function choice<const V extends Values>(spec: ChoiceSpec<V> & Present<NoInfer<V>>): Field<V, 'choice'>;
export function choice<const V extends Values>(spec: ChoiceSpec<V> & MaybeAbsent): Field<V | undefined, 'choice'>;
export function choice(spec: ChoiceSpec): Field<Values | undefined, 'choice'> {
	return fieldOf('choice', oneOf(spec.choices), spec);
}

/** Any number of several values. */
export function choices<const V extends string>(
	spec: ChoiceSpec<V> & Present<NoInfer<V>[]>,
): Field<V[], 'choices'>;
export function choices<const V extends string>(
	spec: ChoiceSpec<V> & MaybeAbsent,
): Field<V[] | undefined, 'choices'>;
export function choices(spec: ChoiceSpec): Field<string[] | undefined, 'choices'> {
	return fieldOf('choices', listOf(oneOf(spec.choices)), spec);
}

/** What a host knows about the values of fields. */
export interface Given {
	/** The value as the host has it, wherever it comes from; only called for fields that are shown. */
	readonly valueOf: (input: string, field: Field) => unknown;
	/** A date and time as people and expressions write it, as ISO 8601 in UTC; null if it is not one. */
	readonly toInstant: (value: unknown) => string | null;
	readonly isAgent: boolean;
	/** Whether people choose by label. Expressions need the value anyway. */
	readonly showsLabels?: true;
	/**
	 * Whether a person filled in the field, if only with an expression that is now empty. Omitted where that has a value, such as an
	 * empty text.
	 */
	readonly isFilled?: (input: string, field: Field) => boolean;
	/** Where a value comes from, as a person wrote it, such as `msg.payload.search`; undefined if it was entered itself. */
	readonly sourceOf?: (input: string, field: Field) => string | undefined;
}

export const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);

/** “a”, “a or b”, “a, b or c”. */
export const alternatives = (values: readonly unknown[]): string =>
	[values.slice(0, -1).join(', '), values.at(-1)].filter((part) => part !== '').join(' or ');

/** Whether a choice is one that agents do not get. */
export const isHidden = (field: Field, value: string | boolean): boolean =>
	field.kind === 'choice' && field.choices.some((choice) => choice.value === value && choice.audience === 'people');

/** Throws `invalidInput`, naming the field by its label. */
export const refuse = ({ label }: Field, reason: string): never => refuseInput(label, reason);

/** What an unset value means. */
export const absent = (field: Field, isAgent: boolean): unknown =>
	isAgent && field.agentDefault !== undefined ? field.agentDefault : field.default;

/** The required choice that has to be made for a field to be shown; undefined if the field is always shown, or for several choices. */
export function choiceBehind(
	{ showWhen = {} }: Field,
	fields: Fields,
): { readonly input: string; readonly value: string | boolean } | undefined {
	const [[input = '', values = []] = [], ...others] = Object.entries(showWhen);
	const [value, ...more] = values;
	return others.length === 0 && more.length === 0 && value !== undefined && fields[input]?.kind === 'choice' && fields[input].required
		? { input, value }
		: undefined;
}

/**
 * The input for which agents do not get the choice that this field belongs to: only the field's value makes it, so the value has no
 * default.
 */
export function hiddenChoiceBehind(field: Field, fields: Fields): string | undefined {
	const behind = choiceBehind(field, fields);
	const decides = behind && fields[behind.input];
	return decides && isHidden(decides, behind.value) ? behind.input : undefined;
}

/**
 * Values as programs and agents give them, who leave out what they do not need: a value that is only used with one choice makes
 * that choice, so that `days` alone means the last days. Values that ask for different choices make none.
 */
export const withImplied =
	(fields: Fields, valueOf: Given['valueOf']): Given['valueOf'] =>
	(input, field) => {
		const value = valueOf(input, field);
		if (field.kind !== 'choice' || !isBlank(value)) return value;
		const asked = Object.entries(fields).flatMap(([other, one]) => {
			const behind = choiceBehind(one, fields);
			return behind?.input === input && isMeant(one, valueOf(other, one)) ? [behind.value] : [];
		});
		return new Set(asked).size === 1 ? asked[0] : value;
	};

/** An empty text in place of a list is a list without entries: it must not choose everything. */
export const isMeant = (field: Field, value: unknown): boolean => !isUnset(field, value) || (field.kind === 'json' && typeof value === 'string');

const NOTHING = /^\s*(?:null|none|undefined|n\/a)\s*$/i;

/** Values as models mean them: they fill in fields that they do not need with a word for nothing. */
export const asMeant =
	(valueOf: Given['valueOf']): Given['valueOf'] =>
	(input, field) => {
		const value = valueOf(input, field);
		const isNeeded = field.required === true && field.showWhen === undefined;
		return !isNeeded && typeof value === 'string' && NOTHING.test(value) ? undefined : value;
	};

/** Whether a field is shown, given the values of the others. */
export function isShown({ showWhen = {} }: Field, fields: Fields, { valueOf, isAgent }: Pick<Given, 'isAgent' | 'valueOf'>): boolean {
	return Object.entries(showWhen).every(([input, values]) => {
		const other = fields[input];
		if (other === undefined) return false;
		const value = valueOf(input, other);
		const set = valuesOf(isBlank(value) ? absent(other, isAgent) : value);
		const known = 'choices' in other ? set.map((one) => chosen(other.choices, one)?.value) : set.map(oneText);
		return values.some((one) => known.some((each) => String(each) === String(one)));
	});
}

const named = ({ value, label }: Choice): string => `“${label}” (${value})`;

/** The choices in the form in which the reader knows them: with labels for people who see them, otherwise only the values. */
function choicesFor(field: Field & { readonly choices: readonly Choice[] }, { isAgent, showsLabels }: Given): string {
	const offered = field.choices.filter(({ audience }) => !isAgent || audience !== 'people');
	return offered.map((one) => (showsLabels && !isAgent ? named(one) : String(one.value))).join(', ');
}

/** An empty list is one, and does not mean everything. */
const isUnset = (field: Field, value: unknown): boolean => isBlank(value) && !(field.kind === 'json' && Array.isArray(value));

/**
 * The fields that a person filled in but that are still unset, and what is empty. `all`: includes the fields that decide which are
 * shown.
 */
export const emptied = (fields: Fields, given: Given, all: Fields): readonly { readonly field: Field; readonly what: string }[] =>
	Object.entries(fields).flatMap(([input, field]) =>
		isShown(field, all, given) && isUnset(field, given.valueOf(input, field)) && isFilled(given, input, field)
			? [{ field, what: given.sourceOf?.(input, field) ?? 'it' }]
			: [],
	);

const isFilled = ({ isFilled: isSaid, valueOf }: Given, input: string, field: Field): boolean =>
	isSaid?.(input, field) ?? valueOf(input, field) !== undefined;

/** Lists of conversations name the ID otherwise than everything else. */
const whyEmpty = (field: Field): string =>
	field.kind === 'reference' && field.picks === 'conversation'
		? 'it is empty. A conversation’s ID is “conversationId” in events and reports, “id” in lists of conversations'
		: 'it is empty';

/** `02/11/2026`, which is in February for some and in November for others. */
const UNCLEAR_DAY = /^\s*\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)/;
/** n8n would read it as the first of January, and a number as a moment of 1970. */
const YEAR = /^\s*\d{4}\s*$/;

/** Where nobody chose, a field that is missing is only that of the default choice: those of the others would do as well. */
function orInstead(field: Field, all: Fields, { valueOf, isAgent }: Given): string {
	const behind = choiceBehind(field, all);
	const decides = behind && all[behind.input];
	if (!decides || !isBlank(valueOf(behind.input, decides))) return '';
	const others = Object.values(all).filter((one) => {
		const other = choiceBehind(one, all);
		return one !== field && one.required && other?.input === behind.input && !(isAgent && isHidden(decides, other.value));
	});
	return others.length > 0 ? `. Fill it in, or ${alternatives(others.map(({ label }) => `“${label}”`))} instead` : '';
}

/** Says of a value that was not given, but another one asks for, which one that is: it did not come from anywhere, so it is not empty. */
function whyMissing({ showWhen = {} }: Field, value: unknown, all: Fields): string {
	const conditions = Object.entries(showWhen).map(([input, values]) => `“${all[input]?.label}” is ${alternatives(values)}`);
	return value === undefined && conditions.length > 0 ? `it is missing. It is required if ${conditions.join(' and ')}` : '';
}

function read(field: Field, value: unknown, given: Given, all: Fields): unknown {
	const { toInstant, isAgent } = given;
	if (isUnset(field, value)) {
		const preset = absent(field, isAgent);
		const otherwise = isAgent && hiddenChoiceBehind(field, all) !== undefined ? undefined : preset;
		if ((field.required || preset !== undefined) && otherwise === undefined) {
			const instead = orInstead(field, all, given);
			return refuse(field, (instead === '' && whyMissing(field, value, all)) || `${whyEmpty(field)}${instead}`);
		}
		return field.schema.parse(otherwise);
	}
	if (field.kind === 'dateTime') {
		// Checked before a host reads it: n8n's own parser would move it to the next month.
		if (typeof value === 'string' && isImpossibleDay(value)) refuse(field, 'there is no such day in that month');
		const written = asText(value);
		if (typeof written === 'string' && UNCLEAR_DAY.test(written)) refuse(field, 'it must begin with the year, for example 2026-11-21');
		const isYear = typeof written === 'string' && YEAR.test(written);
		return (isYear ? null : toInstant(value)) ?? refuse(field, 'it is not a date and time, for example 2026-11-21T14:30:00Z');
	}
	const parsed = field.schema.safeParse(value);
	if (parsed.success) return parsed.data;
	if ('choices' in field) return refuse(field, `it must be one of ${choicesFor(field, given)}`);
	return refuse(field, parsed.error.issues[0]?.message ?? 'it is not accepted');
}

/**
 * The checked values of fields. A hidden field is not read, since a host may not have kept its value. `all`: includes the
 * fields that decide which are shown. Throws `ClientError` `invalidInput`.
 */
export function readInput<F extends Fields>(fields: F, given: Given, all: Fields = fields): InputOf<F> {
	// Many fields depend on the same one, and a host may evaluate an expression each time.
	const known = new Map<string, unknown>();
	const valueOf = (input: string, field: Field): unknown => {
		if (!known.has(input)) known.set(input, given.valueOf(input, field));
		return known.get(input);
	};
	const once: Given = { ...given, valueOf };
	return trust<InputOf<F>>(
		Object.fromEntries(
			Object.entries(fields).map(([input, field]) => [
				input,
				isShown(field, all, once) ? read(field, valueOf(input, field), once, all) : field.default,
			]),
		),
	);
}
