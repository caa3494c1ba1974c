import { z } from 'zod/v4';
import { listUsers, type User } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import type { Service } from '../service.ts';

/** Identifier or e-mail address of a user. */
export const UserRef = z.string().min(1).optional();

/** The user meant, who need not be named while there is only one. @throws SandboxError `input`, `notFound` */
export function whose({ db }: Service, ref: z.output<typeof UserRef>): User {
	const [user, ...more] = listUsers(db, ref);
	const who = ref === undefined ? '' : ` ${ref}`;
	if (user === undefined) throw new SandboxError('notFound', `There is no user${who || ' yet: create one'}.`);
	if (more.length === 0) return user;
	throw new SandboxError('input', `There are ${more.length + 1} users${who}: say which one by identifier.`);
}
