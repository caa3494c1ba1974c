import ms, { type StringValue } from 'ms';
import { z } from 'zod/v4';
import { SandboxError } from '../errors.ts';
import { personIn } from '../options.ts';

/** Converts text to values, on the command line and in forms alike. */
const readers = {
	text: (text) => text,
	email: (text) => text,
	url: (text) => text,
	choice: (text) => text,
	/** ID or email address of an account. */
	user: (text) => text,
	whole: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : refuse('Use a whole number.')),
	share(text) {
		const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
		return value > 0 && value <= 1 ? value : refuse('Use a format like 0.1 or 10%, above 0 and up to 100%.');
	},
	/** Milliseconds of `90s`, `2h`, `1d`, `-10m`; a bare number is milliseconds. */
	duration: durationIn,
	seconds: (text) => Math.ceil(durationIn(text) / 1000),
	/**
	 * A moment in ISO 8601, with a blank or a T. Without a zone it is UTC, like all times in the sandbox. Other formats are refused,
	 * since `Date` reads them in the zone of this machine, 03/02/2026 as Americans do, and “Call 3” as a day in March.
	 */
	time(text) {
		const [, date = '', hour = '00:00', zone = 'Z'] = MOMENT.exec(text.trim()) ?? [];
		const moment = new Date(`${date}T${hour}${zone}`);
		return Number.isNaN(moment.getTime()) ? refuse('Use a format like 2026-03-02T09:15:00Z.') : moment.toISOString();
	},
	flag: (text) => text === 'yes',
	/** A file, or pasted text. */
	transcript: (text) => text,
	people: (text) => personIn(text),
} as const satisfies Readonly<Record<string, (text: string) => unknown>>;

export type Kind = keyof typeof readers;

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?(Z|[+-]\d\d:?\d\d))?)?$/i;

const isDuration = (text: string): text is StringValue => /^[+-]?[\d.]+ ?[a-z]*$/i.test(text);

function durationIn(text: string): number {
	const value = isDuration(text) ? ms(text) : Number.NaN;
	return Number.isFinite(value) ? Math.round(value) : refuse('Use a format like 90s, 10m, 2h or 1d.');
}

function refuse(problem: string): never {
	throw new SandboxError('input', problem);
}

/** How people enter an input of an action: as an option of its command, and as a field of its form. */
export type Entry = {
	readonly kind: Kind;
	/** The help text on the command line. */
	readonly help: string;
	/** Name of the field, if the console has one. */
	readonly label?: string;
	/** Name of the option, if it differs from the input's. */
	readonly option?: string;
	/** Shown in an empty field. */
	readonly example?: string;
	/** Values to choose from, with their labels. */
	readonly choices?: Readonly<Record<string, string>>;
	/** Suggested values with their labels. Other values are allowed. */
	readonly suggestions?: Readonly<Record<string, string>>;
	/** A note below the field. */
	readonly note?: string;
	/** Used only if the input `kind` has one of these values. */
	readonly only?: readonly string[];
	/** The help text for turning it off, if that differs from omitting it. */
	readonly off?: string;
	/** Values that the console offers as buttons instead of a field, by label. */
	readonly buttons?: Readonly<Record<string, string>>;
};

const entries = z.registry<Entry>();

/** The same schema with how people enter its values. An input without is entered in no form and by no option. */
export function enter<S extends z.ZodType>(schema: S, entry: Entry): S {
	const entered = schema.clone();
	entries.add(entered, entry);
	return entered;
}

/** Inputs that people can enter, with their schemas, in the order of the form. */
export type Entries = readonly { readonly name: string; readonly schema: z.ZodType; readonly entry: Entry }[];

export const entriesOf = (shape: Readonly<Record<string, z.ZodType>>): Entries =>
	Object.entries(shape).flatMap(([name, schema]) => {
		const entry = entries.get(schema);
		return entry === undefined ? [] : [{ name, schema, entry }];
	});

/** The value that a text stands for; of lists, one element. @throws SandboxError `input` */
export const readText = (kind: Kind, text: string): unknown => readers[kind](text);

export const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success;

/** The same labels as values, for a choice that needs no others. */
export const asLabelled = (values: readonly string[]): Readonly<Record<string, string>> => Object.fromEntries(values.map((value) => [value, value]));
