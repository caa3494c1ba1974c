import { isMe } from '../../reports/index.ts';
import type { Session } from '../session.ts';

/** The user's name, for a filter by a person, who may be the user. `among`: the people, if they are known already. */
export async function userNameFor(session: Session, person: string | undefined, among?: readonly (string | null)[]): Promise<string | null> {
	const mayBeUser = person !== undefined && (among === undefined || [person, ...among].some((name) => isMe(name ?? '')));
	return mayBeUser ? (await session.profile()).name : null;
}
