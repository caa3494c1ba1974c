import { parseMeeting } from '../../sandbox/import/index.ts';
import { samples } from './samples.ts';

describe('the exports of meeting programs', () => {
	it.each(samples)('reads $format', async ({ filename, text, title, turns, leftOut = 0 }) => {
		const meeting = await parseMeeting(text, filename);
		const seconds = turns.map(([, , at], index) => (at === undefined ? undefined : (meeting.segments[index]?.startMs ?? 0) / 1000));
		expect(meeting.segments.map(({ speaker, text: said }, index) => [speaker, said, seconds[index]])).toEqual(turns.map(([speaker, said, at]) => [speaker, said, at]));
		expect(meeting.leftOut).toHaveLength(leftOut);
		if (title !== undefined) expect(meeting.title).toBe(title);
	});

	it.each(samples)('reads $format with Windows line breaks and another name', async ({ text, filename }) => {
		const meeting = await parseMeeting(text, filename);
		const other = await parseMeeting(text.replaceAll('\n', '\r\n'), 'Pasted transcript');
		expect(other.segments).toEqual(meeting.segments);
	});
});
