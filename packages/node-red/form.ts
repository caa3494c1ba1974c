import * as z from 'zod/v4';
import { ANY_EVENT, instantTrigger, type Trigger } from '../../src/triggers/index.ts';
import { type Choice, type Field, type Fields, type Kind, nameOf, sentences, type Text, textIn } from '../../src/forms/index.ts';
import { allFields, catalogue, creditsOf, mayUseMuch, type Operation, wholeDescription } from '../../src/operations/index.ts';
import { LIMITS_LINK } from '../../src/words/index.ts';
import { limitFields, listFields, manyFields, offered } from './operation.ts';
import { pollForm } from './polling.ts';
import { RUN_LIMITS, terms } from './terms.ts';
import { CONVERSATION_PATH, isConversation } from './values.ts';

interface Input {
	readonly type: string;
	readonly value: string;
}

/** A field as the editor’s script shows it. */
export interface Row {
	readonly name: string;
	readonly label: string;
	readonly help: string;
	readonly placeholder: string;
	readonly required: boolean;
	/** Its value in a new form. */
	readonly start: Input;
	/** What an empty field stands for. */
	readonly unset: Input;
	/** The first is the one that people fill in by hand; the others are Node-RED's. */
	readonly types: readonly string[];
	readonly choices?: readonly { readonly value: string; readonly label: string; readonly help: string }[];
	readonly picks?: string;
	readonly numbers?: { readonly min: number; readonly max: number; readonly whole: boolean; readonly rule: string };
	/** The name of a field whose number it must not be below. */
	readonly notBelow?: string;
	/** Shown if the fields of these names have one of these values. */
	readonly showWhen: Readonly<Record<string, readonly string[]>>;
}

export interface Section {
	readonly title: string;
	readonly help: string;
	readonly rows: readonly Row[];
	readonly showWhen: Row['showWhen'];
}

export interface Form {
	readonly notices: readonly { readonly text: string; readonly showWhen: Row['showWhen'] }[];
	readonly rows: readonly Row[];
	/** Collapsed until one of their fields is filled. */
	readonly sections: readonly Section[];
}

const said = (given: Text): string => textIn(given, terms);

const WHERE_IDS_ARE = ' The default also reads msg.payload.id of a conversation, such as a result of Get Many.';

const dynamic = ['msg', 'flow', 'global', 'env', 'jsonata'];
const fixed = ['env'];

const choiceOf = ({ value, label, description }: Choice) => ({ value: String(value), label, help: sentences(terms, description) });

const written: { readonly [K in Kind]: (field: Field<unknown, K>) => Pick<Row, 'choices' | 'numbers' | 'picks' | 'types'> } = {
	text: () => ({ types: ['str'] }),
	number: ({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE, whole = false, schema }) => ({
		types: ['num'],
		numbers: { min, max, whole, rule: schema.safeParse(NaN).error?.issues[0]?.message ?? '' },
	}),
	boolean: () => ({ types: ['bool'] }),
	dateTime: () => ({ types: ['str', 'date'] }),
	choice: ({ choices }) => ({ types: ['choice'], choices: choices.map(choiceOf) }),
	choices: ({ choices }) => ({ types: ['choices'], choices: choices.map(choiceOf) }),
	pairs: () => ({ types: ['json'] }),
	// A field that may stay empty starts as text, because empty text is not valid JSON.
	json: ({ initial, fromInput = false }) => ({ types: initial === undefined && !fromInput ? ['str', 'json'] : ['msg', 'json'] }),
	reference: ({ picks }) => ({ types: ['pick'], picks }),
};

const inputOf = (type: string, value: unknown): Input => ({ type, value: typeof value === 'object' ? (Array.isArray(value) ? value.join(',') : '') : String(value) });

/** Empty text is not JSON. */
const unsetOf = (field: Field, type: string): Input => inputOf(type, field.default ?? (field.kind === 'pairs' ? '{}' : ''));

function startOf(field: Field, isTrigger: boolean, type: string): Input {
	if (field.kind === 'json' && field.fromInput) return { type: 'msg', value: 'payload' };
	if (field.kind === 'json' && field.initial !== undefined) return inputOf('json', field.initial);
	// Where the messages of triggers contain the conversation's ID.
	if (isConversation(field) && !isTrigger) return { type: 'msg', value: CONVERSATION_PATH };
	return field.initial === undefined ? unsetOf(field, type) : inputOf(type, field.initial);
}

const shownWhen = ({ showWhen = {} }: Field, all: Fields): Row['showWhen'] =>
	Object.fromEntries(Object.entries(showWhen).map(([input, values]) => [nameOf(input, all[input]), values.map(String)]));

const renderOne = <K extends Kind>(field: Field<unknown, K>) => written[field.kind](field);

/** With `isExtra`, the field is optional and starts with the value that it has when left out. */
function rowOf(input: string, field: Field, { all, isTrigger, isExtra }: { all: Fields; isTrigger: boolean; isExtra: boolean }): Row {
	const { label, description, hint, example = '', required = false } = field;
	const { types, ...rest } = renderOne(field);
	const [type = 'str'] = types;
	// A trigger's form is filled in once, not by a message.
	const hasChecks = isTrigger && field.kind === 'choices';
	const pairs = field.kind === 'pairs' ? ` For example {"${field.from.example ?? field.from.label}": "${field.to.example ?? field.to.label}"}.` : '';
	return {
		name: nameOf(input, field),
		label,
		help: sentences(terms, description, hint) + pairs + (isConversation(field) && !isTrigger ? WHERE_IDS_ARE : ''),
		placeholder: example || (field.kind === 'dateTime' ? '2026-11-21 14:30' : ''),
		required,
		start: isExtra ? unsetOf(field, type) : startOf(field, isTrigger, type),
		unset: unsetOf(field, type),
		types: hasChecks ? types : [...new Set([...types, ...(isTrigger ? fixed : dynamic)])],
		showWhen: shownWhen(field, all),
		...rest,
	};
}

const byLabel = (one: Row, other: Row): number => (one.label < other.label ? -1 : 1);

function formOf(fields: Fields, sections: readonly { title: string; fields: Fields; help?: Text; showWhen?: Row['showWhen'] }[], isTrigger: boolean): Form {
	const all: Fields = Object.assign({}, fields, ...sections.map((section) => section.fields));
	const rows = (group: Fields, isExtra: boolean) => Object.entries(offered(group)).map(([input, field]) => rowOf(input, field, { all, isTrigger, isExtra }));
	return {
		notices: [],
		rows: rows(fields, false),
		sections: sections.flatMap(({ title, fields: group, help, showWhen = {} }) => {
			const found = rows(group, true).sort(byLabel);
			return found.length === 0 ? [] : [{ title, help: sentences(terms, help), rows: found, showWhen }];
		}),
	};
}

/** Shown where there may be any number of results. */
function manyOf(operation: Operation): Fields {
	if (operation.isList) return manyFields;
	const deciding = Object.entries(allFields(operation)).flatMap(([input, field]) => {
		const values = field.kind === 'choice' ? field.choices.filter(({ many }) => many).map(({ value }) => value) : [];
		return values.length > 0 ? [[input, values] as const] : [];
	});
	return deciding.length > 0 ? { eachMessage: { ...manyFields.eachMessage, showWhen: Object.fromEntries(deciding) } } : {};
}

const { reserveCredits: _, ...requestFields } = limitFields;

const operationForm = (operation: Operation): Form =>
	formOf(
		{ ...operation.fields, ...(operation.isList && listFields), ...manyOf(operation) },
		[
			{ title: 'Filters', fields: operation.filters },
			{ title: 'Options', fields: operation.options },
			...(mayUseMuch(operation) ? [{ title: RUN_LIMITS, fields: operation.credit === 'never' ? requestFields : limitFields }] : []),
		],
		false,
	);

const triggerForm = ({ notices, fields, filters, filtersDescription, filtersShownWhen, options }: Trigger): Form => ({
	...formOf(
		fields,
		[
			{ title: 'Filters', fields: filters, help: filtersDescription, showWhen: filtersShownWhen ?? {} },
			{ title: 'Options', fields: options },
		],
		true,
	),
	notices: notices.map(({ text, showWhen = {} }) => ({ text: said(text), showWhen })),
});

const poll = triggerForm(pollForm);
/** A meeting that starts between two polls would be reported late. */
const pollEditor: Form = { ...poll, rows: poll.rows.map((row) => (row.name === 'minutesBefore' ? { ...row, notBelow: 'minutes' } : row)) };

const escape = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const choiceList = ({ types, choices = [] }: Row): string => {
	const explained = types.join() === 'choices' ? [] : choices.filter(({ help }) => help);
	return explained.length === 0 ? '' : `<ul>${explained.map(({ label, help }) => `<li><b>${escape(label)}</b>: ${escape(help)}</li>`).join('')}</ul>`;
};

const fieldList = ({ rows, sections }: Pick<Form, 'rows' | 'sections'>): string =>
	[...rows, ...sections.flatMap((section) => section.rows)]
		.map((row) => `<dt${row.required ? '' : ' class="optional"'}>${escape(row.label)}</dt><dd>${escape(row.help)}${choiceList(row)}</dd>`)
		.join('\n');

/** What a message contains for the nodes that follow. */
interface OutputField {
	readonly path: string;
	readonly type: string;
	readonly help: string;
}

/** How deep the fields of a result are listed. */
const DEPTH = 3;

const Shape = z.looseObject({
	type: z.string().catch('any'),
	description: z.string().catch(''),
	properties: z.record(z.string(), z.unknown()).catch({}),
	items: z.unknown(),
	anyOf: z.array(z.looseObject({ type: z.string().optional() })).catch([]),
});

function fieldsAt(schema: unknown, path: string, depth = 0): OutputField[] {
	const whole = Shape.parse(schema);
	const one = whole.anyOf.length > 0 ? Shape.parse(whole.anyOf.find(({ type }) => type !== 'null')) : whole;
	const isNullable = whole.anyOf.some(({ type }) => type === 'null');
	const own = { path, type: isNullable ? `${one.type} or null` : one.type, help: sentences(terms, whole.description || one.description) };
	if (depth === DEPTH) return [own];
	const inner = one.type === 'array' ? fieldsAt(one.items ?? {}, `${path}[0]`, depth).slice(1) : Object.entries(one.properties).flatMap(([name, property]) => fieldsAt(property, `${path}.${name}`, depth + 1));
	return [own, ...inner];
}

const resultOf = ({ output }: Operation): OutputField[] => fieldsAt(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }), 'payload').slice(1);

/** What a message of an event or poll node has. */
const eventPaths = [
	...['event', 'conversationId', 'title', 'startTime', 'timestamp', 'dedupeKey', 'data', 'included', 'actionItem'].map((name) => `payload.${name}`),
	...['item', 'owner', 'priority', 'dueDate', 'conversationTitle', 'conversationDate'].map((name) => `payload.actionItem.${name}`),
	...['dedupeKey', 'topic'],
];

const described = (fields: readonly OutputField[]): string =>
	fields.map(({ path, type, help: about }) => `<dt>${escape(path)} <span class="property-type">${escape(type)}</span></dt><dd>${escape(about)}</dd>`).join('\n');

const ERRORS = `<p>A Catch node gets <code>msg.error.message</code>, which says what to do, <code>msg.error.code</code>, and in <code>msg.error.cause</code> what a flow can branch on.
When waiting helps, <code>msg.delay</code> is the time in milliseconds for a Delay node set to “Override delay with msg.delay”.</p>`;

/** The manual of one operation, without what all operations have. */
const manualOf = (operation: Operation, { rows, sections }: Form): string =>
	`<p>${escape(wholeDescription(operation, terms))}</p>
<h3>Inputs</h3>
<p>Each field is fixed, or comes from the message, the context, an environment variable or JSONata.</p>
<dl class="message-properties">${fieldList({ rows, sections: sections.filter(({ title }) => title !== RUN_LIMITS) })}</dl>
<h3>Outputs</h3>
<dl class="message-properties"><dt>payload <span class="property-type">${operation.isList ? 'array' : 'object'}</span></dt><dd>${operation.isList ? 'The results. With “Message per Result”, one of them. Each has:' : 'The result, with every field at its default:'}</dd>
${described(resultOf(operation))}
<dt class="optional">hints <span class="property-type">array</span></dt><dd>What to know about the result, such as what was left out.</dd></dl>
<h3>Cost</h3>
<p>AI credits: ${escape(creditsOf(operation))}. ${LIMITS_LINK} explains what else it uses of your plan.</p>
<h3>Errors</h3>
${ERRORS}`;

/** Everything that the editor needs to show the forms. */
export const forms = {
	resources: catalogue.map(({ id, name, operations, defaultOperation }) => ({
		id,
		name,
		start: defaultOperation.id,
		operations: operations.map((operation) => {
			const form = operationForm(operation);
			return {
				id: operation.id,
				name: said(operation.name),
				action: said(operation.action),
				help: wholeDescription(operation, terms),
				isList: operation.isList,
				manual: manualOf(operation, form),
				paths: resultOf(operation).map(({ path }) => path),
				form,
			};
		}),
	})),
	event: triggerForm(instantTrigger),
	poll: pollEditor,
	eventPaths,
};

/** The events as a trigger offers them, by the name that they have in `msg.topic`. */
const eventList = ({ rows }: Form): string =>
	rows
		.flatMap(({ name, choices = [] }) => (name === 'events' ? choices.filter(({ value }) => value !== ANY_EVENT) : []))
		.map(({ value, label, help: about }) => `<dt>${escape(label)} <span class="property-type">${value}</span></dt><dd>${escape(about)}</dd>`)
		.join('\n');

const output = `<h3>Outputs</h3>
<dl class="message-properties">
<dt>topic <span class="property-type">string</span></dt><dd>The event, such as <code>conversation.created</code>.</dd>
<dt>payload <span class="property-type">object</span></dt><dd>The event, with <code>conversationId</code>, <code>title</code>, <code>startTime</code> and <code>data</code>, with one <code>actionItem</code> for “Action Items Ready”, and what was asked for in <code>included</code>.</dd>
<dt>dedupeKey <span class="property-type">string</span></dt><dd>The same however the event arrives. To use both kinds of events without doing anything twice, remember the keys that are done.</dd>
</dl>`;

const formHelp = (form: Form): string => `<h3>Fields</h3><dl class="message-properties">${fieldList(form)}</dl>
<h3>Events</h3><dl class="message-properties">${eventList(form)}</dl>
<h3>Errors</h3>
${ERRORS}`;

/** The help panel of each node. */
export const help = {
	'meeting-assistant-account': `<p>The account of the service that other nodes use.</p>
<p>The API key is stored in Node-RED’s encrypted credentials and never exported with a flow. Click <b>Test</b> to check it.</p>`,
	'meeting-assistant': `<p>Works with your meetings: conversations, transcripts, key points, feedback, contacts and action items. Select or open a node to see the inputs, outputs, cost and errors of its operation.</p>
${forms.resources.map(({ name, operations }) => `<h3>${escape(name)}</h3>\n<dl class="message-properties">${operations.map((operation) => `<dt>${escape(operation.name)}</dt><dd>${escape(operation.help)}</dd>`).join('\n')}</dl>`).join('\n')}`,
	'meeting-assistant-event': `<p>Starts a flow as soon as the service reports an event. All event nodes of an account share one webhook, which is kept when Node-RED restarts and removed with the last of them.</p>
<p>Action items arrive one by one, with the keys that the poll node gives them.</p>
${output}
${formHelp(forms.event)}`,
	'meeting-assistant-poll': `<p>Starts a flow with what is new since the last poll. Needs no public address and works on every paid plan.</p>
<p>What was reported is stored in Node-RED’s user folder before it is sent, so that neither a restart nor a crash loses or forgets an event.</p>
<h3>Inputs</h3><dl class="message-properties"><dt class="optional">dedupeKey <span class="property-type">string</span></dt><dd>With “Keep Until Confirmed”: the event that is done.</dd></dl>
${output}
${formHelp(forms.poll)}`,
};
