import { parseMeeting } from '../../sandbox/import/index.ts';
import { transcriptMarkdown, transcriptNote, transcriptSrt, transcriptText, transcriptVtt } from '../../src/format/index.ts';
import { layouts, type Said } from './layouts.ts';
import { measure } from './measure.ts';
import { nameStyles } from './names.ts';

const START = '2026-03-04T10:00:00.000Z';
const at = (second: number): string => new Date(Date.parse(START) + second * 1000).toISOString();
const said = [
	['Mara Holt', 'Shall we begin?', 0],
	['jon pike', 'Yes, please: now. *Really* & soon.', 3],
	['Mara Holt', 'It costs 5 \\ 3 <b> [x] _y_ #1.', 7],
	['jon pike', '- No. 1. is gone.', 12],
] as const;
const segments = said.map(([speaker, text, second]) => ({ speaker, text, timestamp: at(second) }));
const id = 'conv_1';

describe('our own exports can be imported again', () => {
	it.each([
		['text', 'x.txt', transcriptText(segments)],
		['Markdown', 'x.md', transcriptMarkdown(segments)],
		['SRT', 'x.srt', transcriptSrt(segments)],
		['VTT', 'x.vtt', transcriptVtt(segments)],
		['a note', 'x.md', transcriptNote({ id, title: 'Weekly', segments }, { startTime: START })],
		['JSON', 'x.json', JSON.stringify({ conversation: { id, title: 'Weekly', startTime: START }, transcript: { id, segments }, keyPoints: null, feedback: null })],
	])('%s', async (what, filename, text) => {
		const meeting = await parseMeeting(text, filename);
		const shown = (words: string): string => (what === 'SRT' ? words.replace(/<b>/, '') : words).replace(/\s+/g, ' ');
		expect(meeting.segments.map(({ speaker, text: words, startMs }) => [speaker, words, startMs / 1000])).toEqual(said.map(([speaker, words, second]) => [speaker, shown(words), second]));
		if (what === 'a note' || what === 'JSON') expect(meeting).toMatchObject({ title: 'Weekly', startedAt: Date.parse(START) });
	});

	it.each([['text', 'x.txt', transcriptText], ['Markdown', 'x.md', transcriptMarkdown], ['VTT', 'x.vtt', transcriptVtt]] as const)('%s with lines that nobody is known to say', async (_, filename, write) => {
		const unknown = [...segments, { speaker: null, text: 'Mhm.', timestamp: at(20) }, { speaker: 'Mara Holt', text: 'Bye.', timestamp: at(22) }];
		const { segments: read } = await parseMeeting(write(unknown), filename);
		expect(read.map(({ speaker }) => speaker)).toEqual(unknown.map(({ speaker }) => speaker));
	});
});

const SENTENCES = ['I never agreed to that offer.', 'Let us meet at 10:30', 'Remember: it goes out on Friday.', 'Yes.', 'The plan is this: we start, we go on, and we stop before anybody notices that it is late.', 'Hm, well', 'So what do you think about it?'];

describe('every layout with every style of names', () => {
	const turns: readonly Said[] = Array.from({ length: 24 }, (_, index) => ({ speaker: String([0, 1, 0, 2, 1, 0, 3, 2][index % 8]), text: SENTENCES[(index * 3) % SENTENCES.length] ?? '', startMs: index * 4000, endMs: index * 4000 + 3500 }));

	it.each(layouts)('$name: at least 99 % of the words are under their speaker, and none under another without a note', async (layout) => {
		for (const nameOf of Object.values(nameStyles)) {
			const { words, right, unnoted } = await measure(turns.map((turn) => ({ ...turn, speaker: nameOf(Number(turn.speaker)) })), layout);
			expect([nameOf(1), right / words >= 0.99, unnoted]).toEqual([nameOf(1), true, 0]);
		}
	});
});
