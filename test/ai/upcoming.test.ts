import { extractiveAi } from '../../sandbox/ai/index.ts';
import { meetingOf } from './meetings.ts';

/** The days, without the year, that a sentence of Wednesday, 4 March 2026, makes important. */
const upcomingIn = async (said: string): Promise<string[]> => {
	const { importantDates } = await extractiveAi.keyPoints(meetingOf(`Tom: ${said}`));
	return importantDates.map(({ date }) => date.slice(5));
};

it.each([
	['The contract by Monday.', '03-09'],
	['And the signed contract by Monday, please.', '03-09'],
	['The application period will start on May 15.', '05-15'],
	['We launch the new shop on March 24th.', '03-24'],
	['The review was moved to March 20th.', '03-20'],
	['The report will be published by the end of the week.', '03-06'],
	['I need the form filled in before our audit on April 9th.', '04-09'],
	['We agreed to ship the second release on May 12th.', '05-12'],
	['Tom, can you fix the export by the 12th?', '03-12'],
	['People are going to start registering for the program on Friday.', '03-06'],
	['Deadline for the grant application: March 31st.', '03-31'],
])('upcoming: %s', async (said, date) => {
	expect(await upcomingIn(said)).toEqual([date]);
});

it.each([
	'On May 25, a man died in the custody of the police.',
	'The pupils in year 7/8 have a new teacher this spring.',
	'We signed the lease for the office on March 12th.',
	'The government announced the new fund on April 6.',
	"The government's March 27 announcement has caused some tension.",
	'On April 24, the association released a report on the industry.',
	'We went to the lake on Saturday with the children.',
	'I merged the search index of the shop on Friday.',
	"Wednesday's much better for the next review meeting.",
	'If we ship the release on Friday, the support team is not there.',
	'Maybe we meet the whole board on Monday afternoon.',
	'Here we are in May, and the forms are still missing.',
	'Imagine a customer calls on Friday and wants a change by Monday.',
	'The shop is open 24/7 for all of the customers.',
	'Could it be that the release is on Friday?',
	"The the we on Friday th the release we'll, you know, Friday.",
	"We don't ship the release of the shop on Friday.",
])('not upcoming: %s', async (said) => {
	expect(await upcomingIn(said)).toEqual([]);
});
