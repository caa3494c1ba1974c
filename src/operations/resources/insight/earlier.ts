import { fieldsOf, jsonIn, oneLine, type UnknownFields } from '../../../format/read.ts';
import { refuse, type Field } from '../../../forms/field.ts';
import type { Session } from '../../session.ts';
import { counted } from '../../../words/counts.ts';

/** An entry of what earlier runs returned, as a table, a CRM or an expression keeps it. */
export interface EarlierEntry {
	readonly key: string;
	readonly fields: UnknownFields;
}

/** How an entry of what earlier runs returned is recognized. */
interface Keys {
	/** The fields that may have it, the one to tell people about first. */
	readonly names: readonly [string, ...string[]];
	/** What a key looks like where it stands alone. */
	readonly alone: RegExp;
}

/** How tables, unset variables and templates write an empty value. */
const NOTHING: ReadonlySet<unknown> = new Set([null, undefined, '', 'null', 'undefined']);
const isBlank = (value: unknown): boolean => NOTHING.has(typeof value === 'string' ? value.trim() : value);

const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text);

const keyIn = (fields: UnknownFields, names: readonly string[]): string | undefined =>
	names.map((name) => oneLine(fields[name])).find((text) => text !== '');

/** An entry, `null` if it is empty, or `undefined` if it is something else. */
function entryOf(value: unknown, { names, alone }: Keys): EarlierEntry | null | undefined {
	const read = typeof value === 'string' && looksLikeJson(value) ? jsonIn(value) : value;
	if (isBlank(read)) return read === value || read === null ? null : undefined;
	if (typeof read === 'string') return alone.test(read.trim()) ? { key: read.trim(), fields: {} } : undefined;
	const own = fieldsOf(read);
	// Some hosts hand on whole items, whose fields are under `json`.
	const fields = keyIn(own, names) === undefined && own['json'] instanceof Object ? fieldsOf(own['json']) : own;
	const key = keyIn(fields, names);
	if (key !== undefined) return { key, fields };
	return read instanceof Object && Object.values(fields).every(isBlank) ? null : undefined;
}

/** What `{{ $json }}` becomes where a text is expected. */
const LOST = /^\s*\[object \w+\]/;

/** Keys between commas or lines; also between blanks, if all of them are keys: a text may contain a word that looks like one. */
function keysIn(text: string, { alone }: Keys): readonly string[] {
	const words = text.split(/[\s,;]+/).filter((word) => word !== '');
	return words.every((word) => alone.test(word)) ? words : text.split(/[,;\n]/);
}

/** A list or a single entry, also as JSON or as keys. Undefined for anything else. */
function listOf(value: unknown, keys: Keys): readonly unknown[] | undefined {
	if (isBlank(value)) return [];
	const list = typeof value === 'string' && looksLikeJson(value) ? jsonIn(value) : value;
	// Each of several inputs may have a list of its own.
	if (Array.isArray(list)) return list.flat().flatMap((one: unknown): readonly unknown[] => (typeof one === 'string' && !looksLikeJson(one) ? keysIn(one, keys) : [one]));
	if (typeof list === 'string') return keysIn(list, keys);
	return list instanceof Object ? [list] : undefined;
}

/**
 * What earlier runs returned, without empty entries. A list in which nothing can be recognized is refused: taking it for
 * an empty one would do everything again.
 */
export function earlierEntries(
	session: Session,
	field: Field,
	value: unknown,
	keys: Keys,
): EarlierEntry[] {
	const [name] = keys.names;
	const { allInputs } = session.terms;
	const refuseWith = (reason: string): never => refuse(field, allInputs ? `${reason}. ${allInputs}` : reason);
	const list = typeof value === 'string' && LOST.test(value) ? undefined : listOf(value, keys);
	if (!list) return refuseWith(`it must be a list, or one entry with a “${name}”`);
	const read = list.map((entry) => entryOf(entry, keys));
	const entries = read.flatMap((entry) => entry ?? []);
	const unknown = read.filter((entry) => entry === undefined).length;
	if (entries.length === 0 && unknown > 0) {
		const isList = list.length > 1;
		return refuseWith(isList ? `none of its ${counted(unknown, 'entry', 'entries')} has a “${name}”` : `it has no “${name}”`);
	}
	if (unknown > 0) {
		session.hint(`“${field.label}”: ${counted(unknown, `entry has no “${name}” and was`, `entries have no “${name}” and were`)} ignored.`);
	}
	return entries;
}
