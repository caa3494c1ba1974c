import { cronNodeOptions, type IBuilderHint, type IExecuteFunctions, type IHookFunctions, type INodeProperties, type IPollFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { checkEvents, checkFilters, readTrigger, type Trigger } from '../../src/triggers/index.ts';
import { isRecord } from '../../src/format/index.ts';
import { type Choice, type Field, type Fields, type InputOf, nameOf } from '../../src/forms/index.ts';
import { collectionProperties, fieldProperties, said, shownIf } from './fieldProperties.ts';

/** What n8n calls a trigger with. */
export type TriggerContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

type Condition = NonNullable<Trigger['filtersShownWhen']>;

const shown = (condition: Condition = {}) => ({
	show: Object.fromEntries(Object.entries(condition).map(([name, values]) => [name, [...values]])),
});

export const noticeProperties = ({ notices }: Pick<Trigger, 'notices'>): INodeProperties[] =>
	notices.map(({ name, text, showWhen }) => ({
		displayName: said(text),
		name,
		type: 'notice',
		default: '',
		...shownIf(shown(showWhen)),
	}));

/** As n8n names the triggers of this package. */
export const NODES = {
	instant: 'n8n-nodes-meeting-assistant.meetingAssistantTrigger',
	polling: 'n8n-nodes-meeting-assistant.meetingAssistantPollingTrigger',
};

/** The notices of a trigger that apply whatever is chosen. */
export const aboutTrigger = ({ notices }: Trigger): string => notices.flatMap(({ text, showWhen }) => (showWhen ? [] : [said(text)])).join(' ');

/** What n8n’s workflow builder reads before it chooses a trigger. */
export const triggerHint = (trigger: Trigger, other: { readonly nodeType: string; readonly trigger: Trigger }): IBuilderHint => ({
	searchHint: aboutTrigger(trigger),
	relatedNodes: [{ nodeType: other.nodeType, relationHint: aboutTrigger(other.trigger) }],
});

export const triggerFields = (fields: Fields): INodeProperties[] =>
	Object.entries(fields).flatMap(([input, field]) => fieldProperties(input, field, fields));

export const triggerCollections = ({ fields, filters, filtersDescription, filtersShownWhen, options }: Trigger): INodeProperties[] => [
	...collectionProperties({
		name: 'filters',
		added: filters,
		description: filtersDescription,
		shown: shown(filtersShownWhen),
	}),
	...collectionProperties({ name: 'options', added: options, siblings: fields }),
];

/**
 * The field that n8n adds to each polling node, with our default. Of two fields with one name, n8n takes the value and the
 * defaults from the last: a field of the type `hidden` would leave out what each mode needs, such as “minute” for every hour.
 */
export const pollTimesEvery = (minutes: number): INodeProperties => ({
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	// Shown nowhere, since n8n’s own field is. Only its editor reads these two.
	displayOptions: { showOnDeployment: 'cloud', hideOnCloud: true },
	default: { item: [{ mode: 'everyX', value: minutes, unit: 'minutes' }] },
	options: cronNodeOptions,
});

/** How n8n has the fields of a form: those always shown, and those of a collection, with whether a person added them to it. */
function valuesIn(context: TriggerContext, fields: Fields) {
	// Fields that are not shown have no value, and n8n then returns the fallback.
	const read = (name: string): unknown => ('getInputData' in context ? context.getNodeParameter(name, 0, null) : context.getNodeParameter(name, null));
	const own = (input: string, field: Field): unknown => read(nameOf(input, field));
	const within = (name: string) => {
		const collection = read(name);
		const added = isRecord(collection) ? collection : {};
		return {
			valueOf: (input: string, field: Field): unknown => (field === fields[input] ? own(input, field) : added[nameOf(input, field)]),
			isFilled: (input: string, field: Field): boolean => nameOf(input, field) in added,
		};
	};
	return { own, within };
}

/** The form as filled in: always shown fields, filters and options. */
export function readForm<A extends Fields, B extends Fields, C extends Fields>(
	context: TriggerContext,
	{ fields, filters, options }: Trigger<A, B, C>,
): InputOf<A> & { readonly filters: InputOf<B>; readonly options: InputOf<C> } {
	const { own, within } = valuesIn(context, fields);
	return {
		...readTrigger(fields, own),
		filters: readTrigger(filters, within('filters').valueOf, { ...fields, ...filters }),
		options: readTrigger(options, within('options').valueOf, { ...fields, ...options }),
	};
}

/** Refuses events and filters as `checkEvents` and `checkFilters` do. */
export function checkForm(context: TriggerContext, { fields, filters }: Trigger): void {
	const { own, within } = valuesIn(context, fields);
	checkEvents(fields, own);
	checkFilters(filters, within('filters'), { ...fields, ...filters });
}

/** Longer texts do not fit under a node. */
const SUBTITLE_LENGTH = 45;

/** Shown under the node: the labels of the events, or their number if the labels do not fit. `any`: the choice that stands for all. */
export const eventsSubtitle = (choices: readonly Choice[], any?: string): string => {
	const labels = JSON.stringify(Object.fromEntries(choices.map(({ value, label }) => [value, label])));
	const names = `$parameter["events"].map((event) => (${labels})[event] ?? event).join(", ")`;
	const chosen = `${names}.length <= ${SUBTITLE_LENGTH} ? ${names} : $parameter["events"].length + " events"`;
	return any === undefined ? `={{ ${chosen} }}` : `={{ $parameter["events"].includes("${any}") ? "any event" : ${chosen} }}`;
};
