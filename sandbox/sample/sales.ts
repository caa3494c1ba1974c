import type { SampleMeeting } from './sampleMeeting.ts';

/** Calls with people who may buy the tracker. */
export const salesMeetings: readonly SampleMeeting[] = [
	{
		title: 'Corvin Logistics: security questions',
		workdaysAgo: 2,
		at: '11:00',
		minutes: 44,
		with: ['henrik', 'maren'],
		transcript: `
Nora: Thanks for joining, Maren. Henrik told me that you decide about security, so this call is yours. Where shall we start?
Maren: With the location of the data. Your paper says Frankfurt. Is that also true for backups?
Nora: Yes, backups are in Frankfurt too, in a second data center, and they are encrypted.
Maren: Who can read our data on your side?
Nora: Two engineers, and every access is logged. You can get that log whenever you ask.
Maren: Good. Do you support single sign-on? We don't allow separate passwords.
Nora: We do, with the identity provider that you already use. It takes about an hour to set up.
Maren: Then my last point. We need a penetration test that is not older than a year.
Nora: Ours was done in the spring by an outside company. I'll send you the report of the penetration test by {+1}, under a confidentiality agreement.
Maren: I'll send you our agreement today. If the report is fine, you have my approval.
Henrik: That was quicker than I expected. So the pilot can start?
Nora: If Maren approves by {+4}, we can start in the smallest depot on {date+8}. Does that suit your people there?
Henrik: It does. I'll name two drivers and one planner as testers by {+3}.
Nora: And what has to be true after four weeks, so that you say yes to all five depots?
Henrik: No lost pallets, and the drivers don't call me every day.
Nora: So we agreed on two goals for the pilot: no lost pallet in four weeks, and fewer than five calls a week from drivers.
Henrik: I'd sign that.
Nora: I'll put both goals into the pilot plan and send it by {+2}.
Maren: Copy me, please.
Nora: Of course. Thank you both.
`,
		sections: [
			['Security', ['Data and encrypted backups are in Frankfurt.', 'Two engineers have access, and each access is logged.', 'Single sign-on is required and supported.', 'Maren approves once she has seen a recent penetration test.']],
			['Pilot', ['Smallest depot, four weeks, from {date+8}.', 'Two drivers and one planner test it.']],
		],
		decisions: [
			'Start the pilot in the smallest depot on {date+8}, if Maren approves.',
			'The pilot succeeds with no lost pallet in four weeks and fewer than five calls a week from drivers.',
		],
		items: [
			['!!', 'nora', 'Send Maren the report of the penetration test by {+1}'],
			['!', 'maren', 'Send the confidentiality agreement'],
			['!', 'nora', 'Send the pilot plan with both goals to Henrik and Maren by {+2}'],
			['.', 'henrik', 'Name two drivers and one planner as testers by {+3}'],
		],
		dates: [
			[4, 'Maren’s decision on security'],
			[8, 'Pilot starts at Corvin’s smallest depot'],
		],
		feedback: {
			scores: [7.9, 7.8, 7.5, 7.7, 8.0],
			strength: {
				category: 'Decision making',
				quote: 'And what has to be true after four weeks, so that you say yes to all five depots?',
				description: 'Asked for the criteria of the decision before the pilot starts.',
				reason: 'Success is now defined by the customer, in two numbers.',
			},
			growth: {
				category: 'Listening',
				quote: 'We do, with the identity provider that you already use. It takes about an hour to set up.',
				description: 'Answered before asking which identity provider they use.',
				reason: 'If the assumption is wrong, the promise of an hour is wrong as well.',
				focus: 'Check an assumption before you promise',
				suggestion: 'Ask one question before you estimate the effort.',
				alternative: 'Yes. Which identity provider do you use? Then I can tell you how long it takes.',
			},
		},
	},
	{
		title: 'Brightside Foods: discovery call',
		workdaysAgo: 9,
		at: '11:00',
		minutes: 38,
		with: ['olivia'],
		transcript: `
Nora: Hi Olivia, thanks for your message. What made you look for a tracker now?
Olivia: An audit. The auditor asked where our cooling boxes were on a day in March, and we couldn't say.
Nora: How many boxes are we talking about?
Olivia: Six hundred, in nine kitchens. They travel every day, and temperature matters as much as location.
Nora: What do you do today when a box is too warm?
Olivia: We find out at the kitchen, and then we throw the food away. Last year that was about forty thousand.
Nora: That's a lot of food. Who feels that the most?
Olivia: The kitchen managers. And me, because I sign the losses.
Nora: We can record the temperature with each scan today. Continuous sensors are a different thing, our partner has them.
Olivia: Each scan might be enough. Each box is scanned four times a day.
Nora: Then a demo with your own boxes would show it best. Would {+5} work?
Olivia: In the afternoon, yes. I'd bring our quality manager.
Nora: I'll send you the invitation and a list of what we need from you by {+1}.
Olivia: And I'll send you an example of the audit form.
Nora: Do you have a budget for this, or is that still open?
Olivia: There is one, because of the audit, but it has to be spent by the end of the quarter.
Nora: That helps, thank you. So we agreed on a demo with your own boxes, with the audit form as the test.
`,
		sections: [
			['Need', ['An audit asked for the location of cooling boxes on a given day.', '600 boxes in nine kitchens. Temperature matters as much as location.', 'Spoiled food cost about 40,000 last year.']],
			['Fit', ['Temperature with each scan may be enough: four scans a day.', 'Continuous sensors would come from a partner.']],
			['Buying', ['The budget must be spent by the end of the quarter. The quality manager joins the demo.']],
		],
		decisions: ['Show a demo with Brightside’s own boxes, with the audit form as the test.'],
		items: [
			['!', 'nora', 'Send Olivia the invitation and the list of what we need by {+1}', 'resolved'],
			['!', 'olivia', 'Send an example of the audit form'],
			['!!', 'nora', 'Ask the sensor partner for a price for 600 boxes'],
		],
		dates: [[5, 'Demo for Brightside Foods']],
		feedback: {
			scores: [7.2, 7.6, 6.8, 7.1, 6.7],
			strength: {
				category: 'Listening',
				quote: 'What do you do today when a box is too warm?',
				description: 'Asked how they work today before showing anything.',
				reason: 'The answer put a number on the problem: forty thousand a year.',
			},
			growth: {
				category: 'Decision making',
				quote: 'Do you have a budget for this, or is that still open?',
				description: 'Offered the way out in the question.',
				reason: 'A question with an easy exit often gets a vague answer.',
				focus: 'Ask open questions about the budget',
				suggestion: 'Ask how such purchases are decided, and wait.',
				alternative: 'How is a purchase like this decided at Brightside?',
			},
		},
	},
	{
		title: 'Corvin Logistics: first call',
		workdaysAgo: 13,
		at: '09:30',
		minutes: 36,
		with: ['henrik'],
		transcript: `
Nora: Hello Henrik, nice to meet you. What made you write to us?
Henrik: We lose pallets. Not many, perhaps three a month, but each one costs us a day of searching and a very angry customer.
Nora: How do you track them today?
Henrik: With a spreadsheet for each depot and a lot of phone calls. We have five depots.
Nora: And who would use the tracker?
Henrik: Forty drivers and six people in planning. The drivers only have their phones.
Nora: That is how most of our customers do it. Are you talking to others as well?
Henrik: To one other company. They are cheaper, but we would have to buy scanners, and I don't want to.
Nora: You wouldn't need any. The camera of the phone is enough, it reads the labels in bad light, you can print them on your own printer, and there is a dashboard and an app and everything is in the cloud.
Henrik: What about security? Our head of IT will ask where the data is.
Nora: In Frankfurt. I'll send you our security paper today. It answers what is usually asked.
Henrik: Perfect. I'll forward it to Maren, who decides about that.
Nora: Would a pilot in one depot help you to decide?
Henrik: It would. Let's do it in the smallest one, for four weeks. I have a budget of five thousand.
Nora: That is enough. I'll write a plan for the pilot and send it by {+3}.
Henrik: And I'll ask the depot which week suits them.
Nora: Is there anything that could stop this?
Henrik: Only Maren. If she says no to the security paper, it's over.
Nora: Then I'll offer her a call. Thank you, Henrik.
`,
		sections: [
			['Need', ['Corvin loses about three pallets a month, each a day of searching.', 'Five depots, forty drivers with phones, six planners.']],
			['Competition', ['One cheaper offer, which requires scanners. Henrik does not want to buy scanners.']],
			['Way to a decision', ['A four-week pilot in the smallest depot with a budget of 5,000.', 'Maren from IT has to approve security.']],
		],
		decisions: ['Run a four-week pilot in the smallest depot.'],
		items: [
			['!!', 'nora', 'Send the security paper to Henrik', 'resolved'],
			['!', 'nora', 'Write a plan for the pilot and send it by {+3}', 'resolved'],
			['.', 'henrik', 'Ask the depot which week suits them', 'resolved'],
			['.', 'nora', 'Compare our offer with the one that requires scanners'],
		],
		dates: [],
		feedback: {
			scores: [6.6, 7.0, 6.7, 6.8, 7.2],
			strength: {
				category: 'Decision making',
				quote: 'Is there anything that could stop this?',
				description: 'Asked for the risk while there was still time to act.',
				reason: 'It brought up Maren, who decides.',
			},
			growth: {
				category: 'Clarity',
				quote: 'The camera of the phone is enough, it reads the labels in bad light, you can print them on your own printer, and there is a dashboard and an app and everything is in the cloud.',
				description: 'Answered one question with six features.',
				reason: 'The point that mattered, no scanners, was lost among the others.',
				focus: 'Answer the question, then stop',
				suggestion: 'Give one answer, pause, and let the customer ask for more.',
				alternative: 'You would not need any. The camera of the phone is enough.',
			},
		},
	},
];
