import { NodeOperationError, tryToParseDateTime, validateFieldType, type IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';
import { ClientError } from '../../../src/client/index.ts';
import { isRecord } from '../../../src/format/index.ts';
import { asMeant, type Field, isBlank, isShown, nameOf, refuseUnused, withImplied } from '../../../src/forms/index.ts';
import { allFields, type Asked, type Operation, type Resource } from '../../../src/operations/index.ts';
import { terms } from '../../shared/terms.ts';
import { filtersInTool } from './filtersInTool.ts';

/** The selected operation. Its menus take no expressions, so it is the same for all items. */
export function chosenOperation(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const id = context.getNodeParameter('operation', 0);
	const operation = resources
		.find((candidate) => candidate.id === resource)
		?.operations.find((candidate) => candidate.id === id);
	if (operation) return operation;
	throw new NodeOperationError(context.getNode(), `There is no operation “${id}” for “${resource}”`, {
		description: 'Select the resource and operation again, or update the community package of this node.',
	});
}

/** Pairs as n8n stores them: a list under the name of one pair. Blank keys are ignored. */
function pairsOf({ pair, from, to }: Field<unknown, 'pairs'>, value: unknown): unknown {
	const List = z.array(z.looseObject({ [from.name]: z.coerce.string().trim(), [to.name]: z.unknown() }));
	const list = List.catch([]).parse(isRecord(value) ? (value[pair.name] ?? []) : []);
	const entries = list.map((entry) => [String(entry[from.name]), entry[to.name]] as const).filter(([key]) => key !== '');
	return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** A date as people and expressions write it, as an instant in UTC. Without an offset it is in the workflow’s time zone. */
function instantOf(value: unknown, timezone: string): string | null {
	return validateFieldType('date', value, 'dateTime').valid ? tryToParseDateTime(value, timezone).toUTC().toISO() : null;
}

const Limit = z.coerce.number().pipe(z.int().min(1));

function limitOf(context: IExecuteFunctions, itemIndex: number): number | undefined {
	if (String(context.getNodeParameter('returnAll', itemIndex, false)) === 'true') return undefined;
	const limit = Limit.safeParse(context.getNodeParameter('limit', itemIndex, 50));
	if (limit.success) return limit.data;
	throw new ClientError({ kind: 'invalidInput', field: 'Limit', reason: 'it must be a whole number, 1 or more' });
}

/** An entry, a key or nothing, but no list, which is complete in each item. */
const isOne = (value: unknown): boolean => isBlank(value) || isRecord(value) || (typeof value === 'string' && !/^\s*\[/.test(value));

const collected = new WeakMap<IExecuteFunctions, Map<string, readonly unknown[]>>();

/** The values of a field in all input items, evaluated once per run. */
function overInputs(context: IExecuteFunctions, name: string, valueIn: (itemIndex: number) => unknown): readonly unknown[] {
	const ofRun = collected.get(context) ?? new Map<string, readonly unknown[]>();
	collected.set(context, ofRun);
	const values = ofRun.get(name) ?? context.getInputData().map((_, index) => valueIn(index));
	ofRun.set(name, values);
	return values;
}

/**
 * What one item asks of an operation. A model may leave out choices that follow from its other inputs. Throws `ClientError`
 * `invalidInput`.
 */
export function askedOf(context: IExecuteFunctions, operation: Operation, itemIndex: number, isAgent: boolean): Asked {
	const names = { filters: isAgent ? filtersInTool(String(context.getNodeParameter('resource', itemIndex)), operation.id) : 'filters', options: 'options' };
	const collectionOf = (input: string) => names[input in operation.filters ? 'filters' : 'options'];
	const collections = new Map<string, unknown>();
	const added = (input: string): unknown => {
		const collection = collectionOf(input);
		if (!collections.has(collection)) collections.set(collection, context.getNodeParameter(collection, itemIndex, {}));
		return collections.get(collection);
	};
	const isOwn = (input: string): boolean => input in operation.fields;
	const raw = (input: string, field: Field): unknown => {
		const name = nameOf(input, field);
		if (isOwn(input)) {
			const value: unknown = context.getNodeParameter(name, itemIndex, '');
			// n8n's `extractValue` fails for a field that the form does not show.
			return field.kind === 'reference' && isRecord(value) ? value['value'] : value;
		}
		const collection = added(input);
		return isRecord(collection) ? collection[name] : undefined;
	};
	const parameters: Readonly<Record<string, unknown>> = context.getNode().parameters;
	/** Anything else is the same for all items. */
	const isExpression = (input: string, name: string): boolean => {
		const collection = parameters[collectionOf(input)];
		return String(isOwn(input) ? parameters[name] : isRecord(collection) && collection[name]).startsWith('=');
	};
	const valueOf = (input: string, field: Field): unknown => {
		const name = nameOf(input, field);
		const value = raw(input, field);
		if (field.kind === 'pairs') return pairsOf(field, value);
		if (field.kind === 'json' && field.overInputs && isExpression(input, name) && isOne(value)) {
			return overInputs(context, name, (index) => context.getNodeParameter(isOwn(input) ? name : `${collectionOf(input)}.${name}`, index, null));
		}
		return value;
	};
	/** For what a model leaves out, n8n has an empty text, or the input that a field starts with. Neither chooses anything. */
	const valueForAgent = (input: string, field: Field): unknown => {
		const value = valueOf(input, field);
		const isStart = field.kind === 'json' && field.fromInput && !isShown(field, allFields(operation), { valueOf, isAgent });
		return value === '' || isStart ? undefined : value;
	};
	const asked: Asked = {
		valueOf: isAgent ? withImplied(allFields(operation), asMeant(valueForAgent)) : valueOf,
		toInstant: (value) => instantOf(value, context.getTimezone()),
		showsLabels: true,
		isFilled: (input, field) => {
			const name = nameOf(input, field);
			// n8n stores a value for every field, even if nobody filled it in.
			if (isOwn(input)) return isExpression(input, name);
			const collection = added(input);
			return isRecord(collection) && name in collection;
		},
		...(operation.isList && { limit: limitOf(context, itemIndex) }),
	};
	// A form hides what others rule out, but a model sees all that was left to it.
	if (isAgent) refuseUnused(allFields(operation), asked, { terms, isAgent, nameOf: (input, field) => field?.label ?? input });
	return asked;
}
