import * as zod from 'zod/v4';
import type { KeyPoints } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import { trust } from '../../src/client/trust.ts';
import { noDue } from '../../src/format/dueDates/dueDate.ts';
import type { DueOf } from '../../src/format/keyPoints.ts';
import { isRecord, listOf, oneLine } from '../../src/format/read.ts';
import { instantFrom } from '../../src/format/time.ts';
import { isShown, type Choice, type Field, type Fields, type Kind, type Picks } from '../../src/forms/field.ts';
import { catalogue, runOperation, type Asked, type Operation, type OperationRun, type Resource } from '../../src/operations/index.ts';
import { allFields, onlyReads, requestsOf, returnsMany } from '../../src/operations/operation.ts';
import { outputs } from '../../src/operations/outputs.ts';
import { sampleOf } from '../../src/operations/sample.ts';
import { searchPicks } from '../../src/operations/picks.ts';
import type { IncludedDetails } from '../../src/webhooks/emitted.ts';
import { Refusal } from '../../src/words/errors.ts';
import { sentence, sentences } from '../../src/forms/terms.ts';
import { distinct, fieldsOf, snake, type Sample } from './outputs.ts';
import { shownDetail, shownKeyPoints } from './shown.ts';
import { step, type Step, type ZapierFunction } from './step.ts';
import { actionLabel, MAX_REQUESTS_LABEL, terms } from './terms.ts';

export const keyOf = (resource: Pick<Resource, 'id'>, { id }: Pick<Operation, 'id'>): string => `${snake(resource.id)}_${snake(id)}`;

/** A step is too short to wait for a result, turns any text mapped to a file field into a file, and always returns flat results. */
export const LEFT_OUT: readonly string[] = ['asFile', 'fileField', 'simplify', 'waitSeconds'];

/** Key points come in all formats at once. */
const KEY_POINTS_LEFT_OUT: readonly string[] = ['conversationDate', 'existingNote', 'format', 'minConfidence', 'owner', 'priorities', 'tags'];

const isLeftOut = ({ id }: Pick<Resource, 'id'>, input: string): boolean => LEFT_OUT.includes(input) || (id === 'keyPoints' && KEY_POINTS_LEFT_OUT.includes(input));

export const offered = (fields: Fields, resource: Pick<Resource, 'id'> = { id: '' }): [string, Field][] =>
	Object.entries(fields).filter(([input, { audience }]) => audience !== 'agents' && !isLeftOut(resource, input));

export const inputKey = (input: string, { name }: Field): string => snake(name ?? input);

const choicesOf = (choices: readonly Choice[]) => choices.map(({ value, label }) => ({ value: String(value), sample: String(value), label }));

/** What each choice means: Zapier’s menus have no room for it. */
const choiceHelp = (field: Field): string =>
	field.kind === 'choice' || field.kind === 'choices'
		? field.choices.flatMap(({ label, description }) => (description ? [`\n- **${label}:** ${sentences(terms, description)}`] : [])).join('')
		: '';

const listKey = (picks: Picks): string => `${snake(picks === 'person' ? 'contact' : picks)}_choices`;

/** The search that can fill in a reference. */
function searchFor(picks: Picks): { search?: string } {
	const resource = catalogue.find(({ id }) => id === (picks === 'person' ? 'contact' : picks));
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
export const about = (helpText: string) => ({ key: 'about', label: 'About This Step', type: 'copy', helpText });

export function inputField(input: string, field: Field, decides: boolean): object {
	const { label, description, hint, example, required, default: unset, initial } = field;
	// Only a field that is never empty may start with a value that people did not choose.
	const start = unset === undefined ? undefined : (initial ?? unset);
	const help = sentences(terms, description, hint) + choiceHelp(field);
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

export const MAX_RESULTS = 500;
export const DEFAULT_RESULTS = 20;

const limitField = {
	key: 'limit',
	label: 'Limit',
	type: 'integer',
	default: String(DEFAULT_RESULTS),
	helpText: `How many results to return, from 1 to ${MAX_RESULTS}.`,
};

/** Enough for a busy week, within a step's time limit. */
export const DEFAULT_REQUESTS = 30;
export const MAX_REQUESTS = 100;

const requestsField = {
	key: 'max_requests',
	label: MAX_REQUESTS_LABEL,
	type: 'integer',
	default: String(DEFAULT_REQUESTS),
	helpText: `How many requests of the hour this step may use, from 1 to ${MAX_REQUESTS}. The output says what was left out.`,
};

export const Count = (min: number, max: number) => zod.coerce.number().pipe(zod.int().min(min).max(max));

function countOf({ inputData }: Step, { key, label }: { key: string; label: string }, otherwise: number, max: number): number {
	const given = inputData[key] ?? '';
	const count = given === '' ? otherwise : Count(1, max).safeParse(given).data;
	if (count !== undefined) return count;
	throw new ClientError({ kind: 'invalidInput', field: label, reason: `it must be a whole number from 1 to ${max}` });
}

export const valueOf =
	({ inputData }: Pick<Step, 'inputData'>, resource: Pick<Resource, 'id'>): Asked['valueOf'] =>
	(input, field) => {
		const value = isLeftOut(resource, input) ? undefined : inputData[inputKey(input, field)];
		return field.kind === 'pairs' && isRecord(value) && Object.keys(value).length === 0 ? undefined : value;
	};

const row = (json: unknown): Sample => (isRecord(json) ? json : { value: json });

/** The due dates that an operation has found. */
function datedIn({ actionItems }: Sample): DueOf {
	const dated = new Map(listOf(actionItems).filter(isRecord).map(({ item, dueDate, dueText }) => [oneLine(item), { dueDate: oneLine(dueDate) || null, dueText: oneLine(dueText) || null }]));
	return (item) => dated.get(item) ?? noDue;
}

/** Key points as texts and flat lists, and a transcript as a text too. */
export function shownResult({ resource, operation }: Pick<Action, 'operation' | 'resource'>, result: Sample): Sample {
	const { keypoints, ...rest } = result;
	if (resource.id === 'keyPoints' && isRecord(keypoints)) return { ...rest, ...shownKeyPoints(trust<KeyPoints>(result), datedIn(keypoints)) };
	if (operation.id === 'getTranscript' && Array.isArray(result['segments'])) return { ...result, ...shownDetail.transcript({ transcript: trust<NonNullable<IncludedDetails['transcript']>>(result) }) };
	return result;
}

/** Returns any number of results as one: an action starts what follows it only once. */
const together = (results: readonly Sample[]): Sample => ({ ...results[0], count: results.length, results });

/** The longest wait that leaves time for the request after it. */
export const PATIENCE_MS = 10_000;
const AT_ONCE = 5;

/** To Zapier, an empty list means that nothing exists: a “find or create” would create it a second time. */
function refuseUnsearched({ incomplete }: ReturnType<OperationRun['end']>): void {
	if (!incomplete) return;
	const { message, stoppedBy, resumeAt } = incomplete;
	const waitMs = stoppedBy === 'limit' && resumeAt !== null ? Date.parse(resumeAt) - Date.now() : 0;
	const isWorthWaiting = waitMs > 0 && { code: 'rate_limited', retryAfterSeconds: Math.ceil(waitMs / 1000) };
	throw new Refusal('Nothing was found, but not everything was searched', message, isWorthWaiting || { code: 'incomplete' });
}

async function run({ resource, operation }: Action, given: Step): Promise<Sample[]> {
	const { account, connect, meta, sleep } = given;
	const running = runOperation(operation, {
		account,
		limits: { concurrency: AT_ONCE, maxRequests: countOf(given, requestsField, DEFAULT_REQUESTS, MAX_REQUESTS), patienceMs: PATIENCE_MS },
		connect,
		isAgent: false,
		now: Date.now,
		sleep,
		terms,
		timezone: meta.timezone,
	});
	const asked: Asked = {
		valueOf: valueOf(given, resource),
		toInstant: (value) => instantFrom(value, meta.timezone),
		...(operation.isList && { limit: countOf(given, limitField, DEFAULT_RESULTS, MAX_RESULTS) }),
	};
	const results: Sample[] = [];
	for await (const { json } of running.results(asked)) results.push(shownResult({ resource, operation }, row(json)));
	const ending = running.end();
	const note = ending.hints.join(' ');
	if (!returnsMany(operation, asked)) return results.map((one) => (note ? { ...one, note } : one));
	if (results.length === 0 && kindOf(operation) === 'search') {
		refuseUnsearched(ending);
		return [];
	}
	return [{ ...together(results), ...(note && { note }) }];
}

const isNotFound = (error: unknown): boolean =>
	error instanceof Refusal
		? error.details['code'] === 'not_found'
		: error instanceof ClientError && error.problem.kind === 'api' && error.problem.code === 'not_found';

/**
 * Finding nothing is not a failure of a Zap: Zapier asks its builder what should happen next. In a test, the advice is more
 * helpful.
 */
const perform = {
	search: (action: Action) => async (given: Step) =>
		await run(action, given).catch((error: unknown) => {
			if (given.meta.isLoadingSample || !isNotFound(error)) throw error;
			return [];
		}),
	create: (action: Action) => async (given: Step) => (await run(action, given))[0] ?? together([]),
};

/**
 * Reading becomes a search, which Zapier requires to have a search field; anything that changes or costs something becomes a
 * create.
 */
const kindOf = (operation: Operation): keyof typeof perform => (onlyReads(operation) && (operation.isList || offered(allFields(operation)).length > 0) ? 'search' : 'create');

/** Whether an operation reads one conversation after another. */
const mayTakeMany = ({ endpoint, requests }: Operation): boolean =>
	endpoint === undefined || (endpoint.paging?.kind === 'offset' && requests !== undefined);

/** Fields that depend on others are requested again whenever those change. What a step costs is shown above them. */
function inputFields({ resource, operation }: Action): (object | ZapierFunction<object[]>)[] {
	const all = allFields(operation);
	const deciding = new Set(offered(all, resource).flatMap(([, { showWhen = {} }]) => Object.keys(showWhen)));
	const shown = (group: Fields, wanted: (entry: [string, Field]) => boolean) =>
		offered(group, resource).filter(wanted).map(([input, field]) => inputField(input, field, deciding.has(input)));
	const isAlways = ([, { showWhen }]: [string, Field]): boolean => showWhen === undefined;
	const dependent = step(async (given) => {
		const asked = { valueOf: valueOf(given, resource), toInstant: () => null, isAgent: false };
		return shown(all, (entry) => !isAlways(entry) && isShown(entry[1], all, asked));
	});
	return [
		about(described(operation).about),
		...shown(operation.fields, isAlways),
		...(deciding.size > 0 ? [dependent] : []),
		...(operation.isList ? [limitField] : []),
		...shown(operation.filters, isAlways),
		...shown(operation.options, isAlways),
		...(mayTakeMany(operation) ? [requestsField] : []),
	];
}

/**
 * A description in two parts: what the step does, in the third person as Zapier asks, and anything else to know, which is
 * shown in the form.
 */
function described(operation: Operation): { readonly short: string; readonly about: string } {
	const whole = sentences(terms, operation.description);
	const end = whole.search(/[.:](?= |$)/);
	const short = sentence(whole.slice(0, end)).replace(/^(Permanently )?(\w+)/, (_, how: string = '', verb: string) => `${how}${verb === 'Have' ? 'Has' : `${verb}s`}`).replace(', or have ', ', or has ');
	const rest = `${whole[end] === ':' ? 'Includes ' : ''}${whole.slice(end + 1).trim()}`;
	return { short, about: sentences(terms, rest, `Requests: ${requestsOf(operation)}`) };
}

/** Zapier advises against deleting, and its reviewers want a live Zap for every step that is offered. Zaps that have these steps keep them. */
const isHidden = ({ resource, operation }: Action): boolean => resource.id === 'webhook' || operation.id === 'delete';

function rendered(action: Action) {
	const { resource, operation } = action;
	const key = keyOf(resource, operation);
	const output = outputs[resource.id]?.[operation.id];
	const one = shownResult(action, output ? sampleOf(output) : {});
	const whole = returnsMany(operation, { valueOf: () => undefined }) ? together([one]) : one;
	// Zapier wants nothing in the sample that a run may lack, such as the fields of another format.
	const { before: _before, raw: _raw, segments: _segments, ...sample } = whole;
	return {
		key,
		noun: resource.name,
		display: { label: actionLabel(operation), description: described(operation).short, ...(isHidden(action) && { hidden: true }) },
		operation: {
			perform: step<unknown>(perform[action.kind](action), { operation }),
			inputFields: inputFields(action),
			sample,
			outputFields: fieldsOf(whole),
		},
	};
}

/** An operation of the catalogue, and what it is in Zapier. */
interface Action {
	readonly resource: Resource;
	readonly operation: Operation;
	readonly kind: keyof typeof perform;
}

export const actions: readonly Action[] = catalogue.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation, kind: kindOf(operation) })));

const actionsOf = (kind: keyof typeof perform) =>
	Object.fromEntries(actions.filter((one) => one.kind === kind).map((one) => [keyOf(one.resource, one.operation), rendered(one)]));

export const searches = actionsOf('search');
export const creates = actionsOf('create');

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
