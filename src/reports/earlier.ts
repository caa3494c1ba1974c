import { fieldsOf, isRecord, jsonIn, oneLine, quoted, type UnknownFields } from '../format/index.ts';

/** An entry of what earlier runs returned, as a table, a CRM or an expression keeps it. */
export interface EarlierEntry {
	readonly key: string;
	readonly fields: UnknownFields;
}

/** The fields that hold the key of an entry, the usual one first, with what a key looks like there. */
export type EarlierKeys = Readonly<Record<string, RegExp>>;

/** `line`: the only one that is damaged, as far as is known. */
export type Earlier = { readonly entries: readonly EarlierEntry[] } | { readonly refused: string; readonly line: number | null };

/** How deep lists may lie in lists, and JSON in JSON. */
const MAX_DEPTH = 12;

const isBlank = (value: unknown): boolean => value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Something was not understood. It must not count as empty, because everything would then be done again. */
class NotUnderstood extends Error {
	override readonly name = 'NotUnderstood';
	readonly line: number | null;

	constructor(reason: string, line: number | null) {
		super(reason);
		this.line = line;
	}
}

const notUnderstood = (reason: string, line: number | null = null): never => {
	throw new NotUnderstood(reason, line);
};

const NO_JSON = 'no valid JSON, perhaps because it was cut off';

/** JSON with one value in each line, as programs print it. */
function jsonLinesIn(text: string): readonly unknown[] {
	const values = text.split('\n').map((line) => (line.trim() === '' ? '' : jsonIn(line)));
	const damaged = values.indexOf(undefined);
	if (damaged < 0) return values.filter((value) => value !== '');
	return values.some(isRecord)
		? notUnderstood(`its line ${damaged + 1} is ${NO_JSON}`, damaged + 1)
		: notUnderstood(`it contains text that is ${NO_JSON}`);
}

/** Entries, and `null` for each empty one. */
function readAll(value: unknown, keys: EarlierKeys, depth = 0): (EarlierEntry | null)[] {
	const again = (inner: unknown): (EarlierEntry | null)[] =>
		depth < MAX_DEPTH ? readAll(inner, keys, depth + 1) : notUnderstood('its lists lie too deep in lists');
	if (isBlank(value)) return [null];
	if (typeof value === 'string') {
		if (/^\s*([[{"]|null\s*$)/.test(value)) {
			return again(jsonIn(value) ?? jsonLinesIn(value));
		}
		const words = value.split(/[\s,;]+/).filter((word) => word !== '');
		const isKey = (word: string): boolean => Object.values(keys).some((form) => form.test(word));
		return words.every(isKey) ? words.map((key) => ({ key, fields: {} })) : notUnderstood('it contains text that is neither keys nor JSON');
	}
	// Each of several inputs may have a list of its own.
	if (Array.isArray(value)) return value.flatMap(again);
	if (!isRecord(value)) return notUnderstood(`it contains ${typeof value === 'object' ? 'something else' : `a ${typeof value}`} in place of an entry`);
	const [[name, form] = ['', /$^/]] = Object.entries(keys).filter(([one]) => !isBlank(value[one]));
	const key = oneLine(value[name]);
	if (key !== '') return form.test(key) ? [{ key, fields: value }] : notUnderstood(`${quoted(key, 40)} is not the “${name}” of an earlier result`);
	// Some hosts pass on whole items, which hold their fields under `json`.
	if (isRecord(value['json'])) return again(value['json']);
	if (Object.values(value).every(isBlank)) return [null];
	const empty = Object.keys(keys).find((one) => one in value);
	if (empty === undefined) return notUnderstood(`one of its entries has no “${Object.keys(keys)[0]}” (it has ${namesIn(value)})`);
	const next = 'Leave out what no earlier run returned, such as a row that was added by hand';
	return notUnderstood(`the entry with ${someOf(value)} has an empty “${empty}”. ${next}`);
}

const namesIn = (value: UnknownFields): string => {
	const names = Object.keys(fieldsOf(value)).slice(0, 5);
	return names.map((name) => quoted(name, 30)).join(', ');
};

/** Values by which people find an entry again: `“id” 22, “item” “Call Rosa back”`. */
const someOf = (value: UnknownFields): string => {
	const filled = Object.entries(value).filter(([, field]) => !isBlank(field) && typeof field !== 'object');
	const shown = (field: unknown): string => (typeof field === 'string' ? quoted(field, 40) : String(field));
	return filled.slice(0, 3).map(([name, field]) => `${quoted(name, 30)} ${shown(field)}`).join(', ');
};

/**
 * Reads what earlier runs returned: entries with their key, keys alone, or (nested) lists of these, also as JSON or lines of JSON. Only
 * an empty value means that there was nothing before: no value, an empty text or list, or the single empty item that stands for an empty
 * table.
 */
export function earlierEntries(value: unknown, keys: EarlierKeys): Earlier {
	try {
		const read = readAll(value, keys);
		const entries = read.flatMap((entry) => entry ?? []);
		return entries.length === 0 && read.length > 1 ? { refused: `all of its ${read.length} entries are empty`, line: null } : { entries };
	} catch (error) {
		if (error instanceof NotUnderstood) return { refused: error.message, line: error.line };
		throw error;
	}
}
