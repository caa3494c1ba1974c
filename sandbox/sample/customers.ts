import { earlierCustomerMeetings } from './earlierCustomers.ts';
import type { SampleMeeting } from './sampleMeeting.ts';

/** Calls with people who use the tracker already. */
export const customerMeetings: readonly SampleMeeting[] = [
	{
		title: 'Harbour Bakery: pilot review and next steps',
		workdaysAgo: 1,
		at: '15:00',
		minutes: 32,
		with: ['priya', 'tomasz'],
		transcript: `
Nora: Thanks for making time, Priya. Shall we go through Eastport, the slow scans and the rollout? Anything to add?
Priya: Maybe the last invoice at the end. Otherwise that works for me.
Nora: Sure. So, Eastport. Six weeks in, how does it feel?
Priya: Really good, mostly. We used to lose about forty bread trays a week. Last week we lost six.
Nora: That's a huge difference. May I use that number when I write up the pilot?
Priya: Yes, but please don't put our name next to it yet.
Nora: Understood. What isn't going so well?
Priya: Mornings. Between four and five, when all the vans load at once, a scan takes three or four seconds. Drivers think it failed and scan again, so we get the same stop twice.
Tomasz: The double stops are a bug on our side, and I found the cause yesterday. I'll release the fix for duplicate stops by {+3}.
Priya: That alone would help a lot.
Tomasz: The slow scans I don't understand yet. I need the scanner logs from one bad morning to tell whether it's the network or us.
Priya: I'll send you the logs from Eastport by {+2}. How do I collect them?
Tomasz: With a small script. I'll send you the script and a short guide on {+1}.
Nora: Until then, would offline mode help? With it, drivers never wait for the network.
Priya: Please do. Nobody looks at the map at four in the morning.
Nora: Then we agreed to turn on offline mode for Eastport today. On to the rollout. Last time you wanted all five depots.
Priya: I've changed my mind. Two depots are rebuilding their loading bays, so I'd rather do three properly than five badly.
Nora: That makes sense. So we decided to start the rollout on {date+15} in Eastport, Millbrook and Hale Street.
Priya: Agreed. I'll order sixteen scanners this week, because delivery takes two weeks.
Nora: I'll send you the revised quote for three depots by {+2}, with the other two as an option.
Priya: Good, because our budget meeting is on {date+5}. Helen in finance also wants the security questionnaire before that.
Tomasz: I have it, and I haven't opened it yet. I'll complete the security questionnaire by {+3}.
Nora: And the invoice you mentioned?
Priya: You billed eleven devices, and we have ten.
Nora: Then the broken one was counted twice. I'm sorry about that. I'll ask accounting to correct the invoice this week.
Priya: Thank you. That was really useful.
Nora: Thanks, both of you. You'll get a summary from me today.
`,
		sections: [
			['Results in Eastport', ['Lost bread trays fell from about 40 to 6 a week.', 'Drivers accept the app. The figure may be quoted without Harbour’s name.']],
			['Problems during morning loading', ['Scans take three to four seconds between 4 and 5 am.', 'Repeated scans create duplicate stops. The cause is known.', 'It is not known yet whether the network or the app is slow.']],
			['Rollout', ['Harbour prefers three depots now. Two others are rebuilding their loading bays.', 'Sixteen scanners are needed, with two weeks’ delivery.']],
			['Invoice', ['The last invoice lists eleven devices instead of ten.']],
		],
		decisions: [
			'Turn on offline mode for Eastport today.',
			'Roll out to Eastport, Millbrook and Hale Street first, starting on {date+15}.',
		],
		items: [
			['!!', 'nora', 'Send the revised quote for three depots, with two more as an option, by {+2}'],
			['!!', 'tomasz', 'Release the fix for duplicate stops by {+3}'],
			['!!', 'tomasz', 'Complete the security questionnaire by {+3}'],
			['!', 'priya', 'Send the scanner logs from Eastport by {+2}'],
			['!', 'priya', 'Order sixteen scanners this week'],
			['.', 'nora', 'Ask accounting to correct the invoice for eleven devices'],
		],
		dates: [
			[5, 'Harbour’s budget meeting'],
			[15, 'Rollout starts in three depots'],
		],
		feedback: {
			scores: [8.3, 8.1, 8.4, 7.9, 8.2],
			strength: {
				category: 'Time management',
				quote: 'Shall we go through Eastport, the slow scans and the rollout? Anything to add?',
				description: 'Opened with an agenda and invited additions.',
				reason: 'Everyone knew what to expect, and the invoice was not forgotten.',
			},
			growth: {
				category: 'Clarity',
				quote: "I'll ask accounting to correct the invoice this week.",
				description: 'Handed over a promise without saying when the customer hears back.',
				reason: 'Priya cannot tell when the matter is settled.',
				focus: 'Say when the customer will hear back',
				suggestion: 'Give every promise a day and a person.',
				alternative: "Accounting will correct it this week, and I'll send you the new invoice myself on Friday.",
			},
		},
	},
	{
		title: 'Fairway Rentals: escalation call',
		workdaysAgo: 5,
		at: '13:00',
		minutes: 28,
		with: ['marcus', 'tomasz'],
		transcript: `
Marcus: I'll be blunt. Two of our excavators were shown in the wrong yard this morning, and a customer waited three hours.
Nora: I'm sorry, Marcus. That should not happen, and I understand why you are angry.
Marcus: It's the second time this month. The renewal is on my desk, and right now I wouldn't sign it.
Nora: I think we should first understand what happened. Tomasz, what do you see?
Tomasz: Both machines reported their position correctly, but a sync job stopped at two in the night. The yard list you saw was nine hours old.
Marcus: And nobody noticed for nine hours?
Tomasz: No. We have an alert for errors, but not for a job that simply stops. I'll add an alert for stopped sync jobs by {+1}.
Nora: What would you need to see before you trust the list again?
Marcus: I want to see on the screen how old the data is. If it's old, my people pick up the phone.
Tomasz: That is easy. We can show the time of the last update next to each yard.
Nora: Good. We decided to show the time of the last update on every yard page, and it goes live by {+4}.
Marcus: And a written report. My director asked for one.
Nora: I'll send you a written incident report by {+1}, with the cause and what we changed.
Marcus: Fine. And somebody I can call at six in the morning.
Nora: We probably could maybe look into something there, I would have to check with a few people.
Marcus: That's not an answer, Nora.
Nora: You're right. I'll come back to you by {+2} with a phone number for early mornings, or a clear no.
Marcus: That's better. Let's talk again in a week.
Nora: I'll send an invitation for {+5}. Thank you for telling us so directly.
`,
		sections: [
			['What happened', ['Two excavators were shown in the wrong yard, and a customer waited three hours.', 'A sync job stopped at 2 am. The list was nine hours old, and no alert fired.', 'It is the second incident this month.']],
			['What Fairway needs', ['The age of the data must be visible on the screen.', 'A written report for the director.', 'A phone contact from 6 am.']],
			['Renewal', ['Marcus would not renew today.']],
		],
		decisions: ['Show the time of the last update on every yard page, live by {+4}.'],
		items: [
			['!!', 'nora', 'Send the written incident report to Marcus', 'resolved'],
			['!!', 'tomasz', 'Add an alert for stopped sync jobs by {+1}', 'resolved'],
			['!!', 'nora', 'Give Marcus a phone number for early mornings, or a clear no'],
			['!', 'tomasz', 'Show the time of the last update next to each yard'],
			['.', 'nora', 'Send an invitation for a follow-up call in a week', 'resolved'],
		],
		dates: [
			[4, 'Yard pages show the time of the last update'],
			[5, 'Follow-up call with Fairway'],
		],
		feedback: {
			scores: [6.4, 7.3, 7.0, 7.2, 6.1],
			strength: {
				category: 'Listening',
				quote: 'What would you need to see before you trust the list again?',
				description: 'Asked what would restore trust, instead of defending the product.',
				reason: 'It turned a complaint into a list of three concrete requests.',
			},
			growth: {
				category: 'Clarity',
				quote: 'We probably could maybe look into something there, I would have to check with a few people.',
				description: 'Gave a vague answer to a direct request.',
				reason: 'Marcus heard a polite no, and the tension rose again.',
				focus: 'Answer a direct request with a date',
				suggestion: 'When you cannot answer yet, say when you will.',
				alternative: "I can't promise that today. You'll have a yes or no from me by Friday noon.",
			},
		},
	},
	{
		title: 'Linden Clinics: two-week check-in',
		workdaysAgo: 6,
		at: '15:30',
		minutes: 26,
		with: ['samira', 'tomasz'],
		transcript: `
Nora: Good afternoon, Samira. Two weeks since the training. How are the wards doing?
Samira: Much better. Both wards use the tracker every day now, and we found a wheelchair in the basement that had been missing since spring.
Nora: I love that. And the export for your accountant?
Samira: The dates are right now, thank you. But the file has no column for the cost center, so she still adds it by hand.
Tomasz: We store the cost center, it just isn't exported. I can add the column to the monthly export in the next release.
Samira: When is that?
Tomasz: On {+6}, if the tests stay green.
Nora: And the new clinic in Oldhaven?
Samira: The opening has moved by a month, to {date+20}. The builders are late, as always.
Nora: Then the offer I sent stays valid until then, with the same price.
Samira: Good. I have to show it to our board, and they always ask about data protection.
Nora: I'll send you the data protection summary by {+2}. It is two pages, without jargon.
Samira: Perfect. One more question. Can the night shift see only its own ward?
Tomasz: Not today. Rights are per clinic. I need to look at how much work that would be.
Nora: Let's not promise a date. Tomasz estimates the effort by {+4}, and I tell you on our next call.
Samira: That's fine, it is not urgent.
Nora: So we keep the price for Oldhaven until the opening, and the cost center is exported from the next release on. Same time in two weeks?
Samira: Yes. Thank you both.
`,
		sections: [
			['Use of the tracker', ['Both wards use it every day.', 'A wheelchair missing since spring was found.']],
			['Export', ['Dates are correct. The cost center is still missing from the monthly file.']],
			['Oldhaven', ['The opening moved to {date+20}. The board has to approve the offer and asks about data protection.']],
			['Rights per ward', ['The night shift should see only its own ward. Not possible today.']],
		],
		decisions: ['Keep the price for Oldhaven until the opening.', 'Export the cost center from the next release on.'],
		items: [
			['!', 'nora', 'Send Samira the data protection summary by {+2}'],
			['!', 'tomasz', 'Add the cost center to the monthly export'],
			['.', 'tomasz', 'Estimate the effort for rights per ward by {+4}'],
			['!', 'samira', 'Show the offer for Oldhaven to the board'],
		],
		dates: [
			[6, 'Release with the cost center in the export'],
			[20, 'The clinic in Oldhaven opens'],
		],
		feedback: {
			scores: [7.4, 7.5, 7.3, 7.2, 7.4],
			strength: {
				category: 'Decision making',
				quote: "Let's not promise a date. Tomasz estimates the effort by {+4}, and I tell you on our next call.",
				description: 'Avoided a promise that nobody could keep.',
				reason: 'The customer knows what happens next without false hope.',
			},
			growth: {
				category: 'Listening',
				quote: 'I love that. And the export for your accountant?',
				description: 'Moved on from a success after three words.',
				reason: 'A story like the wheelchair is worth a question: it could become a reference.',
				focus: 'Stay with good news a little longer',
				suggestion: 'Ask one question about every success before you move on.',
				alternative: "That's wonderful. Who found it, and may we tell that story to other clinics?",
			},
		},
	},
	...earlierCustomerMeetings,
];
