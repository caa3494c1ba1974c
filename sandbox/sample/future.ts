import { people } from './sampleMeeting.ts';

/** What the assistant remembers about the people Nora meets most. */
export const summaries = [
	{
		email: people.priya.email,
		prose: 'Priya Raman runs operations at Harbour Bakery and started the pilot in Eastport. She is direct, likes short calls, and checks every number. Finance decides with her.',
		topics: ['Rollout to three depots', 'Slow scans in the morning', 'Budget meeting'],
		open_questions: ['Is it the network or the app that makes scans slow?', 'Will finance approve all three depots?'],
	},
	{
		email: people.helen.email,
		prose: 'Helen Marsh leads finance at Harbour Bakery. She has little time and asks for the cost per depot and the security questionnaire before she signs.',
		topics: ['Cost per depot', 'Security questionnaire'],
		open_questions: [],
	},
	{
		email: people.henrik.email,
		prose: 'Henrik Dahl manages five depots at Corvin Logistics and wants to stop losing pallets without buying scanners. He has a budget of 5,000 for a pilot.',
		topics: ['Pilot in the smallest depot', 'Lost pallets'],
		open_questions: ['Which drivers will test the app?'],
	},
	{
		email: people.maren.email,
		prose: 'Maren Vogt is head of IT at Corvin Logistics and decides about security. She requires single sign-on and a penetration test from the last twelve months.',
		topics: ['Penetration test', 'Single sign-on'],
		open_questions: ['Does she approve after reading the report?'],
	},
	{
		email: people.marcus.email,
		prose: 'Marcus Bell is responsible for the yards of Fairway Rentals. After two incidents he will only renew if the data can be trusted and somebody answers the phone at 6 am.',
		topics: ['Renewal at today’s price', 'Age of the data', 'Support in the early morning'],
		open_questions: ['Can we offer a phone number from 6 am?', 'What will his director decide about the renewal?'],
	},
	{
		email: people.samira.email,
		prose: 'Samira Okafor introduced the tracker at Linden Clinics and plans a third clinic in Oldhaven. She speaks for reception, wards and accounting.',
		topics: ['Opening in Oldhaven', 'Monthly export', 'Rights per ward'],
		open_questions: ['Has the board approved the offer for Oldhaven?'],
	},
	{
		email: people.olivia.email,
		prose: 'Olivia Grant signs for spoiled food at Brightside Foods. After an audit she needs to show where 600 cooling boxes were and how warm they got.',
		topics: ['Audit', 'Temperature of cooling boxes'],
		open_questions: ['Is the temperature at each scan enough for the auditor?'],
	},
] as const;

/** The first event starts soon after the first start, the others at a local time some working days later. */
export const upcoming = [
	{ title: 'Fairway Rentals: follow-up call', soon: true, minutes: 30, with: ['marcus', 'tomasz'] },
	{ title: 'Team standup', inWorkdays: 1, at: '09:30', minutes: 15, with: ['tomasz', 'lea'] },
	{ title: 'Brightside Foods: demo, second attempt', inWorkdays: 1, at: '14:00', minutes: 45, with: ['olivia'] },
	{ title: 'Corvin Logistics: pilot preparation', inWorkdays: 2, at: '11:00', minutes: 45, with: ['henrik', 'maren'] },
	{ title: 'Harbour Bakery: weekly check-in', inWorkdays: 3, at: '10:30', minutes: 15, with: ['priya', 'tomasz'] },
	{ title: 'Linden Clinics: check-in', inWorkdays: 4, at: '15:30', minutes: 30, with: ['samira', 'tomasz'] },
	{ title: '1:1 Nora and Ingrid', inWorkdays: 5, at: '10:00', minutes: 30, with: ['ingrid'] },
	{ title: 'Product weekly', inWorkdays: 6, at: '14:00', minutes: 30, with: ['tomasz', 'lea'] },
	{ title: 'Granite Tools: first call', inWorkdays: 7, at: '10:00', minutes: 30, with: ['jonas'] },
] as const;

/** A recording that could not be transcribed. */
export const failed = {
	title: 'Brightside Foods: demo',
	workdaysAgo: 4,
	at: '14:00',
	minutes: 45,
	with: ['olivia'],
} as const;
