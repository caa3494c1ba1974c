import { createHash, randomBytes } from 'node:crypto';
import { plans } from '../src/api/index.ts';
import { countKeys, insertKey, revokeKey as revokeStoredKey } from './db/keys.ts';
import type { Db } from './db/open.ts';
import { insertCredit } from './db/usage.ts';
import { findUser, listUsers, saveUser, type User } from './db/users.ts';
import { SandboxError } from './errors.ts';
import { newId } from './ids.ts';
import { check, NewUser, UserChanges } from './options.ts';
import type { Service } from './service.ts';
import { counted } from './text.ts';

/** A new API key. It is shown once, and only its hash is stored (Authentication, 2 and 3). */
const newKey = (): string => `svc_${randomBytes(16).toString('hex')}`;

/** A key has 128 random bits, so a plain digest cannot be reversed. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** @throws SandboxError `notFound` */
export function userOf({ db }: Pick<Service, 'db'>, userId: string): User {
	const user = findUser(db, userId);
	if (user === undefined) throw new SandboxError('notFound', `There is no user ${userId}.`);
	return user;
}

/**
 * @throws SandboxError `input`, also if another user already has the address: otherwise their keys, meetings and pages would
 * be mixed up.
 */
export function createUser({ db, now }: Service, options: NewUser): { id: string } {
	const settings = check(NewUser, options);
	const id = newId('usr');
	refuseTaken(db, id, settings.email);
	saveUser(db, { ...settings, id, createdAt: now(), calendarProvider: null, calendarRevoked: false });
	return { id };
}

export function updateUser(service: Service, userId: string, changes: UserChanges): void {
	const [user, checked] = [userOf(service, userId), check(UserChanges, changes)];
	if (checked.email !== undefined && checked.email !== user.email) refuseTaken(service.db, userId, checked.email);
	saveUser(service.db, { ...user, ...checked });
}

function refuseTaken(db: Db, userId: string, email: string): void {
	if (listUsers(db, email).some(({ id }) => id !== userId)) {
		throw new SandboxError('input', `email: another user already has the address ${email}.`);
	}
}

export interface KeyOptions {
	/** The key works with the tool-server integration only (Authentication, 6). */
	readonly toolServerOnly?: boolean;
}

/** Creates an API key. This is the only time it is shown. @throws SandboxError `planLimit` (Authentication, 4). */
export function createKey(service: Pick<Service, 'db' | 'now'>, userId: string, { toolServerOnly = false }: KeyOptions = {}): string {
	const { db, now } = service;
	const { plan } = userOf(service, userId);
	// The Free plan has no API access, but a key may remain after a downgrade.
	const allowed = plan === 'free' ? 1 : plans[plan].apiKeys;
	if (countKeys(db, userId) >= allowed) {
		throw new SandboxError(
			'planLimit',
			`The ${plan} plan allows ${counted(allowed, 'API key')}. Revoke one first.`,
		);
	}
	const key = newKey();
	insertKey(db, {
		hash: hashKey(key),
		userId,
		lastFour: key.slice(-4),
		toolServerOnly,
		createdAt: now(),
		revokedAt: null,
	});
	return key;
}

/** @throws SandboxError `notFound` */
export function revokeKey({ db, now }: Service, key: string): void {
	if (!revokeStoredKey(db, hashKey(key), now())) throw new SandboxError('notFound', 'This key does not exist or was already revoked.');
}

/** Counts AI credits used by the desktop application (Limits, 3). */
export function useCreditsInApplication(service: Service, userId: string, credits: number): void {
	const { id } = userOf(service, userId);
	service.db.transaction(() => {
		for (let used = 0; used < credits; used += 1) insertCredit(service.db, id, service.now());
	});
}
