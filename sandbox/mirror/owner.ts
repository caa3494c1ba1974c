import { z } from 'zod/v4';
import type { UserProfile } from '../../src/api/index.ts';
import type { Db } from '../db/open.ts';
import { findUser, type User } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import { newId } from '../ids.ts';
import { fold } from '../text.ts';
import { openState, type State } from './state.ts';
import { isAlone, storeProfile } from './store.ts';

const Origin = z.object({ url: z.string(), userId: z.string() });

/** Where a database was copied from; null if it is not a mirror. */
export const mirroredFrom = (db: Db): string | null => openState(db).fact('origin', Origin)?.url ?? null;

/** The user of the copy, created along with it. @throws SandboxError if the database contains something else */
export function ownerOf(db: Db, state: State, url: string, profile: UserProfile, now: number): { readonly user: User; readonly isNew: boolean } {
	const origin = state.fact('origin', Origin);
	const known = origin === null ? undefined : findUser(db, origin.userId);
	if (!isAlone(db, known?.id ?? null)) throw new SandboxError('database', 'This database already holds other accounts. Choose another --database for the mirror.');
	if (origin !== null && known !== undefined) {
		const isSame = fold(known.email) === fold(profile.profile.email) || known.createdAt === Date.parse(profile.profile.createdAt);
		if (origin.url !== url || !isSame) throw new SandboxError('database', `This database is the mirror of ${known.email} at ${origin.url}. Choose another --database.`);
		return { user: storeProfile(db, known, profile, now), isNew: false };
	}
	state.clear();
	const base = { id: newId('usr'), memory: false, spendingCap: null, calendarProvider: null, calendarRevoked: false } as const;
	const empty = { name: '', email: '', plan: 'starter', timezone: 'UTC', language: '', profilePictureUrl: null, createdAt: 0, subscriptionStatus: null, currentPeriodEnd: null } as const;
	const user = storeProfile(db, { ...base, ...empty }, profile, now);
	state.setFact('origin', { url, userId: user.id });
	return { user, isNew: true };
}
