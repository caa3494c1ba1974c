import { z } from 'zod/v4';
import { listUsers, type User } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import { check } from '../options.ts';
import type { Service } from '../service.ts';

/** An action on the sandbox that the API does not offer. */
export interface Control<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Inputs named in the path are sent there, those of GET and DELETE in the query, all others in a JSON body. */
	readonly path: `/sandbox${string}`;
	readonly summary: string;
	/** Set if it needs a running sandbox: faults and the clock live in its memory. */
	readonly runningOnly?: true;
	/** All inputs, flat. */
	readonly input: I;
	readonly output: O;
	/** Checks the input and performs the action. @throws SandboxError; ImportError */
	readonly perform: (service: Service, input: unknown) => Promise<z.output<O>>;
}

interface Definition<I extends z.ZodType, O extends z.ZodType> extends Omit<Control<I, O>, 'perform'> {
	readonly run: (service: Service, input: z.output<I>) => z.input<O> | Promise<z.input<O>>;
}

/** Connects what a control does with the shapes of its input and output. */
export const control = <I extends z.ZodType, O extends z.ZodType>({
	run,
	...rest
}: Definition<I, O>): Control<I, O> => ({
	...rest,
	perform: async (service, input) => rest.output.parse(await run(service, check(rest.input, input))),
});

/** ID or email address of a user. */
export const UserRef = z.string().min(1).optional();

/** The user to act on, who may be left out while there is only one. @throws SandboxError `input`, `notFound` */
export function namedUser({ db }: Service, ref: z.output<typeof UserRef>): User {
	const [user, ...more] = listUsers(db, ref);
	if (user === undefined) throw new SandboxError('notFound', `There is no user ${ref ?? 'yet. Create one first'}.`);
	if (more.length === 0) return user;
	throw new SandboxError('input', `user: there are ${more.length + 1} users, such as ${user.email}. Name one by ID or email address.`);
}
