import type { SampleMeeting } from './sampleMeeting.ts';

/** Meetings within the company, and an interview. */
export const teamMeetings: readonly SampleMeeting[] = [
	{
		title: 'Team standup',
		workdaysAgo: 1,
		at: '09:30',
		minutes: 14,
		with: ['tomasz', 'lea'],
		transcript: `
Nora: Morning. Who wants to start?
Lea: I finished the torch for dark rooms yesterday. In the cold store, failed scans are down to one in eighty. Today I'll write the help page for it.
Tomasz: I found the cause of the double stops at Harbour, and I'm writing the test now. Then the security questionnaire, which I keep avoiding.
Nora: Harbour needs it before their budget meeting, so please start it today.
Tomasz: I will. It's eighty-four questions.
Lea: I can take the part about the mobile app. I'll answer the mobile section of the questionnaire by {+1}.
Tomasz: Yes, please.
Nora: Great. I have Priya this afternoon, and I'm preparing the pilot plan for Corvin. I'm blocked on the penetration test report, because Ingrid has it.
Lea: She's in today.
Nora: Then I'll ask her after this. Anything else? No? Let's go.
`,
		sections: [
			['Progress', ['The torch for dark rooms is done: one failed scan in eighty.', 'The cause of the double stops at Harbour is found.']],
			['Blockers', ['Nora needs the penetration test report from Ingrid.']],
		],
		decisions: ['Split the security questionnaire for Harbour: somebody else answers the mobile section.'],
		items: [
			['!!', 'lea', 'Answer the mobile section of the questionnaire by {+1}'],
			['!', 'lea', 'Write the help page for the torch'],
			['.', 'nora', 'Ask Ingrid for the penetration test report'],
		],
		dates: [],
	},
	{
		title: '1:1 Nora and Ingrid',
		workdaysAgo: 3,
		at: '10:00',
		minutes: 33,
		with: ['ingrid'],
		transcript: `
Ingrid: How was your week?
Nora: Good and full. Corvin is close, Harbour goes well, and Fairway worries me.
Ingrid: Tell me about Fairway.
Nora: Two incidents in a month, and Marcus wants someone he can call at six in the morning. I have promised him an answer by the end of the week.
Ingrid: What would you do?
Nora: I'd offer it as a paid option. Two of us could share the mornings, and Linden would want it too.
Ingrid: What would it cost us?
Nora: About ten hours a month. I have not written it down yet.
Ingrid: Write it down, one page, and we decide on {+2}.
Nora: I'll write a one-page proposal for early support hours by {+1}.
Ingrid: Good. And your own goal, shorter explanations?
Nora: My feedback scores are going up, mostly since I ask more questions. I still talk too long when I am nervous.
Ingrid: I noticed it with Marcus, and I also noticed that you recovered. Keep going.
Nora: One more thing. The interview with Yuki went really well. I'd like to make an offer.
Ingrid: Then let's. I'll prepare the offer for Yuki by {+2}.
Nora: Wonderful. Could you also share the penetration test report? Corvin needs it.
Ingrid: I'll look for it.
Nora: Then we decided to make Yuki an offer, and to decide about early support on {+2}.
`,
		sections: [
			['Customers', ['Corvin is close to a pilot, Harbour goes well, Fairway is at risk.']],
			['Early support', ['A paid option from 6 am, shared by two people, about ten hours a month.']],
			['Development', ['Feedback scores are rising since Nora asks more questions.']],
		],
		decisions: ['Make Yuki an offer.', 'Decide about early support hours on {+2}.'],
		items: [
			['!!', 'nora', 'Write a one-page proposal for early support hours by {+1}'],
			['!', 'ingrid', 'Prepare the offer for Yuki by {+2}'],
			['.', 'ingrid', 'Find the penetration test report'],
		],
		dates: [[2, 'Decision about early support hours']],
		feedback: {
			scores: [7.4, 7.5, 7.6, 7.6, 7.2],
			strength: {
				category: 'Collaboration',
				quote: "I'd offer it as a paid option. Two of us could share the mornings, and Linden would want it too.",
				description: 'Brought a proposal, not only a problem.',
				reason: 'It made a decision possible within the meeting.',
			},
			growth: {
				category: 'Decision making',
				quote: 'About ten hours a month. I have not written it down yet.',
				description: 'Asked for a decision without the numbers at hand.',
				reason: 'The decision had to wait two days.',
				focus: 'Bring the numbers to the first talk',
				suggestion: 'Prepare cost and benefit in three lines before you propose.',
				alternative: 'It costs ten hours a month and brings 600 if two customers take it.',
			},
		},
	},
	{
		title: 'Interview: Yuki Tanaka, support engineer',
		workdaysAgo: 6,
		at: '10:00',
		minutes: 48,
		with: ['yuki', 'lea'],
		transcript: `
Nora: Welcome, Yuki. I'm Nora, and this is Lea. We'll talk for about forty-five minutes and leave ten for your questions. Is that all right?
Yuki: Yes, thank you.
Nora: Tell us about a time when a customer was angry, and what you did.
Yuki: A hotel had lost all bookings of a day after an update. I called them every hour, even when there was nothing new. Afterwards they told us that the calls were the reason they stayed.
Lea: What did you learn about the cause?
Yuki: That our test data was too clean. I wrote a script that makes it dirty, with old formats and strange names. It's still in use.
Lea: I like that. How would you find out why a scan is slow in only one depot?
Yuki: I'd look at what is different there: network, devices, number of people. And I'd measure on the device first, because the server may look fine.
Nora: That's exactly the case we have. How do you prefer to work in a small team?
Yuki: With things written down. I'm happy to answer the phone, but I want to find the answer the next time.
Nora: What would you want to learn in the first half year?
Yuki: More about mobile development. I know the backend well, but not the apps.
Lea: I could help with that.
Nora: When could you start?
Yuki: In six weeks, at the beginning of a month.
Nora: What questions do you have for us?
Yuki: Who answers the phone at night?
Nora: Nobody, at the moment. We're thinking about early mornings, shared and paid.
Yuki: Thank you for being clear about that.
Nora: Thank you, Yuki. You'll hear from us by {+5}.
`,
		sections: [
			['Experience', ['Kept a hotel as a customer after a lost day of bookings, with a call every hour.', 'Wrote a script that makes test data realistic. Still in use.']],
			['Way of working', ['Looks for differences first, and measures on the device.', 'Prefers to write things down.']],
			['Practical', ['Could start in six weeks. Wants to learn mobile development.']],
		],
		decisions: [],
		items: [
			['!!', 'nora', 'Give Yuki an answer by {+5}'],
			['!', 'lea', 'Write down the impressions from the interview', 'resolved'],
		],
		dates: [[5, 'Answer to Yuki Tanaka']],
		feedback: {
			scores: [7.5, 7.9, 7.8, 7.4, 7.1],
			strength: {
				category: 'Listening',
				quote: 'Tell us about a time when a customer was angry, and what you did.',
				description: 'Asked for a real situation instead of an opinion.',
				reason: 'The answer showed how Yuki acts under pressure.',
			},
			growth: {
				category: 'Clarity',
				quote: "Nobody, at the moment. We're thinking about early mornings, shared and paid.",
				description: 'Was honest, but left open how likely it is.',
				reason: 'A candidate has to decide on what is certain.',
				focus: 'Separate what is certain from plans',
				suggestion: 'Say what is decided, what is planned, and when it will be known.',
				alternative: 'Nobody today. We decide about paid early mornings next week, and I will tell you.',
			},
		},
	},
	{
		title: 'Product weekly',
		workdaysAgo: 8,
		at: '14:00',
		minutes: 30,
		with: ['tomasz', 'lea'],
		knowsSpeakers: true,
		transcript: `
Nora: Shall we begin? Three things today: the date format, the camera, and the release.
Tomasz: The date format is done. I only have to write the test.
Lea: I looked at the camera in bad light. One scan in twelve fails in a cold store.
Nora: That's too many. Corvin will test exactly there.
Lea: The torch helps. If it comes on by itself in the dark, it's one in eighty.
Tomasz: That costs battery.
Lea: Two percent in a shift. I measured it.
Nora: Then let's do it. Lea, please build it for the release.
Lea: I will. It's ready by {+4}.
Nora: And the release itself? On {+7}, as planned?
Tomasz: I'd rather take one more day, because half of us are traveling.
Nora: Agreed, we release on {+8}. I'll tell the customers by {+5}.
Lea: Who writes the release notes?
Nora: You write about the camera, Tomasz about the date format, and I put it together.
Tomasz: One more thing. The backup of the test system failed twice this week. I'll fix the backup today.
Nora: Please do. Tell me if you need a bigger disk.
`,
		sections: [
			['Camera', ['One scan in twelve fails in a cold store. With the torch it is one in eighty.', 'The torch costs two percent of the battery in a shift.']],
			['Release', ['Moved by one day because of travel.']],
			['Test system', ['Its backup failed twice this week.']],
		],
		decisions: ['Turn on the torch automatically in the dark.', 'Release on {+8}, a day later than planned.'],
		items: [
			['!!', 'tomasz', 'Fix the backup of the test system', 'resolved'],
			['!', 'lea', 'Build the automatic torch by {+4}', 'resolved'],
			['!', 'nora', 'Tell the customers about the release by {+5}'],
			['.', 'tomasz', 'Write the release notes for the date format'],
			['.', 'lea', 'Write the release notes for the camera', 'dismissed'],
		],
		dates: [[8, 'Release with the torch and the date format']],
		feedback: {
			scores: [7.1, 6.7, 7.7, 6.9, 7.6],
			strength: {
				category: 'Time management',
				quote: 'Shall we begin? Three things today: the date format, the camera, and the release.',
				description: 'Opened with a short agenda and kept to it.',
				reason: 'Three topics were decided in half an hour.',
			},
			growth: {
				category: 'Collaboration',
				quote: 'Then let\'s do it. Lea, please build it for the release.',
				description: 'Decided before Tomasz had answered to the measurement.',
				reason: 'A concern that is passed over tends to return later.',
				focus: 'Check for objections before you decide',
				suggestion: 'Ask whoever raised a concern whether it is settled.',
				alternative: 'Tomasz, is two percent fine with you? Then Lea builds it for the release.',
			},
		},
	},
	{
		title: '1:1 Nora and Ingrid: goals for the quarter',
		workdaysAgo: 17,
		at: '16:00',
		minutes: 24,
		with: ['ingrid'],
		transcript: `
Ingrid: Let's talk about what you want to achieve this quarter.
Nora: Two pilots signed, and no customer lost.
Ingrid: Which customer could we lose?
Nora: Fairway. Their contract ends soon, and they use less than half of what they pay for.
Ingrid: Then talk to them early.
Nora: I'll call Marcus about the renewal next week.
Ingrid: And for yourself?
Nora: I want to talk less and ask more. My last feedback said that I use too many words to explain a price.
Ingrid: How will you notice that it works?
Nora: I'll look at my feedback scores every Friday.
Ingrid: Good. We also need another support engineer. Would you join the interviews?
Nora: Yes, gladly. I agreed with Lea that we do them together.
`,
		sections: [
			['Goals', ['Two pilots signed and no customer lost.', 'Talk less and ask more; check the feedback scores every Friday.']],
			['Hiring', ['A support engineer. Nora and Lea hold the interviews.']],
		],
		decisions: ['Nora and Lea interview candidates together.'],
		items: [
			['!', 'nora', 'Call Marcus about the renewal', 'resolved'],
			['.', 'nora', 'Check the feedback scores every Friday'],
		],
		dates: [],
	},
	{
		title: 'Support retrospective',
		workdaysAgo: 23,
		at: '14:00',
		minutes: 34,
		with: ['tomasz', 'lea'],
		transcript: `
Nora: So, yes, let's look back at the month. I had thought that we, well, maybe begin with the numbers, or with the mood, I don't know, what do you think?
Lea: Numbers. We had fifty-two requests, and nineteen were about passwords.
Tomasz: Nineteen is silly. That's a page in the help.
Lea: There is a page. Nobody finds it.
Nora: Could we put the link into the sign-in form?
Lea: Yes. I'll add the link to the sign-in form by {+3}.
Tomasz: What took the most time were three cases with old phones. We still say that we support them.
Nora: How many customers have such phones?
Tomasz: Four, I think. I'll count the old phones in use by {+2}.
Nora: Let's decide when we know. And the mood?
Lea: Fine, except that we learn about incidents from customers.
Tomasz: That's fair. We should see it first.
Nora: Then we agreed on two things: the link in the sign-in form, and an alert before the customer calls.
Tomasz: I'll write a list of alerts that we're missing.
Nora: Good, thank you. Let's do this every month.
`,
		sections: [
			['Numbers', ['52 requests, of which 19 were about passwords.', 'Three cases with old phones took the most time.']],
			['Mood', ['Customers notice incidents before the team does.']],
		],
		decisions: ['Put a link to the password help into the sign-in form.', 'Hold the retrospective every month.'],
		items: [
			['!', 'lea', 'Add the link to the sign-in form by {+3}', 'resolved'],
			['.', 'tomasz', 'Count the old phones in use by {+2}', 'dismissed'],
			['!!', 'tomasz', 'Write a list of the alerts that are missing'],
		],
		dates: [],
		feedback: {
			scores: [5.4, 6.2, 5.7, 6.6, 6.2],
			strength: {
				category: 'Decision making',
				quote: "Let's decide when we know. And the mood?",
				description: 'Did not decide without the facts.',
				reason: 'It saved a debate about a number nobody had.',
			},
			growth: {
				category: 'Clarity',
				quote: "I had thought that we, well, maybe begin with the numbers, or with the mood, I don't know, what do you think?",
				description: 'Opened the meeting without a plan.',
				reason: 'The group had to choose the agenda first.',
				focus: 'Open with one clear sentence',
				suggestion: 'Write the first sentence of each meeting down beforehand.',
				alternative: "Let's start with the numbers of the month, then the mood, and end with two changes.",
			},
		},
	},
];
