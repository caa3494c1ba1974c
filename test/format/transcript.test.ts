import fc from 'fast-check';
import { transcriptFormats, transcriptLines, transcriptMarkdown, transcriptText } from '../../src/format/index.ts';
import { drifted } from './drifted.ts';
import { segments } from './samples.ts';

const ana = { userName: 'Zoë Park', speakerNames: { remote: 'Customer', Ana: 'Ana Díaz' } };

test('plain text with names and the time since the first segment', () => {
	expect(transcriptText(segments, ana)).toBe(
		[
			'[00:00:00] Zoë Park: Hello & welcome.',
			'[00:00:03] Zoë Park: Shall we start?',
			'[00:00:06] Customer: Yes, <please>.',
			'[00:00:55] Me too.',
			'[01:14:55] Ana Díaz: a --> b',
			'',
		].join('\n'),
	);
});

test('time of day in a time zone, and no times', () => {
	const first = segments.slice(0, 1);
	expect(transcriptText(first, { times: 'clock' })).toBe('[09:00:05] Me: Hello & welcome.\n');
	expect(transcriptText(first, { times: 'clock', timeZone: 'America/New_York' })).toContain('[04:00:05]');
	expect(transcriptText(first, { times: 'none' })).toBe('Me: Hello & welcome.\n');
	expect(() => transcriptText(first, { times: 'clock', timeZone: 'Pacific Standard Time' })).toThrow(RangeError);
});

test('Markdown shows text literally', () => {
	const said = { speaker: 'A*b', timestamp: segments[0]?.timestamp ?? '', text: '# **x** [a](b) <i> `c`\n- d' };
	expect(transcriptMarkdown([said, { ...said, speaker: null, text: '1. e' }], { times: 'none' })).toBe(
		'**A\\*b:** \\# \\*\\*x\\*\\* \\[a\\](b) \\<i\\> \\`c\\` - d\n\n1\\. e\n',
	);
	expect(transcriptMarkdown(segments.slice(3, 4))).toBe('**[00:00:00]** Me too.\n');
});

test('consecutive lines of one speaker are merged; lines of unknown speakers are not', () => {
	const [one, two, three, unknown] = segments;
	const all = [one, two, three, unknown, unknown].flatMap((segment) => segment ?? []);
	expect(transcriptLines(all, { mergeSpeakers: true }).map(({ text }) => text)).toEqual([
		'Hello & welcome. Shall we start?',
		'Yes, <please>.',
		'Me too.',
		'Me too.',
	]);
	const named = transcriptLines(all, { mergeSpeakers: true, speakerNames: { 'Other participant': 'Me' } });
	expect(named.map(({ speaker, startMs }) => [speaker, startMs])).toEqual([
		['Me', 0],
		[null, 55_000],
		[null, 55_000],
	]);
});

test('a speaker named like a property of every object keeps that name', () => {
	const hostile = ['constructor', '__proto__', 'toString'].map((speaker) => ({ speaker, text: 'x', timestamp: '' }));
	expect(transcriptLines(hostile, { speakerNames: {} }).map(({ speaker }) => speaker)).toEqual([
		'constructor',
		'__proto__',
		'toString',
	]);
});

test('sorted by time since the given start, never negative, without empty lines', () => {
	const at = (timestamp: string, text = 'x') => ({ speaker: null, text, timestamp });
	const lines = transcriptLines(
		[
			at('2026-03-02T09:00:10Z', 'c'),
			at('2026-03-02T09:00:04Z', 'b'),
			at('when?', 'b2'),
			at('2026-03-02T08:00:00Z', 'a'),
			at('', ' '),
		],
		{ startTime: '2026-03-02T10:00:00+01:00' },
	);
	expect(lines.map(({ text, startMs }) => [text, startMs])).toEqual([
		['a', 0],
		['b', 4000],
		['b2', 4000],
		['c', 10_000],
	]);
});

test('times without an offset keep their distance across a clock change', () => {
	const lines = transcriptLines(
		['2026-03-29T01:59:59', '2026-03-29T03:00:00'].map((timestamp) => ({ speaker: null, text: 'x', timestamp })),
	);
	expect(lines.map(({ startMs }) => startMs)).toEqual([0, 3_601_000]);
});

test.each(Object.entries(transcriptFormats))('%s always returns text', (_, { write }) => {
	fc.assert(
		fc.property(drifted(segments), fc.boolean(), (answer, mergeSpeakers) => {
			expect(typeof write(answer, { mergeSpeakers })).toBe('string');
		}),
	);
	expect(write([])).toBe(write === transcriptFormats.vtt.write ? 'WEBVTT\n' : '');
});

test.each(Object.entries(transcriptFormats))('%s handles 20,000 segments', (_, { write }) => {
	const many = Array.from({ length: 20_000 }, (__, index) => ({
		speaker: index % 3 ? 'remote' : 'local',
		text: `said ${index}`,
		timestamp: new Date(index * 1000).toISOString(),
	}));
	expect(write(many).match(/said \d/g)).toHaveLength(20_000);
	expect(write(many, { mergeSpeakers: true }).match(/said \d/g)).toHaveLength(20_000);
});
