import type { SampleMeeting } from './sampleMeeting.ts';

/** Earlier calls with the same people. */
export const earlierCustomerMeetings: readonly SampleMeeting[] = [
	{
		title: 'Fairway Rentals: renewal',
		workdaysAgo: 10,
		at: '10:00',
		minutes: 31,
		with: ['marcus'],
		transcript: `
Nora: Morning, Marcus. Your contract runs out on {date+30}, so I wanted to talk early.
Marcus: Good, because I have questions. Your price goes up by nine percent?
Nora: Yes, so the background is that the price goes up for everybody because we have added the route planning and the new reports and the support hours, and I know that you don't use the route planning, but it is part of the package, and the packages are the same for all customers, so that is where the nine percent come from.
Marcus: I don't need route planning. I rent out excavators.
Nora: What do you use most?
Marcus: The yard list and the service reminders. The reminders alone saved us one engine.
Nora: One engine is what, twenty thousand?
Marcus: Thirty, with the downtime.
Nora: Would a smaller package with the yard list and the reminders work, if the price stays as it is?
Marcus: That would work. But I also had two wrong positions last month, and that makes me nervous.
Nora: I'd like to look at those. Can you send me the dates?
Marcus: I'll email you the dates of the two wrong positions this afternoon.
Nora: And I'll send you an offer for the smaller package by {+3}.
Marcus: Then I can take it to my director in the same week. He decides, not me.
Nora: What will he ask?
Marcus: Whether it works. And whether somebody answers the phone.
Nora: Understood. We agreed on a smaller package at today's price, and a decision before the contract ends.
`,
		sections: [
			['Price', ['Marcus objects to the increase of nine percent, since he does not use route planning.', 'The yard list and the service reminders are what he values. They saved an engine worth 30,000.']],
			['Doubts', ['Two wrong positions last month.', 'The director decides, and asks whether it works and whether support answers.']],
		],
		decisions: ['Offer a smaller package with the yard list and reminders at today’s price.'],
		items: [
			['!!', 'nora', 'Send Marcus an offer for the smaller package by {+3}'],
			['!', 'marcus', 'Email the dates of the two wrong positions', 'resolved'],
			['.', 'nora', 'Write up how the reminders saved an engine'],
		],
		dates: [[30, 'Fairway’s contract ends']],
		feedback: {
			scores: [5.9, 6.6, 6.4, 6.8, 6.9],
			strength: {
				category: 'Listening',
				quote: 'What do you use most?',
				description: 'A short open question changed the direction of the call.',
				reason: 'It showed what the customer pays for, and made the smaller package possible.',
			},
			growth: {
				category: 'Clarity',
				quote: "and I know that you don't use the route planning, but it is part of the package, and the packages are the same for all customers, so that is where the nine percent come from.",
				description: 'Explained the price in one sentence of more than sixty words.',
				reason: 'Long explanations sound like excuses.',
				focus: 'Explain the price in one sentence',
				suggestion: 'State the reason, then ask what matters to the customer.',
				alternative: 'The new price includes route planning. You may not need it, so let me ask what you use.',
			},
		},
	},
	{
		title: 'Linden Clinics: first week with the tracker',
		workdaysAgo: 15,
		at: '11:00',
		minutes: 29,
		with: ['samira', 'tomasz'],
		transcript: `
Nora: Good morning, Samira. You have had the tracker for a week. How did it go?
Samira: Better than I feared. Reception uses it all day. The two wards have not started, because nobody has shown them how.
Nora: Then let's do that first. I can train both wards on {+2} in the afternoon.
Samira: That works. I'll book the large meeting room and invite both teams.
Nora: Is there anything that doesn't work?
Samira: The export. The dates come out the American way round, and our accountant is desperate.
Nora: Okay, okay, that one is known, Tomasz can explain it.
Tomasz: The format follows the language of the account, not the country. I'll add a setting for it by {+4}.
Samira: It is urgent for us, because we close the month next week.
Tomasz: Then I'll send you a corrected file for this month by {+1}, so you don't have to wait.
Samira: That would save me an evening.
Nora: You also asked for a price for the third clinic.
Samira: Yes. We decided to open in Oldhaven, and I need an offer for twenty more seats.
Nora: I'll send the offer by {+3}, on the same conditions as for the first two.
Samira: Good. So the training, the export and the offer, all within a week.
Nora: Exactly. Shall we speak again in two weeks?
Samira: Two weeks, same day. Bye, both of you.
`,
		sections: [
			['First week', ['Reception uses the tracker all day. The wards have not been trained yet.']],
			['Export', ['Dates appear in American format, which blocks the month-end closing.']],
			['Third clinic', ['Linden opens in Oldhaven and needs twenty more seats.']],
		],
		decisions: ['Train both wards on {+2}.', 'Offer Oldhaven on the same conditions as the first two clinics.'],
		items: [
			['!!', 'tomasz', 'Send a corrected export file for this month', 'resolved'],
			['!', 'tomasz', 'Add a setting for the date format by {+4}', 'resolved'],
			['!', 'nora', 'Send the offer for twenty seats by {+3}', 'resolved'],
			['.', 'samira', 'Book the large meeting room and invite both wards', 'resolved'],
		],
		dates: [[2, 'Training for both wards']],
		feedback: {
			scores: [6.5, 6.0, 6.9, 6.6, 6.7],
			strength: {
				category: 'Decision making',
				quote: "Then let's do that first. I can train both wards on {+2} in the afternoon.",
				description: 'Solved the biggest obstacle at once, with a day.',
				reason: 'The customer left with a plan instead of a complaint.',
			},
			growth: {
				category: 'Listening',
				quote: 'Okay, okay, that one is known, Tomasz can explain it.',
				description: 'Cut off a complaint before it was finished.',
				reason: 'Only later did it become clear that the month-end closing depended on it.',
				focus: 'Ask what a problem costs the customer',
				suggestion: 'Before anyone explains a bug, ask what it stops people from doing.',
				alternative: 'What does that mean for your accountant this month?',
			},
		},
	},
	{
		title: 'Harbour Bakery: mid-pilot review',
		workdaysAgo: 20,
		at: '10:00',
		minutes: 41,
		with: ['priya', 'helen'],
		transcript: `
Nora: Hello Priya, hello Helen, nice to meet you. I prepared a few slides about the features, so let me just walk you through all of them.
Helen: Before you do, I have fifteen minutes, and I only need to know what it costs per depot.
Nora: Of course. It's the license per depot plus the devices, which you buy yourselves.
Helen: So about four hundred a month per depot, without hardware?
Nora: Three hundred and eighty, with support included.
Priya: And we save about thirty trays a week already. A tray costs eleven.
Helen: Then it pays for itself in five weeks. Why is this not in the report?
Nora: Good point. I'll add the savings per depot to the report by {+3}.
Helen: Please. And I need your security questionnaire before we sign for more depots. I'll send you ours.
Nora: We can do that. Priya, how are the drivers?
Priya: Half of them love it. The other half says that the scanner is slow in the morning.
Nora: I'll ask our engineers to check the response times in the morning.
Priya: Thanks. Could we also keep the scans for longer? Shops complain after four months.
Nora: Yes. It's a setting. We agreed to keep scans for a year instead of ninety days.
Helen: No extra cost?
Nora: No extra cost.
Helen: Then I'm happy. Send me the report, and I'll put it on the agenda of our budget meeting.
Nora: I will. Thank you, Helen. Priya, shall we stay on for the driver feedback?
Priya: Yes, let's.
`,
		sections: [
			['Cost and savings', ['380 a month per depot, support included.', 'About 30 trays a week saved at 11 each: it pays for itself in five weeks.']],
			['Drivers', ['Half of the drivers like it. The others find the scanner slow in the morning.']],
			['Before signing', ['Finance needs the security questionnaire answered.']],
		],
		decisions: ['Keep scans for a year instead of ninety days, at no extra cost.'],
		items: [
			['!!', 'nora', 'Add the savings per depot to the report by {+3}', 'resolved'],
			['!', 'helen', 'Send the security questionnaire', 'resolved'],
			['!', 'nora', 'Ask the engineers to check response times in the morning', 'resolved'],
			['.', 'nora', 'Collect quotes from drivers for the report'],
		],
		dates: [],
		feedback: {
			scores: [6.3, 5.8, 5.4, 6.6, 6.5],
			strength: {
				category: 'Clarity',
				quote: 'Three hundred and eighty, with support included.',
				description: 'Answered the question about the price in six words.',
				reason: 'Finance got what it came for and stayed in the call.',
			},
			growth: {
				category: 'Time management',
				quote: 'I prepared a few slides about the features, so let me just walk you through all of them.',
				description: 'Started with slides before asking how much time people have.',
				reason: 'Helen had fifteen minutes and one question.',
				focus: 'Ask for the goal before the slides',
				suggestion: 'Open with: what do you need from this call, and how long do you have?',
				alternative: 'Helen, what do you need to take away from today, and how much time do you have?',
			},
		},
	},
];
