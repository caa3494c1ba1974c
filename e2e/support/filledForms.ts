import { z } from 'zod/v4';
import { filtersInTool } from '../../nodes/MeetingAssistant/form/filtersInTool.ts';
import { instantTrigger, pollingTrigger, type Trigger } from '../../src/triggers/form.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import { isShown, nameOf, type Field, type Fields, type Kind } from '../../src/forms/field.ts';
import { type Group, mayUseMuch, type Operation, type Resource } from '../../src/operations/operation.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** A node as it was saved. */
export interface FilledNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: Parameters;
}

const PACKAGE = 'n8n-nodes-meeting-assistant';

/** As unusual as texts get: anything a form escapes, trims or parses would show. */
const TEXT = ' “Ünï” <b>& "all"</b> \\n {{ 1 }} 100% ';

const turn = <T>(list: readonly T[], index: number): T => {
	const found = list[index % list.length];
	if (found === undefined) throw new Error('There is nothing to choose from');
	return found;
};

const startOf = ({ initial, default: start }: Field): unknown => initial ?? start;

/** A number that the form accepts but does not start with. */
function numberFor(field: Field<unknown, 'number'>): number {
	const { min = 0, max = Infinity, decimals = 0 } = field;
	const step = 10 ** -decimals;
	return [min + step, min].find((value) => value <= max && value !== startOf(field)) ?? max;
}

const Mode = z.object({ mode: z.string() });

/** Each mode in which n8n stores a reference. */
const modesOf = ({ picks }: Field<unknown, 'reference'>) => [
	{ __rl: true, mode: 'list', value: `${picks}/ID 1`, cachedResultName: `A ${picks} with a long name` },
	{ __rl: true, mode: 'id', value: `${picks}/ID 2` },
	...(picks === 'contact'
		? [
				{ __rl: true, mode: 'email', value: 'maria@acme.com' },
				{ __rl: true, mode: 'name', value: 'Maria Lopez' },
			]
		: []),
];

/** What n8n stores for a field that a person filled in. `way`: which of its possible values. */
const values: { readonly [K in Kind]: (field: Field<unknown, K>, way: number) => unknown } = {
	text: ({ lines }) => (lines === undefined ? TEXT : `${TEXT}\n\n${TEXT}`),
	number: numberFor,
	boolean: (field) => startOf(field) !== true,
	dateTime: () => '2026-11-21T14:30:00',
	choice: ({ choices }, way) => turn(choices, way).value,
	choices: ({ choices }, way) => (way === 0 ? choices.map(({ value }) => value) : [turn(choices, way).value]),
	pairs: ({ pair, from, to }) => ({
		[pair.name]: ['A', 'B'].map((letter) => ({ [from.name]: `${letter}${TEXT}`, [to.name]: `${letter} too` })),
	}),
	json: () => '{\n  "a": [1, "2", null]\n}',
	reference: (field, way) => turn(modesOf(field), way),
};

const plain = <K extends Kind>(field: Field<unknown, K>, way: number): unknown => values[field.kind](field, way);

/** How fields are filled in. */
interface Way {
	readonly label: string;
	readonly isTool: boolean;
	readonly value: (input: string, field: Field) => unknown;
	/** An expression in a field that others depend on shows all of them. */
	readonly showsAll: boolean;
	readonly returnsAll: unknown;
}

const inWay = (way: number): Way => ({
	label: `filled in, way ${way + 1}`,
	isTool: false,
	value: (_, field) => plain(field, way),
	showsAll: false,
	returnsAll: way % 2 === 1,
});

const asExpression = (expression: string, field: Field): unknown => {
	if (field.kind === 'reference') return { __rl: true, mode: 'id', value: expression };
	if (field.kind !== 'pairs') return expression;
	const { pair, from, to } = field;
	return { [pair.name]: [{ [from.name]: expression, [to.name]: expression }] };
};

const withExpressions: Way = {
	label: 'expressions',
	isTool: false,
	value: (input, field) => asExpression(`={{ $json["${input}"] ?? \`\${1}\` }}`, field),
	showsAll: true,
	returnsAll: '={{ $json.all }}',
};

/** As the editor writes it when a person lets the model fill in a field. */
const fromAi = (input: string): string => `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${input}', \`\`, 'string') }}`;

const byModel: Way = {
	label: 'tool, filled in by the model',
	isTool: true,
	value: (input, field) => asExpression(fromAi(input), field),
	showsAll: true,
	returnsAll: fromAi('Return_All'),
};

const isFor = ({ audience }: Field, isTool: boolean): boolean => audience === undefined || (audience === 'agents') === isTool;

/** The fields that a person sees when they fill the form in this way, with their values. */
function filled(fields: Fields, way: Way, siblings: Fields = fields): Parameters {
	const given = { valueOf: way.value, toInstant: () => null, isAgent: way.isTool };
	const shown = Object.entries(fields).filter(
		([, field]) => isFor(field, way.isTool) && (way.showsAll || isShown(field, siblings, given)),
	);
	return Object.fromEntries(shown.map(([input, field]) => [nameOf(input, field), way.value(input, field)]));
}

/** An empty collection is left out. */
const collection = (name: string, content: Parameters): Parameters =>
	Object.keys(content).length === 0 ? {} : { [name]: content };

const listed = ({ returnsAll }: Way): Parameters => ({ returnAll: returnsAll, ...(returnsAll !== true && { limit: 7 }) });

/** The options that n8n's nodes add to most operations. */
const limitsOf = ({ credit }: Operation, { isTool }: Way): Parameters => ({
	...(credit !== 'never' && { reserveCredits: 3 }),
	...(!isTool && { concurrency: 2, patienceSeconds: 11 }),
	maxRequests: 9,
	reserveRequests: 4,
});

const operationNode = ({ id: resource }: Resource, operation: Operation, way: Way): FilledNode => ({
	name: `${resource} ${operation.id}: ${way.label}`,
	type: `${PACKAGE}.meetingAssistant${way.isTool ? 'Tool' : ''}`,
	typeVersion: 1,
	parameters: {
		resource,
		operation: operation.id,
		...(way.isTool && { toolDescription: TEXT }),
		...filled(operation.fields, way),
		...(operation.isList && listed(way)),
		...collection(way.isTool ? filtersInTool(resource, operation.id) : 'filters', filled(operation.filters, way, operation.fields)),
		...collection('options', { ...filled(operation.options, way, operation.fields), ...(mayUseMuch(operation) && { limits: limitsOf(operation, way) }) }),
	},
});

/** What a way covers: each field that it shows, and each mode of a reference, except IDs, which the model fills in. */
const coveredBy = ({ fields, filters, options }: Pick<Operation, Group>, way: Way): string[] =>
	[fields, filters, options].flatMap((group) =>
		Object.entries(filled(group, way, fields)).flatMap(([name, value]) => {
			const mode = Mode.safeParse(value).data?.mode;
			return mode === 'id' ? [] : JSON.stringify([name, mode]);
		}),
	);

/** The ways that fill each field, as few as possible: many fields are shown only for some choices. */
function waysOf(form: Pick<Operation, Group>): Way[] {
	const all = Object.values({ ...form.fields, ...form.filters, ...form.options });
	const most = Math.max(4, ...all.map((field) => ('choices' in field ? field.choices.length : 1)));
	const covered = new Set<string>();
	return Array.from({ length: most }, (_, way) => inWay(way)).filter((way) => {
		const before = covered.size;
		for (const one of coveredBy(form, way)) covered.add(one);
		return covered.size > before || way.label === inWay(0).label;
	});
}

/** Every operation, with every field filled in, by a person and by the model. A form takes almost a second to open. */
export const filledOperations = (): FilledNode[] =>
	catalogue.flatMap((resource) =>
		resource.operations.flatMap((operation) => [...waysOf(operation), byModel].map((way) => operationNode(resource, operation, way))),
	);

const pollTimes = {
	item: [
		{ mode: 'everyHour', minute: 5 },
		{ mode: 'custom', cronExpression: '0 */5 * * * *' },
	],
};

interface TriggerNode {
	readonly name: string;
	readonly form: Trigger;
	readonly typeVersion: number;
	/** Parameters that only n8n has: always shown, or under “Options”. */
	readonly own: Parameters;
	readonly ownOptions: Parameters;
}

const triggers: readonly TriggerNode[] = [
	{ name: 'meetingAssistantTrigger', form: instantTrigger, typeVersion: 2, own: {}, ownOptions: {} },
	{
		name: 'meetingAssistantPollingTrigger',
		form: pollingTrigger,
		typeVersion: 1,
		own: { pollTimes },
		ownOptions: { repeatAfterRestart: true },
	},
];

const waitingFor = (fields: Fields, showWhen: Field['showWhen']): Fields =>
	showWhen ? Object.fromEntries(Object.entries(fields).map(([input, field]) => [input, { ...field, showWhen }])) : fields;

const triggerNode = ({ name, form, typeVersion, own, ownOptions }: TriggerNode, way: Way): FilledNode => ({
	name: `${name}: ${way.label}`,
	type: `${PACKAGE}.${name}`,
	typeVersion,
	parameters: {
		...own,
		...filled(form.fields, way),
		...collection('filters', filled(waitingFor(form.filters, form.filtersShownWhen), way, form.fields)),
		options: { ...filled(form.options, way), ...ownOptions },
	},
});

/** Both triggers, with every field filled in. */
export const filledTriggers = (): FilledNode[] =>
	triggers.flatMap((trigger) => [inWay(0), withExpressions].map((way) => triggerNode(trigger, way)));
