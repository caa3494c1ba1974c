import { calledIn } from '../../packages/rehearsal/report/effects.ts';

test.each([
	['record', 'dedupeKey: a6fccb5f0ba26035e\nchange: new\nitem: Send the offer\nconversationTitle: Pilot review', 'Send the offer'],
	['record', 'description: Two pages\nproperties: {\n  "title": "Offer"\n}', 'Offer'],
	['record', 'conversationId: conv_1\nmeeting: Pilot review\nclarity: 4', 'Pilot review'],
	['record', 'id: 7\ndone: true', 'id: 7'],
	['message', 'Good morning\nTask: call the bank', 'Good morning'],
] as const)('a %s that is %j is called %j', (kind, body, name) => {
	expect(calledIn({ kind, body })).toBe(name);
});
