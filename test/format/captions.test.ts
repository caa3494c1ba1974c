import fc from 'fast-check';
import { parseText, tokenizeVTTCue, type VTTCue } from 'media-captions';
import { transcriptSrt, transcriptVtt } from '../../src/format/index.ts';
import { segments } from './samples.ts';

test('the exact SubRip file', () => {
	expect(transcriptSrt(segments)).toBe(`1
00:00:00,000 --> 00:00:03,500
Me: Hello & welcome.

2
00:00:03,500 --> 00:00:06,000
Me: Shall we start?

3
00:00:06,000 --> 00:00:55,000
Other participant: Yes, <please>.

4
00:00:55,000 --> 01:14:55,000
Me too.

5
01:14:55,000 --> 01:14:56,000
Ana: a → b
`);
});

test('the exact WebVTT file', () => {
	expect(transcriptVtt(segments.slice(2), { startTime: '2026-03-02T09:00:00Z', speakerNames: { Ana: 'A>na' } }))
		.toBe(`WEBVTT

00:00:11.000 --> 00:01:00.000
<v Other participant>Yes, &lt;please&gt;.</v>

00:01:00.000 --> 01:15:00.000
Me too.

01:15:00.000 --> 01:15:01.000
<v A&gt;na>a --&gt; b</v>
`);
});

test('captions that start together end together; the last ones by reading speed', () => {
	const at = (second: number, text: string) => ({ speaker: null, text, timestamp: `2026-03-02T09:00:0${second}Z` });
	const times = transcriptSrt([at(1, 'a'), at(1, 'b'), at(2, 'c'), at(2, 'd'.repeat(30))]).match(/.* --> .*/g);
	expect(times).toEqual([
		'00:00:00,000 --> 00:00:01,000',
		'00:00:00,000 --> 00:00:01,000',
		'00:00:01,000 --> 00:00:02,000',
		'00:00:01,000 --> 00:00:03,000',
	]);
});

const said = fc
	.array(
		fc.oneof(
			fc.string({ unit: 'grapheme' }),
			fc.constantFrom('-->', '<v X>', '</v>', '&lt;', '1', 'NOTE', '00:01 --> 00:02'),
		),
		{
			minLength: 1,
		},
	)
	.map((parts) => parts.join(' ').trim())
	.filter((text) => text !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text));
const lines = fc.array(said, { minLength: 1, maxLength: 3 });
const name = said.map((text) => text.replace(/\s+/g, ' '));
const breaks = fc.constantFrom('\n', '\r\n', '\n\n', '\n \n');

interface Spoken {
	readonly lines: string[];
	readonly breaks: string;
	readonly speaker: string | null;
	/** Milliseconds since the segment before. */
	readonly gap: number;
}
const spoken: fc.Arbitrary<Spoken> = fc.record({
	lines,
	breaks,
	speaker: fc.option(name),
	gap: fc.integer({ min: 1, max: 500_000 }),
});
const meeting = fc.array(spoken, { minLength: 1, maxLength: 30 });

/** The captions that a player reads from the file, after checking their times. */
async function cuesOf(segmentsSpoken: readonly Spoken[], write: typeof transcriptSrt, type: 'srt' | 'vtt') {
	const starts: number[] = [];
	for (const { gap } of segmentsSpoken) starts.push((starts.at(-1) ?? 0) + gap);
	const sent = segmentsSpoken.map((segment, index) => ({
		speaker: segment.speaker,
		text: segment.lines.join(segment.breaks),
		timestamp: new Date(Date.UTC(2026, 0, 1) + (starts[index] ?? 0)).toISOString(),
	}));
	const text = write(sent, { startTime: '2026-01-01T00:00:00Z' });
	const { cues, errors } = await parseText(text, { type, strict: false, errors: true });
	expect(errors).toEqual([]);
	expect(cues.map(({ startTime }) => Math.round(startTime * 1000))).toEqual(starts);
	expect(cues.slice(0, -1).map(({ endTime }) => Math.round(endTime * 1000))).toEqual(starts.slice(1));
	return cues;
}

/** Text and voice of a caption, as a player reads them. */
function heard(cue: VTTCue): { voice: string | null; text: string } {
	const [node] = tokenizeVTTCue(cue);
	if (node?.type === 'text') return { voice: null, text: node.data };
	const [inner] = node?.children ?? [];
	return { voice: node?.type === 'v' ? node.voice : null, text: inner?.type === 'text' ? inner.data : '' };
}

test('a player reads the same texts, voices and times from WebVTT', async () => {
	await fc.assert(
		fc.asyncProperty(meeting, async (all) => {
			const cues = await cuesOf(all, transcriptVtt, 'vtt');
			expect(cues.map(heard)).toEqual(
				all.map((segment) => ({ voice: segment.speaker, text: segment.lines.join('\n') })),
			);
		}),
	);
});

test('a player reads the same texts and times from SubRip', async () => {
	await fc.assert(
		fc.asyncProperty(meeting, async (all) => {
			const cues = await cuesOf(all, transcriptSrt, 'srt');
			const expected = all.map(
				(segment) => `${segment.speaker === null ? '' : `${segment.speaker}: `}${segment.lines.join('\n')}`,
			);
			expect(cues.map(({ text }) => text)).toEqual(expected.map((text) => text.replaceAll('-->', '→')));
		}),
	);
});

test('a speaker whose name ends in dashes is no arrow', async () => {
	const said = [{ speaker: 'Ben--', text: 'Hello.', timestamp: '2026-03-02T09:00:00Z' }, { speaker: 'Ana', text: 'Hi.', timestamp: '2026-03-02T09:00:05Z' }];
	const { cues } = await parseText(transcriptVtt(said), { type: 'vtt' });
	expect(cues).toHaveLength(2);
	expect(transcriptVtt(said).match(/-->/g)).toHaveLength(2);
	expect(transcriptSrt(said).match(/-->/g)).toHaveLength(2);
});
