import { parseMeeting } from '../../sandbox/import/index.ts';

const speakersOf = async (text: string, filename: string) =>
	(await parseMeeting(text, filename)).segments.map(({ speaker, text: said }) => [speaker, said]);

describe('WebVTT', () => {
	const vtt = `WEBVTT - Weekly sync

NOTE made by hand

intro
00:00:01.000 --> 00:00:02.500 align:left
<v Anna Smith>Hello <i>you</i> &amp; all</v>

00:03.000 --> 00:04.000
<v.loud Bob>First
line</v>

00:00:04.000 --> 00:00:05.000
<v Bob>Second</v>
`;

	it('reads title, voices, times and markup', async () => {
		expect(await parseMeeting(vtt, 'x.vtt')).toEqual({
			title: 'Weekly sync',
			startedAt: null,
			unclearDate: null,
			leftOut: ['made by hand'],
			notes: [],
			segments: [
				{ speaker: 'Anna Smith', text: 'Hello you & all', startMs: 1000, endMs: 2500 },
				{ speaker: 'Bob', text: 'First line', startMs: 3000, endMs: 4000 },
				{ speaker: 'Bob', text: 'Second', startMs: 4000, endMs: 5000 },
			],
		});
	});

	it('gives each voice of a cue its own segment, closed or not', async () => {
		const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bob>One\n<v Anna>Two';
		expect(await speakersOf(text, 'x.vtt')).toEqual([
			['Bob', 'One'],
			['Anna', 'Two'],
		]);
	});

	it('reads “Name: text” if there are no voice tags, up to the next name', async () => {
		const text = `WEBVTT

00:01.000 --> 00:02.000
Anna Smith: Hello

00:02.000 --> 00:03.000
and welcome

00:03.000 --> 00:04.000
Bob: Hi. Remember: we start at ten.
`;
		expect(await speakersOf(text, 'x.vtt')).toEqual([
			['Anna Smith', 'Hello'],
			['Anna Smith', 'and welcome'],
			['Bob', 'Hi. Remember: we start at ten.'],
		]);
	});

	it('does not take a single sentence with a colon for a speaker', async () => {
		const cue = (second: number, text: string) => `00:0${second}.000 --> 00:0${second}.900\n${text}\n\n`;
		const text = `WEBVTT\n\n${cue(1, 'Hello all')}${cue(2, 'Remember: ten sharp')}${cue(3, 'Bye')}`;
		expect(await speakersOf(text, 'x.vtt')).toEqual([
			[null, 'Hello all'],
			[null, 'Remember: ten sharp'],
			[null, 'Bye'],
		]);
	});

	it('carries seconds that were rounded up to 60', async () => {
		const { segments } = await parseMeeting('WEBVTT\n\n00:10:60.000 --> 00:11:00.800\n<v A>Oh', 'x.vtt');
		expect(segments[0]).toMatchObject({ startMs: 660_000, endMs: 660_800 });
	});

	it('takes its title from a note or the file name if the header has none', async () => {
		const cue = '00:01.000 --> 00:02.000\nHi';
		expect((await parseMeeting(`WEBVTT\n\nNOTE Board meeting\n\n${cue}`, 'x.vtt')).title).toBe('Board meeting');
		expect((await parseMeeting(`WEBVTT\n\nNOTE Confidence: 0.9\n\n${cue}`, 'a/weekly-sync_3.vtt')).title).toBe(
			'Weekly sync 3',
		);
	});
});

describe('SRT', () => {
	it('reads cues and names', async () => {
		const srt = '1\n00:00:01,000 --> 00:00:02,000\nAnna: hi\nBob: yo\n\n2\n00:00:03,500 --> 00:00:04,000\nmore\n';
		expect((await parseMeeting(srt, 'anything')).segments).toEqual([
			{ speaker: 'Anna', text: 'hi', startMs: 1000, endMs: 2000 },
			{ speaker: 'Bob', text: 'yo', startMs: 1000, endMs: 2000 },
			{ speaker: 'Bob', text: 'more', startMs: 3500, endMs: 4000 },
		]);
	});
});

describe('plain text', () => {
	it('reads turns, a title and continued lines, timed at the pace of speech', async () => {
		const { title, segments } = await parseMeeting(
			'# Planning\n\nAnna: one two three\nfour five\nBob Lee: yes\n',
			'x.txt',
		);
		expect(title).toBe('Planning');
		expect(segments).toEqual([
			{ speaker: 'Anna', text: 'one two three four five', startMs: 0, endMs: 2000 },
			{ speaker: 'Bob Lee', text: 'yes', startMs: 2000, endMs: 2400 },
		]);
	});

	it.each([
		'Title: Budget talk\n',
		'Meeting: Budget talk\nDate: 2026-03-04\n',
		'# Budget talk\nTime: 10:00\nParticipants: Anna, Bob\n\n',
		'Date: Monday\nSubject: Budget talk\n',
	])('takes what a file says about itself at its top for no speaker: %j', async (top) => {
		const { title, segments } = await parseMeeting(`${top}Anna: Shall we?\nBob: Yes.\nWhere: is a word like any other.`, 'x.txt');
		expect(title).toBe('Budget talk');
		expect(segments.map(({ speaker }) => speaker)).toEqual(['Anna', 'Bob', 'Where']);
	});

	it('reads times before and after the name', async () => {
		const { segments } = await parseMeeting('[00:00:05] Anna: hi\nBob (0:12): yo', 'x.txt');
		expect(segments.map(({ speaker, startMs }) => [speaker, startMs])).toEqual([
			['Anna', 5000],
			['Bob', 12_000],
		]);
	});
});

describe('JSON', () => {
	it('reads an array of segments with dates', async () => {
		const text = JSON.stringify([
			{ speaker: 'local', text: 'Hi', timestamp: '2026-03-04T10:00:00Z' },
			{ speaker: null, text: 'Yo', timestamp: '2026-03-04T10:00:05Z' },
		]);
		expect((await parseMeeting(text, 'x.json')).segments).toMatchObject([
			{ speaker: 'local', text: 'Hi', startMs: 0 },
			{ speaker: null, text: 'Yo', startMs: 5000 },
		]);
	});

	it('reads a title and seconds or clock times', async () => {
		const text = JSON.stringify({
			title: 'Sync',
			segments: [
				{ text: 'a', start: 1.5, end: 2 },
				{ text: 'b', start: '0:03' },
			],
		});
		expect(await parseMeeting(text, 'x')).toMatchObject({
			title: 'Sync',
			segments: [{ speaker: null, startMs: 1500, endMs: 2000 }, { startMs: 3000 }],
		});
	});
});
