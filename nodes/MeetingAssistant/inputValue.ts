import { tryToParseDateTime, validateFieldType } from 'n8n-workflow';
import { ClientError } from '../../src/client/index.ts';
import type { Field } from './field.ts';

const refuse = (field: Field, reason: string): never => {
	throw new ClientError({ kind: 'invalidInput', field: field.displayName, reason });
};

/** A date as people and expressions give it, as an instant in UTC. Without an offset it is in the workflow's zone. */
function instant(field: Field, value: unknown, timezone: string): string {
	const isDate = validateFieldType(field.name, value, 'dateTime').valid;
	const iso = isDate ? tryToParseDateTime(value, timezone).toUTC().toISO() : null;
	return iso ?? refuse(field, 'it is not a date and time. For example 2026-11-21T14:30:00Z');
}

function count(field: Field, value: unknown): unknown {
	const number = typeof value === 'string' ? Number(value) : value;
	return Number.isNaN(number) ? refuse(field, 'it is not a number') : number;
}

const words: Readonly<Record<string, boolean>> = { true: true, false: false };

const chosen = (field: Field, value: unknown): unknown => {
	const values = (field.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
	const given = values.find((known) => String(known) === String(value));
	return given ?? refuse(field, `it must be one of ${values.join(', ')}`);
};

const isBlank = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.length === 0);

/**
 * What a field's value means to the operation; undefined when it is not set. Expressions give what they like, so
 * numbers are taken as the text they stand for, and the other way round. `timezone` is an IANA name.
 */
export function inputValue(field: Field, value: unknown, timezone: string): unknown {
	if (isBlank(value)) return field.required ? refuse(field, 'it is empty') : undefined;
	switch (field.type) {
		case 'boolean':
			return words[String(value).trim().toLowerCase()] ?? refuse(field, 'it must be true or false');
		case 'dateTime':
			return instant(field, value, timezone);
		case 'multiOptions':
			return Array.isArray(value) ? value : [value];
		case 'number':
			return count(field, value);
		case 'options':
			return chosen(field, value);
		case 'resourceLocator':
			return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : value;
		case 'string':
			return typeof value === 'number' ? String(value) : value;
		default:
			return value;
	}
}
