import { readFileSync } from 'node:fs';
import { extractiveAi } from '../../sandbox/ai/index.ts';
import { meetingOf } from './meetings.ts';

/** What the AI should find in each invented meeting: who does what, what was decided, and which days are to come. */
const FOUND: readonly (readonly [name: string, tasks: readonly string[], decisions: readonly string[], days: readonly string[]])[] = [
	[
		'sales',
		[
			"Priya Nair | I'll send you a written offer by Thursday.",
			"Priya Nair | I'll forward the questionnaire to our security team this afternoon.",
			'Priya Nair | Martin Oduya: Could you also set up a demo for the team leads? – Priya Nair: Yes, of course.',
			"Martin Oduya | I'll send you their addresses.",
		],
		[
			"Martin Oduya: Let's keep the demo to forty five minutes, they're busy people.",
			'Priya Nair: Then we go with a pilot for one team first, as you said? – Martin Oduya: Yes, we agreed internally to start with the billing team.',
		],
		['03-05', '04-09', '05-31', '06-30'],
	],
	[
		'standup',
		[
			"Kofi | Aiko: Kofi, can you review my pull request for the index migration today? – Kofi: Sure, I'll look at it after lunch.",
			"Dan | I'll write up what we know in the ticket.",
			"Dan | Lena: Dan will update support by four o'clock.",
			'Kofi | Lena: Yeah, please prepare the retry part, five minutes. – Kofi: Okay.',
		],
		[
			"Lena: Let's drop the settings page this sprint and look at the invoices first.",
		],
		['03-06', '03-09'],
	],
	[
		'support',
		[
			'Agent | Agent: Friday between eight and ten is free. Shall I book that? – Caller: Yes please.',
			"Agent | I'll send you a confirmation by text message.",
			'Agent | I will ask the billing department to credit you ten days.',
		],
		[],
		['03-05', '03-06', '04-01'],
	],
	[
		'interview',
		[
			"Ruth Abara | Then I'll get back to you with a decision by March 13th.",
			"Jonas Feld | I'll send you my references tomorrow.",
		],
		[],
		['03-05', '03-13'],
	],
	[
		'planning',
		[
			"Tam | Ines: Tam, could you ask the school about the tent by next Wednesday? – Tam: Yes, I'll do that.",
			'Unassigned | Bo: We need to submit the application to the city by May 15th.',
		],
		[
			'Ines: Shall we book the brass band for Saturday afternoon only? – Bo: Agreed.',
		],
		['03-11', '03-20', '05-15'],
	],
	[
		'retro',
		[
			'Milo | Milo: I can write the rota. – Farah: Thanks.',
			"Milo | I'll share the first rota by Friday.",
			'Sanne | I will go through the list and send a proposal to the team next Tuesday.',
			'Milo | Farah: Milo, please schedule a drill with the support team before the end of March. – Milo: Will do.',
		],
		[
			'Milo: I propose we rotate the on-call duty every week. – Sanne: Fine with me.',
			"Farah: Let's keep the alerts for the gateway and the database only.",
		],
		['03-06', '03-10', '03-31', '04-14', '05-01'],
	],
	[
		'council',
		[
			'Officer Dale | I will write to all members with the results of the evaluation by March 18.',
		],
		[
			'Chair Whitmore: I suggest we postpone the vote on the pool budget to the April meeting. – Councillor Abbas: I agree.',
			"Councillor Abbas: The council agreed to extend the opening hours of the library until eight o'clock.",
		],
		['03-18', '03-31', '09'],
	],
	[
		'chat',
		[
			"Gus | I'll send you the photo, it's hilarious.",
		],
		[],
		[],
	],
];

it.each(FOUND)('%s', async (name, tasks, decisions, days) => {
	const notes = await extractiveAi.keyPoints(meetingOf(readFileSync(`test/ai/invented/${name}.txt`, 'utf8')));
	expect(notes.actionItems.map(({ owner, item }) => `${owner} | ${item}`)).toEqual(tasks);
	expect(notes.decisions).toEqual(decisions);
	expect([...new Set(notes.importantDates.map(({ date }) => date.slice(5)))]).toEqual(days);
});
