import { datesIn } from '../../sandbox/ai/text/dates.ts';

const WEDNESDAY = '2026-03-04T10:00:00Z';
const daysIn = (said: string, start = WEDNESDAY): string[] => datesIn(said, start).map(({ date }) => date);

it.each([
	['Send it by Friday.', '2026-03-06'],
	['Send it by the 12th.', '2026-03-12'],
	['Send it by the 2nd.', '2026-04-02'],
	['Send it tomorrow.', '2026-03-05'],
	['We launch on March 24th.', '2026-03-24'],
	['It was signed on March 2nd.', '2026-03-02'],
	['Call me on April 2nd, 2027.', '2027-04-02'],
	['Done in two weeks.', '2026-03-18'],
	['Ready by the end of the week.', '2026-03-06'],
	['Ready by the end of the month.', '2026-03-31'],
	['Ready by the end of February.', '2027-02-28'],
	['We ship in May.', '2026-05'],
])('%s %s', (said, date) => {
	expect(daysIn(said)).toEqual([date]);
});

it.each([
	'We may go there.',
	'I sat there.',
	'Give me one second.',
	'It is ten now.',
	'See you at two o’clock.',
	'Last Tuesday was fine.',
	'The 5th time it failed.',
	'March along.',
	'Version 3.5 is out.',
	'It takes twenty minutes.',
	'That was two days ago.',
])('no date: %s', (said) => {
	expect(daysIn(said)).toEqual([]);
});

it('moves to the next year when the month does', () => {
	expect(daysIn('By the 3rd, please.', '2026-12-30T23:30:00Z')).toEqual(['2027-01-03']);
	expect(daysIn('Send it tomorrow.', '2026-12-31T23:30:00Z')).toEqual(['2027-01-01']);
});
