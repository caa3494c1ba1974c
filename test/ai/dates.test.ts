import { extractiveAi } from '../../sandbox/ai/index.ts';
import { meetingOf } from './meetings.ts';

/** The important dates of a sentence said on Wednesday, 4 March 2026. */
const datesIn = async (said: string, startTime?: string): Promise<string[]> => {
	const { importantDates } = await extractiveAi.keyPoints(meetingOf(`Tom: ${said}`, startTime === undefined ? {} : { startTime }));
	expect(importantDates.filter(({ context }) => context !== `Tom: ${said}`)).toEqual([]);
	return importantDates.map(({ date }) => date);
};

it.each([
	['Send it by Friday.', '2026-03-06'],
	['Send it by Wednesday.', '2026-03-11'],
	["I'll drive to the site on Monday.", '2026-03-09'],
	['I need the form filled in before our audit on April 9th.', '2026-04-09'],
	['Send it by the 12th.', '2026-03-12'],
	['Send it by the 2nd.', '2026-04-02'],
	["I'll send it tomorrow.", '2026-03-05'],
	['We launch the new shop on March 24th.', '2026-03-24'],
	['It will be ready in two weeks.', '2026-03-18'],
	['It is due by the end of the week.', '2026-03-06'],
	['It is due by the end of the month.', '2026-03-31'],
	['It is due by the end of next week.', '2026-03-13'],
	['It is due by the end of next month.', '2026-04-30'],
	['It must be done by the end of February.', '2027-02-28'],
	['We will ship it in May.', '2026-05'],
	['The contract by Monday.', '2026-03-09'],
	['The application period will start on May 15.', '2026-05-15'],
	['The report will be published by the end of the week.', '2026-03-06'],
	['We agreed to ship the second release on May 12th.', '2026-05-12'],
	['Tom, can you fix the export by the 12th?', '2026-03-12'],
	['People are going to start registering for the program on Friday.', '2026-03-06'],
	['Deadline for the grant application: March 31st.', '2026-03-31'],
	['Please sign it by April 2nd, 2027.', '2027-04-02'],
	['Wir treffen uns am Dienstag, den 10. März, um 10 Uhr.', '2026-03-10'],
	['Bitte schick mir das Angebot bis Freitag.', '2026-03-06'],
	['Morgen schicke ich das Angebot.', '2026-03-05'],
	['Wir sollten uns morgen treffen.', '2026-03-05'],
	['Kannst du, Tom, mir den Plan bis Freitag schicken?', '2026-03-06'],
	['Ich schicke den Plan bis Monatsende.', '2026-03-31'],
	['Wir machen das in zwei Wochen.', '2026-03-18'],
	['The contract renewal is due on 31/12/2026.', '2026-12-31'],
	['Ich schicke den Plan bis Ende der Woche.', '2026-03-06'],
	['Ich schicke den Plan bis Ende nächster Woche.', '2026-03-13'],
	['Ich schicke den Plan bis Ende des nächsten Monats.', '2026-04-30'],
	['Ich schicke den Plan bis Ende Mai.', '2026-05-31'],
	['Ich schicke den Plan bis 12.3.', '2026-03-12'],
	['Ich schicke den Plan bis zum 3.11. an Müller.', '2026-11-03'],
])('to come: %s %s', async (said, date) => {
	expect(await datesIn(said)).toEqual([date]);
});

it.each([
	'It has to go through testing, otherwise I\'d say tomorrow.',
	"Sure, and I'll build a rocket by Friday too.",
	'The sync stopped on Monday.',
	'Guten Morgen, wir haben drei Punkte.',
	'guten morgen, wir haben drei Punkte.',
	'Am frühen Morgen ist es ruhig, dann fangen wir an.',
	'The exporter has been broken since Monday.',
	'We will look at Friday\'s outage.',
	'On Tuesday the printer broke again.',
	'On May 25, a man died in the custody of the police.',
	'We signed the lease for the office on March 12th.',
	'The government announced the new fund on April 6.',
	"The government's March 27 announcement has caused some tension.",
	'We went to the lake on Saturday with the children.',
	'I merged the search index of the shop on Friday.',
	'Last Tuesday was fine.',
	'That was two days ago.',
	'It was signed on March 2nd.',
	'Er hat am Freitag angerufen.',
])('past: %s', async (said) => {
	expect(await datesIn(said)).toEqual([]);
});

it.each([
	'We may go there.',
	'Now we will talk about the price.',
	'Give me one second, please.',
	'See you at two o’clock.',
	'The 5th time it will fail.',
	'March along, please.',
	'Version 3.5 will be out.',
	'Wir nehmen dann ab 3.11 Euro den Rest.',
	'Ich schicke den Plan bis zum 31.2. ab.',
	'It will take twenty minutes.',
	'The pupils in year 7/8 will have a new teacher this spring.',
	"Wednesday's much better for the next review meeting.",
	'If we ship the release on Friday, the support team is not there.',
	'Maybe we meet the whole board on Monday afternoon.',
	'Here we are in May, and the forms are still missing.',
	'Imagine a customer calls on Friday and wants a change by Monday.',
	'The shop is open 24/7 for all of the customers.',
	'Could it be that the release is on Friday?',
	"We don't ship the release of the shop on Friday.",
	'Nous lançons le produit le 24 mars.',
	'So we decided to renew for two years at 12.50.',
	'The renewal is due on 03/12/2026.',
	'We will rent the room for twelve months at 4.30.',
])('no date: %s', async (said) => {
	expect(await datesIn(said)).toEqual([]);
});

it.each([
	['Should I call the bank tomorrow?', 'Yes please.', ['2026-03-05']],
	['Soll ich morgen die Bank anrufen?', 'Ja, bitte.', ['2026-03-05']],
	['Should I call the bank tomorrow?', 'No need.', []],
	['Soll ich morgen die Bank anrufen?', 'Lieber nicht.', []],
	['Should I call the bank tomorrow?', 'The weather is fine.', []],
])('the day of an offer counts with the yes to it: %s %s', async (offer, answer, days) => {
	const { importantDates } = await extractiveAi.keyPoints(meetingOf(`Anna: ${offer}\nBob: ${answer}`));
	expect(importantDates).toEqual(days.map((date) => ({ date, context: `Anna: ${offer}` })));
});

it('moves to the next year when the month does', async () => {
	expect(await datesIn('By the 3rd, please.', '2026-12-30T23:30:00Z')).toEqual(['2027-01-03']);
	expect(await datesIn("I'll send it tomorrow.", '2026-12-31T23:30:00Z')).toEqual(['2027-01-01']);
});

it('lists the nearest day first, and drops a day that somebody refuses', async () => {
	const script = 'Anna: We ship the second release on May 20th.\nBob: We show the prices on May 12th.\nAnna: We meet on May 5th.\nBob: No, I am away.';
	const { importantDates } = await extractiveAi.keyPoints(meetingOf(script));
	expect(importantDates.map(({ date }) => date)).toEqual(['2026-05-12', '2026-05-20']);
});
