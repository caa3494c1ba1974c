import * as zod from 'zod/v4';
import { refuseInput } from '../../src/client/index.ts';
import { isRecord } from '../../src/format/index.ts';
import { type Choice, type Field, type Fields, isShown, type Kind, type Picks, sentences } from '../../src/forms/index.ts';
import { allFields, type Asked, catalogue, FILE_FIELDS, type Operation, type Resource, searchPicks } from '../../src/operations/index.ts';
import { distinct, inLabels, snake } from './outputs.ts';
import { step, type Step, type ZapierFunction } from './step.ts';
import { terms } from './terms.ts';

/** An operation of the catalogue. */
export interface Of {
	readonly resource: Resource;
	readonly operation: Operation;
}

export const keyOf = ({ id: resource }: Pick<Resource, 'id'>, { id }: Pick<Operation, 'id'>): string => `${snake(resource)}_${snake(id)}`;

/**
 * A step is too short to wait for a result, offers files beside its other results, and always gives flat ones. What continues an
 * earlier run, limits what is read or takes another step’s whole result is not for the form of a Zap.
 */
export const LEFT_OUT: readonly string[] = [
	...FILE_FIELDS,
	...['simplify', 'waitSeconds'],
	...['cursor', 'draftedBefore', 'existingNote', 'historyLimit', 'incoming', 'maxMeetings', 'maxPeople', 'tags', 'userEmail'],
];

/** Choices whose fields are left out. */
const leftOutChoices: Readonly<Record<string, readonly unknown[]>> = { prepareFor: ['incoming'] };

/** More inputs that are left out, by resource or operation, with the values that replace them. */
const leftOutOf: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = {
	// They come in every format at once.
	keyPoints: Object.fromEntries(['conversationDate', 'format', 'minConfidence', 'owner', 'priorities'].map((input) => [input, undefined])),
	// They only save requests.
	get: { search: undefined, since: undefined },
	// The text of a sync contains everything that the next sync has to know.
	sync: { output: 'together' },
};

/** Inputs without a field, with the values that replace them. */
export const presetOf = ({ resource, operation }: Of): Readonly<Record<string, unknown>> => ({ ...Object.fromEntries(LEFT_OUT.map((input) => [input, undefined])), ...leftOutOf[resource.id], ...leftOutOf[operation.id] });

const withChoices = (field: Field, without: readonly unknown[] = []): Field =>
	field.kind === 'choice' ? { ...field, choices: field.choices.filter(({ value }) => !without.includes(value)) } : field;

export const offered = (fields: Fields, preset: Readonly<Record<string, unknown>> = {}): [string, Field][] =>
	Object.entries(fields).flatMap(([input, field]) => (field.audience === 'agents' || input in preset ? [] : [[input, withChoices(field, leftOutChoices[input])]]));

/** The fields of an operation that its step has. */
export const fieldsOffered = (of: Of): [string, Field][] => offered(allFields(of.operation), presetOf(of));

/** A text without the sentences that name fields which the step does not have. */
export function withoutAbsent(text: string, of: Of): string {
	const shown = new Set(fieldsOffered(of).flatMap(([input, { label }]) => [input, label]));
	const absent = Object.entries(allFields(of.operation)).flatMap(([input, { label }]) => [input, label]).filter((name) => !shown.has(name));
	return text.split(/(?<=\.) /).filter((sentence) => !absent.some((name) => sentence.includes(`“${name}”`))).join(' ');
}

export const inputKey = (input: string, { name }: Field): string => snake(name ?? input);

/** The value of a form, or the preset one. */
export const valueIn =
	({ inputData }: Pick<Step, 'inputData'>, preset: Readonly<Record<string, unknown>> = {}): Asked['valueOf'] =>
	(input, field) => {
		const value = input in preset ? preset[input] : inputData[inputKey(input, field)];
		return field.kind === 'pairs' && isRecord(value) && Object.keys(value).length === 0 ? undefined : value;
	};

/** The input of a step. `more`: values that are preset in this run only. */
export const valueOf = (given: Pick<Step, 'inputData'>, of: Of, more: Readonly<Record<string, unknown>> = {}): Asked['valueOf'] => valueIn(given, { ...presetOf(of), ...more });

const choicesOf = (choices: readonly Choice[]) => choices.map(({ value, label }) => ({ value: String(value), sample: String(value), label }));

/** Explains each choice, because Zapier’s menus have no room for that. */
const choiceHelp = (field: Field): string =>
	field.kind === 'choice' || field.kind === 'choices'
		? field.choices.flatMap(({ label, description }) => (description ? [`\n- **${label}:** ${sentences(terms, description)}`] : [])).join('')
		: '';

const listKey = (picks: Picks): string => `${snake(picks)}_choices`;

/** The search that can fill in a reference. */
function searchFor(picks: Picks): { search?: string } {
	const resource = catalogue.find(({ id }) => id === picks);
	const search = resource?.operations.find(({ isList, endpoint }) => isList && endpoint !== undefined);
	return resource && search ? { search: `${keyOf(resource, search)}.id` } : {};
}

/** How Zapier shows each kind of field. */
const renderers: { readonly [K in Kind]: (field: Field<unknown, K>) => object } = {
	text: ({ lines }) => ({ type: lines === undefined ? 'string' : 'text' }),
	number: ({ whole }) => ({ type: whole ? 'integer' : 'number' }),
	boolean: () => ({ type: 'boolean' }),
	dateTime: () => ({ type: 'datetime' }),
	choice: ({ choices }) => ({ type: 'string', choices: choicesOf(choices) }),
	choices: ({ choices }) => ({ type: 'string', choices: choicesOf(choices), list: true }),
	pairs: () => ({ dict: true }),
	json: () => ({ type: 'text' }),
	reference: ({ picks }) => ({ type: 'string', dynamic: `${listKey(picks)}.id.label`, ...searchFor(picks) }),
};

const render = <K extends Kind>(field: Field<unknown, K>): object => renderers[field.kind](field);

/** What to know before choosing, at the top of a form. */
export const about = (helpText: string) => ({ key: 'about', label: 'About This Step', type: 'copy', helpText: inLabels(helpText) });

/** Help for fields that expect the rows of a table, which a Zap gets in its own way. */
const helpFor: Readonly<Record<string, string>> = {
	syncedBefore: 'What the last run returned as “Synced Now”: the Zap keeps it in one cell of a spreadsheet or one field of a table, looks it up before this step, and replaces it after this step. Empty the first time: then every action item is new.',
};

export function inputField(input: string, field: Field, decides = false): object {
	const { label, description, hint, example, required, default: unset, initial } = field;
	// Only a field that is never empty may start with a value that people did not choose.
	const start = unset === undefined ? undefined : (initial ?? unset);
	const help = inLabels(sentences(terms, helpFor[input] ?? description, hint) + choiceHelp(field));
	const isScalar = ['string', 'number', 'boolean'].includes(typeof start) && start !== '';
	return {
		key: inputKey(input, field),
		label,
		...render(field),
		...(help && { helpText: help }),
		...(example !== undefined && { placeholder: example }),
		...(required && { required }),
		...(isScalar && { default: String(start) }),
		...(decides && { altersDynamicFields: true }),
	};
}

export interface Counted {
	readonly key: string;
	readonly label: string;
	readonly default: string;
	readonly min: number;
	readonly max: number;
	readonly helpText: string;
}

export const countField = ({ min: _, max: __, ...field }: Counted): object => ({ ...field, type: 'integer' });

export const limit: Counted = { key: 'limit', label: 'Limit', default: '20', min: 1, max: 500, helpText: 'How many results to return, from 1 to 500.' };

/** Zapier wants each search to have something to search by, and the profile has nothing else that differs. */
const creditsLeft: Counted = {
	key: 'min_credits_left',
	label: 'Minimum AI Credits Left',
	default: '0',
	min: 0,
	max: 1_000_000,
	helpText: 'Finds nothing if fewer AI credits are left this month, so that a Zap can stop before a step that uses them.',
};

/** @throws ClientError `invalidInput` */
export function countIn({ inputData }: Step, { key, label, default: otherwise, min, max }: Counted): number {
	const given = inputData[key] ?? '';
	const count = zod.coerce.number().pipe(zod.int().min(min).max(max)).safeParse(given === '' ? otherwise : given).data;
	return count ?? refuseInput(label, `it must be a whole number from ${min} to ${max}`);
}

export const limitIn = (given: Step): number => countIn(given, limit);

const isProfile = ({ operation: { id } }: Of): boolean => id === 'getProfile';

/** Whether a search for the profile is to find it. `left`: null if the plan has no limit. */
export const hasCredits = (of: Of, given: Step, left: unknown): boolean => !isProfile(of) || typeof left !== 'number' || left >= countIn(given, creditsLeft);

/** The fields of a step. Fields that depend on others are requested again when those change. The cost of the step is shown at the top. */
export function inputFields(of: Of, aboutStep: string): (object | ZapierFunction<object[]>)[] {
	const { operation } = of;
	const all = allFields(operation);
	const deciding = new Set(fieldsOffered(of).flatMap(([, { showWhen = {} }]) => Object.keys(showWhen)));
	const shown = (group: Fields, wanted: (entry: [string, Field]) => boolean) =>
		offered(group, presetOf(of)).filter(wanted).map(([input, field]) => inputField(input, field, deciding.has(input)));
	const isAlways = ([, { showWhen }]: [string, Field]): boolean => showWhen === undefined;
	const dependent = step(async (given) => {
		const asked = { valueOf: valueOf(given, of), toInstant: () => null, isAgent: false };
		return shown(all, (entry) => !isAlways(entry) && isShown(entry[1], all, asked));
	});
	return [
		about(aboutStep),
		...shown(operation.fields, isAlways),
		...(deciding.size > 0 ? [dependent] : []),
		...(operation.isList ? [countField(limit)] : []),
		...(isProfile(of) ? [countField(creditsLeft)] : []),
		...shown(operation.filters, isAlways),
		...shown(operation.options, isAlways),
	];
}

const picked: readonly Picks[] = ['calendarEvent', 'contact', 'conversation', 'webhook'];
const PAGE_SIZE = 50;

/** Recent conversations are a page of their own; those after it start at 1. */
const offsetOf = (picks: Picks, page: number): number =>
	picks === 'conversation' && page > 0 ? 1 + (page - 1) * PAGE_SIZE : page * PAGE_SIZE;

/** The menus of references, page by page. */
export const menus = Object.fromEntries(
	picked.map((picks) => [
		listKey(picks),
		{
			key: listKey(picks),
			noun: picks,
			display: { hidden: true },
			operation: {
				type: 'polling',
				canPaginate: true,
				perform: step(async ({ connect, meta }) => {
					const isPaged = picks === 'contact' || picks === 'conversation';
					if (meta.page > 0 && !isPaged) return [];
					const { page, timezone } = meta;
					return distinct((await searchPicks(connect(), picks, { offset: offsetOf(picks, page), now: Date.now(), timezone })).picks);
				}),
			},
		},
	]),
);
