import type { Account } from './account.ts';

export const ann = { name: 'Ann Acme', email: 'ann@acme.example' };
export const bob = { name: 'Bob Acme', email: 'bob@acme.example' };
export const cyd = { email: 'cyd@other.example' };
export const item = (text: string) => ({ item: text, owner: 'Ann', priority: 'high' as const, confidence: 1 });
export const emails = (people: readonly { email: string | null }[]) => people.map(({ email }) => email);

/** Two meetings: with Ann alone, then with Ann and Bob. */
export async function history(world: Account) {
	const alone = await world.addMeeting({
		title: 'Alone',
		startTime: '2026-03-02T09:00:00.000Z',
		attendees: [ann],
		keyPoints: { decisions: ['Start'], actionItems: [item('old')] },
	});
	const both = await world.addMeeting({
		title: 'Both',
		startTime: '2026-03-05T09:00:00.000Z',
		attendees: [ann, bob],
		keyPoints: { decisions: ['Go on'], actionItems: [item('new')] },
	});
	return { alone, both };
}
