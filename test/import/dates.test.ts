import { dateOf, startInFilename } from '../../sandbox/import/dates.ts';

const local = (...parts: [number, number, number, number?, number?, number?]): number => new Date(...parts).getTime();

it.each([
	['Mon, Nov 23, 2026', local(2026, 10, 23, 12)],
	['24. November 2026, 10:00', local(2026, 10, 24, 10)],
	['March 4, 2026, 10:00AM', local(2026, 2, 4, 10)],
	['Date: November 24, 2026 10:00 PM', local(2026, 10, 24, 22)],
	['4 mars 2026 à 10:00', local(2026, 2, 4, 10)],
	['Recorded on 2026-03-04', local(2026, 2, 4, 12)],
	['[24/11/2026, 09:01:12]', local(2026, 10, 24, 9, 1, 12)],
	['04.03.26, 9:05 pm', local(2026, 2, 4, 21, 5)],
	['11/24/2026', local(2026, 10, 24, 12)],
])('%s is when a meeting was', (line, at) => {
	expect(dateOf(line)).toBe(at);
});

it.each(['04/03/2026, 10:00', 'Next meeting: March 4, 2026', 'We decided to ship on June 3, 2026.', 'Version 2.10.2026', 'Version 2.30.2026', '2026', `${'x'.repeat(90)} 2026-03-04`])('%s does not say when it was', (line) => {
	expect(dateOf(line)).toBeNull();
});

it('a recording by Zoom has its start in its name', () => {
	expect(startInFilename('GMT20260304-100012_Recording.transcript.vtt')).toBe(Date.UTC(2026, 2, 4, 10, 0, 12));
	expect(startInFilename('Weekly (2026-11-18 10:02 GMT+1) – Transcript.txt')).toBe(Date.UTC(2026, 10, 18, 9, 2));
	expect(startInFilename('weekly.vtt')).toBeNull();
});
