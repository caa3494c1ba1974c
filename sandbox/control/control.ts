import { z } from 'zod/v4';
import { listUsers, type User } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import { check, firstProblem, wordsFor } from '../options.ts';
import type { Service } from '../service.ts';
import { type Entries, entriesOf, type Entry, enter } from './entry.ts';

/** Parts of the console that have forms. */
export type Section = 'meetings' | 'deliveries' | 'clock' | 'ai' | 'faults';

/**
 * An action on the sandbox that the API does not offer. Loops turn each one into a route (`routes.ts`) and a command
 * (`cli/actions.ts`). Actions that people need while they watch have a `section`, and `pages/console/form.ts` also shows them as
 * a form.
 */
interface Facts {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Inputs named in the path are sent there, those of GET and DELETE in the query, all others in a JSON body. */
	readonly path: `/sandbox${string}`;
	/** What it does. */
	readonly summary: string;
	/** Its words, with inputs that need no option: `clock set <now>`. */
	readonly command: string;
	/** Ends the help of the command, after examples. */
	readonly help?: string;
	/** More commands to show in the help, without the name of the program. */
	readonly examples?: readonly string[];
	/** The section of the console that has its form. */
	readonly section?: Section;
	/** The label of its button. */
	readonly button?: string;
	/** Set if each row of the section's list has the form. */
	readonly inRows?: true;
	/** Set if it needs a running sandbox: faults and the clock live in its memory. */
	readonly runningOnly?: true;
	/** Set if a command may create the database. */
	readonly creates?: true;
	/** A question to ask first if the action cannot be undone. */
	readonly confirm?: string;
}

/** What people read when an action is done. */
export interface Shown {
	readonly text: string;
	/** Whether a part of what was asked for was not done; the text says why. */
	readonly isIncomplete?: boolean;
	/** A text that is shown once and stored nowhere. */
	readonly secret?: string;
	/** What to do next, and the command for it. */
	readonly next?: { readonly text: string; readonly command: string };
	/** A meeting to open. */
	readonly conversation?: { readonly id: string; readonly title: string };
	/** The columns and rows of a list. */
	readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly (string | number | null)[])[] };
}

export interface Control<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends Facts {
	/** The words of its command, without inputs. */
	readonly words: readonly string[];
	/** The same, joined: names its form. */
	readonly id: string;
	/** All inputs, flat. */
	readonly input: I;
	readonly entries: Entries;
	readonly output: O;
	/** Checks the input and performs the action. @throws SandboxError; ImportError */
	readonly perform: (service: Service, input: unknown) => Promise<z.output<O>>;
	/** Describes an output for people. */
	readonly shown: (output: unknown) => Shown;
}

interface Definition<I extends z.ZodType, O extends z.ZodType> extends Facts {
	readonly input: I;
	/** Inputs as people enter them, if `input` is not one flat object. */
	readonly fields?: Readonly<Record<string, z.ZodType>>;
	readonly output: O;
	readonly run: (service: Service, input: z.output<I>) => z.input<O> | Promise<z.input<O>>;
	readonly shown: (output: z.output<O>) => Shown | string;
}

/** Connects what a control does with the shapes of its input and output. */
export function control<I extends z.ZodType, O extends z.ZodType>({ run, shown, fields, ...rest }: Definition<I, O>): Control<I, O> {
	const { command, input, output } = rest;
	const words = command.split(' ').filter((word) => /^\w/.test(word));
	const shape = fields ?? (input instanceof z.ZodObject ? shapeOf(input) : {});
	return {
		...rest,
		words,
		id: words.join('-'),
		entries: entriesOf(shape),
		perform: async (service, given) => output.parse(await run(service, check(input, given))),
		shown(given) {
			const said = shown(output.parse(given));
			return typeof said === 'string' ? { text: said } : said;
		},
	};
}

/**
 * Refuses an input by the name under which people enter it; an input that is entered nowhere keeps its own.
 * @throws SandboxError `input`
 */
export function checkEntered({ input, entries }: Control, given: object, nameOf: (name: string, entry: Entry) => string): void {
	const result = input.safeParse(given, { error: wordsFor });
	if (result.success) return;
	const { field, problem } = firstProblem(result.error);
	const found = entries.find(({ name }) => name === field.split('.')[0]);
	if (found === undefined) check(input, given);
	else throw new SandboxError('input', `${nameOf(found.name, found.entry)}: ${problem}.`);
}

const Shape = z.record(z.string(), z.instanceof(z.ZodType));
const shapeOf = (input: z.ZodObject): Readonly<Record<string, z.ZodType>> => Shape.parse(input.shape);

/** Describes a list: its rows, each with values by column, or what it means that there are none. */
export const listed = <T>(rows: readonly T[], columns: Readonly<Record<string, (row: T) => string | number | null>>, none: string): Shown => ({
	text: rows.length === 0 ? none : '',
	...(rows.length > 0 && { table: { head: Object.keys(columns), rows: rows.map((row) => Object.values(columns).map((cell) => cell(row))) } }),
});

/** ID or email address of a user. */
const UserRef = z.string().min(1).optional();

/** The input for the owner of something. Optional while there is only one user, unless leaving it out means something else. */
export const owner = (what: string, without = 'optional with only one user') => enter(UserRef, { kind: 'user', label: 'Account', help: `owner of the ${what}; ${without}` });

/** The user to act on, who may be left out while there is only one. @throws SandboxError `input`, `notFound` */
export function namedUser({ db }: Service, ref: z.output<typeof UserRef>): User {
	const [user, ...more] = listUsers(db, ref);
	if (user === undefined) throw new SandboxError('notFound', `There is no user ${ref ?? 'yet. Create one with `user create`, or add the sample account with `sample`'}.`);
	if (more.length === 0) return user;
	throw new SandboxError('input', `user: there are ${more.length + 1} users, such as ${user.email}. Name one by ID or email address.`);
}
