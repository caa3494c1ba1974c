import { fieldsOf, oneLine, type Fields } from '../../format/read.ts';
import { refuse, type Field } from '../field.ts';
import type { Session } from '../session.ts';
import { many } from './report.ts';

/** An entry of what earlier runs returned, as a table, a CRM or an expression keeps it. */
export interface EarlierEntry {
	readonly key: string;
	readonly fields: Fields;
}

/** What a table, an unset variable or a template writes where there is nothing. */
const isBlank = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && /^\s*(?:null|undefined)?\s*$/.test(value));

const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text);

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const keyIn = (fields: Fields, names: readonly string[]): string | undefined =>
	names.map((name) => oneLine(fields[name])).find((text) => text !== '');

/** An entry, `null` if it is empty, or `undefined` if it is something else. */
function entryOf(value: unknown, keyNames: readonly string[]): EarlierEntry | null | undefined {
	const read = typeof value === 'string' && looksLikeJson(value) ? parsed(value) : value;
	if (isBlank(read)) return read === value || read === null ? null : undefined;
	if (typeof read === 'string') return { key: read.trim(), fields: {} };
	const own = fieldsOf(read);
	// Some hosts hand on whole items, whose fields are under `json`.
	const fields = keyIn(own, keyNames) === undefined && own['json'] instanceof Object ? fieldsOf(own['json']) : own;
	const key = keyIn(fields, keyNames);
	if (key !== undefined) return { key, fields };
	return read instanceof Object && Object.values(fields).every(isBlank) ? null : undefined;
}

/** A list, also as JSON or as keys between commas. Throws `invalidInput` for anything else. */
function listOf(field: Field, value: unknown): readonly unknown[] {
	if (isBlank(value)) return [];
	if (typeof value === 'string' && !looksLikeJson(value)) return value.split(/[\s,;]+/);
	const list = typeof value === 'string' ? parsed(value) : value;
	return Array.isArray(list) ? list : refuse(field, 'it must be a list');
}

/**
 * What earlier runs returned, without empty entries. A list in which nothing can be recognized is refused: taking it for
 * an empty one would do everything again.
 */
export function earlierEntries(
	session: Session,
	field: Field,
	value: unknown,
	keyNames: readonly [string, ...string[]],
): EarlierEntry[] {
	const read = listOf(field, value).map((entry) => entryOf(entry, keyNames));
	const entries = read.flatMap((entry) => entry ?? []);
	const unknown = read.filter((entry) => entry === undefined).length;
	const [name] = keyNames;
	if (entries.length === 0 && unknown > 0) return refuse(field, `none of its ${many(unknown, 'entry', 'entries')} has a “${name}”`);
	if (unknown > 0) {
		const ignored = unknown === 1 ? '1 entry has no “%” and was ignored' : `${unknown} entries have no “%” and were ignored`;
		session.hint(`“${field.label}”: ${ignored.replace('%', name)}.`);
	}
	return entries;
}

/** What the items of one run have claimed, so that items that ask for the same do not do it again. */
const claims = new WeakMap<Session, Set<string>>();

/** Whether nothing in this run has claimed it before. */
export function claim(session: Session, what: unknown): boolean {
	const known = claims.get(session) ?? new Set();
	claims.set(session, known);
	const key = JSON.stringify(what);
	if (known.has(key)) return false;
	known.add(key);
	return true;
}
