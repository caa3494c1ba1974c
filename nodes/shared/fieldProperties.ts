import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { byLabel, type Choice, type Field, type Fields, type Kind, nameOf, type Picks, type Text, textIn } from '../../src/forms/index.ts';
import { terms } from './terms.ts';

export type DisplayOptions = NonNullable<INodeProperties['displayOptions']>;

/** Shown only for an AI agent’s tool, or hidden from it. */
export const agentsOnly: DisplayOptions = { show: { '@tool': [true] } };
export const peopleOnly: DisplayOptions = { hide: { '@tool': [true] } };

/** A condition that holds if both do. */
export const both = (one: DisplayOptions, other: DisplayOptions): DisplayOptions => ({
	...((one.hide ?? other.hide) && { hide: { ...one.hide, ...other.hide } }),
	show: { ...one.show, ...other.show },
});

export const said = (text: Text): string => textIn(text, terms);

export const optionOf = ({ value, label, description }: Choice) => ({
	name: label,
	value,
	...(description !== undefined && { description: said(description) }),
});

/** The lists that a reference is chosen from, in the node’s `methods.listSearch`. */
const searchMethods = {
	calendarEvent: 'searchCalendarEvents',
	contact: 'searchContacts',
	conversation: 'searchConversations',
	webhook: 'searchWebhooks',
} as const satisfies Record<Picks, string>;

/**
 * IDs are opaque: any text may be one. There is no “By URL”: the only URL the service returns is the link of a shared
 * conversation, and nothing says that it contains the ID.
 */
function modesOf({ picks, example }: Field<unknown, 'reference'>): INodePropertyMode[] {
	const typeOptions = { searchListMethod: searchMethods[picks], searchable: true };
	const called = (name: string, displayName: string) => ({ name, displayName });
	const byEmail: INodePropertyMode = { ...called('email', 'By Email'), type: 'string', placeholder: 'e.g. maria@acme.com' };
	const byName: INodePropertyMode = { ...called('name', 'By Name'), type: 'string', placeholder: 'e.g. Maria Lopez' };
	return [
		{ ...called('list', 'From List'), type: 'list', typeOptions },
		...(picks === 'contact' ? [byEmail] : []),
		{ ...called('id', 'By ID'), type: 'string', placeholder: `e.g. ${example}` },
		...(picks === 'contact' ? [byName] : []),
	];
}

type Rendered = Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

const startOf = (field: Field): unknown => field.initial ?? field.default;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** How n8n shows each kind of field. */
const renderers: { readonly [K in Kind]: (field: Field<unknown, K>) => Rendered } = {
	text: (field) => ({
		type: 'string',
		default: textOf(startOf(field)),
		...(field.lines !== undefined && { typeOptions: { rows: field.lines } }),
	}),
	number: (field) => ({
		type: 'number',
		default: Number(startOf(field) ?? 0),
		typeOptions: {
			...(field.min !== undefined && { minValue: field.min }),
			...(field.max !== undefined && { maxValue: field.max }),
			...(field.decimals !== undefined && { numberPrecision: field.decimals }),
		},
	}),
	boolean: (field) => ({ type: 'boolean', default: startOf(field) === true }),
	dateTime: () => ({ type: 'dateTime', default: '' }),
	choice: (field) => {
		const start = startOf(field);
		return { type: 'options', options: field.choices.map(optionOf), default: typeof start === 'boolean' ? start : textOf(start) };
	},
	choices: (field) => ({ type: 'multiOptions', options: field.choices.map(optionOf), default: textsOf(startOf(field)) }),
	pairs: ({ pair, from, to, label }) => ({
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: `Add ${pair.label}`,
		options: [
			{
				displayName: pair.label,
				name: pair.name,
				values: [from, to].map(({ name, label: displayName, example, description = label }) => ({
					displayName,
					name,
					type: 'string' as const,
					default: '',
					...(example !== undefined && { placeholder: `e.g. ${example}` }),
					description: said(description),
				})),
			},
		],
	}),
	// A line of text takes an expression, which is how all of them are filled in; an editor for JSON scares people.
	json: ({ fromInput, overInputs }) => ({
		type: 'string',
		default: fromInput ? '={{ $json }}' : '',
		...(overInputs && { placeholder: 'e.g. {{ $input.all() }}' }),
	}),
	reference: (field) => ({ type: 'resourceLocator', default: { mode: 'list', value: '' }, modes: modesOf(field) }),
};

function render<K extends Kind>(input: string, field: Field<unknown, K>): INodeProperties {
	const { label, description, hint, example, required, kind } = field;
	const hasOwnPlaceholders = kind === 'reference' || kind === 'pairs';
	const rendered = renderers[kind](field);
	return {
		displayName: label,
		name: nameOf(input, field),
		...rendered,
		...(example !== undefined && !hasOwnPlaceholders && { placeholder: `e.g. ${example}` }),
		...(required && { required }),
		...(description !== undefined && { description: said(description) }),
		...(hint !== undefined && { hint: said(hint) }),
	};
}

/** Shows a field only when those it depends on have the right values. Inside a collection, names start at the root of the form. */
const waitsFor = ({ showWhen = {} }: Field, siblings: Fields, root = ''): DisplayOptions => ({
	show: Object.fromEntries(
		Object.entries(showWhen).map(([input, values]) => [`${root}${nameOf(input, siblings[input])}`, [...values]]),
	),
});

const isAlways = ({ show, hide }: DisplayOptions): boolean => Object.keys({ ...show, ...hide }).length === 0;

export const shownIf = (displayOptions: DisplayOptions) => (isAlways(displayOptions) ? {} : { displayOptions });

const ofAudience = { agents: agentsOnly, people: peopleOnly };

/** What a form says below a field while it is empty. */
const emptyNotice = (input: string, field: Field, own: DisplayOptions): INodeProperties[] =>
	field.whileEmpty === undefined
		? []
		: [
				{
					displayName: said(field.whileEmpty),
					name: `${nameOf(input, field)}Empty`,
					type: 'notice',
					default: '',
					displayOptions: both(own, both(peopleOnly, { show: { [nameOf(input, field)]: [''] } })),
				},
			];

/** An expression that has the model fill in a field, as the button beside it does. The editor recognizes it by the comment. */
function fromModel(field: Field, required = field.required === true): string {
	const { label, description, example, kind } = field;
	const offered = kind === 'choice' ? field.choices.filter(({ audience }) => audience !== 'people').map(({ value }) => value) : [];
	const parts = [
		description === undefined ? label : said(description),
		...(kind === 'dateTime' ? ['as an ISO 8601 date and time'] : []),
		...(offered.length > 0 ? [`one of ${offered.join(' | ')}`] : []),
		...(example === undefined ? [] : [`e.g. ${example}`]),
		...(required ? [] : [kind === 'choice' && field.default !== undefined ? `or empty for ${String(field.default)}` : 'or empty']),
	];
	const key = label.replaceAll(/[^A-Za-z0-9]+/g, '_');
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${parts.join(', ')}\`, 'string'${required ? '' : `, ''`}) }}`;
}

const dependentsOf = (input: string, siblings: Fields): Field[] => Object.values(siblings).filter(({ showWhen = {} }) => input in showWhen);

const isWritten = (field: Field): boolean => ['text', 'number', 'dateTime'].includes(field.kind) || (field.kind === 'json' && !field.fromInput);

/**
 * A choice of what an operation is about, such as its period. With a choice of the model’s, n8n shows all fields that depend on
 * it, so that the model has to be able to write them.
 */
const isChoiceForModel = (input: string, { kind, required }: Field, siblings: Fields): boolean =>
	kind === 'choice' && required === true && dependentsOf(input, siblings).every(isWritten);

/** Whether the model fills in a field because it also makes the choice that the field depends on. */
const hangsOnModel = ({ showWhen = {} }: Field, siblings: Fields): boolean =>
	Object.keys(showWhen).some((input) => siblings[input] !== undefined && isChoiceForModel(input, siblings[input], siblings));

/** Whether a new tool leaves a field to the model: what a call needs, what it is about, and what only a model is asked for. */
const isForModel = (input: string, field: Field, siblings: Fields): boolean =>
	field.audience === 'agents' ||
	(field.audience === undefined && (hangsOnModel(field, siblings) || isChoiceForModel(input, field, siblings) || (field.required === true && field.kind === 'text')));

/** A field as properties: two if it starts with another value in an AI agent's tool. */
export function fieldProperties(input: string, field: Field, siblings: Fields, shown: DisplayOptions = {}): INodeProperties[] {
	const { audience, agentDefault, kind } = field;
	const isRequired = field.required === true;
	const property = render(input, field);
	const own = both(shown, both(waitsFor(field, siblings), audience ? ofAudience[audience] : {}));
	if (kind === 'reference') {
		const mode = field.picks === 'contact' ? 'email' : 'id';
		return [
			{ ...property, displayOptions: both(own, peopleOnly) },
			{ ...property, default: { __rl: true, mode, value: isRequired ? fromModel(field) : '' }, displayOptions: both(own, agentsOnly) },
		];
	}
	if (isForModel(input, field, siblings)) {
		// n8n would demand every field marked as required, though a call only needs some of them. The call reports what is
		// missing.
		const { required: demanded = false, ...without } = property;
		const required = demanded && kind !== 'choice' && !hangsOnModel(field, siblings);
		return [
			...(audience === 'agents' ? [] : [{ ...property, displayOptions: both(own, peopleOnly) }]),
			{ ...without, ...(required && { required }), default: fromModel(field, required), displayOptions: both(own, agentsOnly) },
			...emptyNotice(input, field, own),
		];
	}
	if (agentDefault === undefined) return [{ ...property, ...shownIf(own) }, ...emptyNotice(input, field, own)];
	return [
		{ ...property, displayOptions: both(own, peopleOnly) },
		{ ...property, default: textOf(agentDefault), displayOptions: both(own, agentsOnly) },
	];
}

const collections = {
	filters: { displayName: 'Filters', placeholder: 'Add Filter' },
	options: { displayName: 'Options', placeholder: 'Add Option' },
};

const byDisplayName = ({ displayName: one }: INodeProperties, { displayName: other }: INodeProperties): number => byLabel({ label: one }, { label: other });

/** A collection depends on what all of its fields depend on. */
function sharedConditions(fields: readonly Field[], siblings: Fields): DisplayOptions {
	const conditions = fields.map((field) => waitsFor(field, siblings).show ?? {});
	const names = Object.keys(conditions[0] ?? {}).filter((name) => conditions.every((other) => name in other));
	const values = (name: string) => [...new Set(conditions.flatMap((condition) => condition[name] ?? []))];
	return { show: Object.fromEntries(names.map((name) => [name, values(name)])) };
}

interface Collection {
	readonly name: keyof typeof collections;
	readonly added: Fields;
	/** The fields that the optional ones may depend on. */
	readonly siblings?: Fields;
	readonly description?: Text;
	readonly shown?: DisplayOptions;
	/** What the host adds to all of them, always shown. */
	readonly own?: readonly INodeProperties[];
	/**
	 * The name of the collection in an AI agent's tool, if the node can be one. It differs by operation, so that each starts with its own
	 * fields.
	 */
	readonly nameInTool?: string;
}

/**
 * Optional fields, sorted by label. An AI agent’s tool may have different ones, and then has a collection of its own, so
 * that no collection is ever empty.
 */
export function collectionProperties({ name, added, siblings = {}, description, shown = {}, own = [], nameInTool }: Collection): INodeProperties[] {
	const all = Object.entries(added);
	const inside = ([input, field]: [string, Field]): INodeProperties => ({
		...render(input, field),
		// Whoever adds a switch wants it on.
		...(field.kind === 'boolean' && { default: true }),
		...(field.showWhen && { displayOptions: waitsFor(field, siblings, '/') }),
	});
	/** A new tool leaves filters by words, time and number to the model. */
	const forModel = (fields: [string, Field][]): INodeProperties['default'] =>
		name === 'filters' ? Object.fromEntries(fields.flatMap(([input, field]) => (['text', 'dateTime', 'number'].includes(field.kind) ? [[nameOf(input, field), fromModel(field)]] : []))) : {};
	const collection = (fields: [string, Field][], when: DisplayOptions, isForAgents: boolean): INodeProperties[] => {
		const options = [...fields.map(inside), ...own].sort(byDisplayName);
		if (options.length === 0) return [];
		const conditions = own.length > 0 ? {} : sharedConditions(fields.map(([, field]) => field), siblings);
		return [
			{
				...collections[name],
				name: isForAgents ? (nameInTool ?? name) : name,
				type: 'collection',
				default: isForAgents ? forModel(fields) : {},
				...(description !== undefined && { description: said(description) }),
				options,
				...shownIf(both(when, conditions)),
			},
		];
	};
	if (nameInTool === undefined && all.every(([, { audience }]) => audience === undefined)) return collection(all, shown, false);
	return [
		...collection(all.filter(([, { audience }]) => audience !== 'agents'), both(shown, peopleOnly), false),
		...collection(all.filter(([, { audience }]) => audience !== 'people'), both(shown, agentsOnly), true),
	];
}
