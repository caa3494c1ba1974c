import { API_KEY_FORMAT, plans, type Tier } from '../src/api/index.ts';
import { findKey } from './db/keys.ts';
import type { Db } from './db/open.ts';
import type { User } from './db/users.ts';
import { hashKey } from './accounts.ts';
import { ApiError } from './http/apiError.ts';

/** A user whose plan includes the API. */
export type ApiUser = User & { readonly plan: Tier };

/**
 * The user behind an `Authorization` header (Authentication, 1, 5 and 6).
 * @throws ApiError `unauthorized`; `forbidden` on the Free plan and for keys of the tool server.
 */
export function authenticate(db: Db, authorization: string | undefined): ApiUser {
	const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
	if (key === undefined) throw new ApiError('unauthorized', 'Send the header Authorization: Bearer <API key>.');
	if (!API_KEY_FORMAT.test(key))
		throw new ApiError(
			'unauthorized',
			'This is not an API key. API keys are svc_ followed by 32 hexadecimal characters.',
		);
	const found = findKey(db, hashKey(key));
	if (found === undefined) throw new ApiError('unauthorized', 'This API key is invalid or was revoked.');
	if (found.toolServerOnly) throw new ApiError('forbidden', 'This key works with the tool-server integration only.');
	if (found.plan === 'free') throw new ApiError('forbidden', 'API access requires the Starter plan or above.');
	return { ...found, plan: found.plan };
}

/** Whether a user has the memory feature: the plan includes it and it is on (Authentication, 7). */
export const hasMemory = (user: ApiUser): boolean => user.memory && plans[user.plan].memory;
