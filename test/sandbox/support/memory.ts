import { z } from 'zod/v4';
import { Briefing, Contact, UnresolvedThread } from '../../../src/api/index.ts';
import { scriptedAi, type content } from './ai.ts';
import { dataOf, startTestSandbox } from './harness.ts';

export const path = '/api/v1/contacts';
export const ines = { name: 'Ines Duarte', email: 'ines@duarte.example' };
export const tom = { name: 'Tom Berg', email: 'tom.berg@gmail.com' };

/** A day in the month before the clock's. */
export const day = (number: number) => `2026-02-${String(number).padStart(2, '0')}T10:00:00.000Z`;

/** An account with the memory feature whose meetings get these key points, one after another. */
export async function startWithMemory(...results: ReturnType<typeof content>[]) {
	const env = await startTestSandbox({ ai: scriptedAi(results) });
	const account = env.account();
	const get = (query: string) => account.call('GET', path + query);
	const list = async (query = '') => dataOf(z.array(Contact), await get(query));
	const idOf = async (email: string) => (await list(`?search=${encodeURIComponent(email)}`))[0]?.id ?? '';
	return {
		...env,
		account,
		newAccount: env.account,
		get,
		list,
		idOf,
		briefing: async (email: string, query = '') =>
			dataOf(Briefing, await get(`/${await idOf(email)}/briefing${query}`)),
		threads: async () => dataOf(z.array(UnresolvedThread), await get('/unresolved-threads')),
		meet: (attendees: { name?: string; email: string }[], startTime: string, title = 'Call') =>
			account.importMeeting({ attendees, startTime, title, generateKeyPoints: true }),
	};
}
