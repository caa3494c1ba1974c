import { namesNobody } from '../../format/index.ts';
import { isMe } from '../../reports/index.ts';
import type { Session } from '../session.ts';

/**
 * The user's name, for a filter by a person, who may be the user. `among`: the people, if they are known already; who of them is not
 * named cannot be the user.
 */
export async function userNameFor(session: Session, person: string | undefined, among?: readonly (string | null)[]): Promise<string | null> {
	const isMarked = (name: string | null): boolean => name !== null && (isMe(name) || namesNobody(name));
	const mayBeUser = person !== undefined && (among === undefined || [person, ...among].some(isMarked));
	return mayBeUser ? (await session.profile()).name : null;
}
