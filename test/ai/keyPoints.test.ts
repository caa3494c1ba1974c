import * as fc from 'fast-check';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractiveAi, type Meeting } from '../../sandbox/ai/index.ts';
import { parseMeeting } from '../../sandbox/import/index.ts';
import { KeyPoints } from '../../src/api/index.ts';
import { hostileMeetings } from './hostile.ts';
import { chatter, launch, meetingOf, START } from './meetings.ts';

/** A text, or what it may be short for. */
type Line = string | readonly string[];

/** Everything that key points say about a meeting. What only the owner of an action item says does not name them. */
async function linesOf(meeting: Meeting): Promise<Line[]> {
	const { sections, decisions, actionItems, importantDates } = await extractiveAi.keyPoints(meeting);
	return [...sections.flatMap(({ points }) => points), ...decisions, ...actionItems.map(({ owner, item }) => [item, item.split(' – ').map((said) => `${owner}: ${said}`).join(' – ')]), ...importantDates.map(({ context }) => context)];
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Lines that were not said by one speaker, nor by two in succession. */
function invented(lines: readonly Line[], { segments, userName }: Meeting): Line[] {
	const said = new Map<string, string>();
	for (const { speaker, text } of segments) {
		const name = speaker === 'local' ? userName || 'You' : speaker === 'remote' ? 'Other participant' : (speaker ?? '').trim();
		said.set(name, `${said.get(name) ?? ''} ${plain(text)}`);
	}
	const isSaid = (quote: string): boolean => [...said].some(([name, text]) => name === '' ? text.includes(quote) : quote.startsWith(`${name}: `) && plain(text).includes(quote.slice(name.length + 2)));
	return lines.filter((line) => ![line].flat().some((text) => isSaid(text) || text.split(' – ').every(isSaid)));
}

it('quotes whole sentences with their speakers', async () => {
	const { decisions, actionItems, importantDates } = await extractiveAi.keyPoints(launch);
	expect(decisions).toEqual([
		'Anna Keller: Let\'s go with forty nine euros per seat for the first year.',
		'Anna Keller: We agreed to launch on March 24th, if the export is fixed.',
	]);
	expect(actionItems.map(({ owner, item, priority }) => [owner, item, priority])).toEqual([
		['Tom Reyes', "Anna Keller: Tom, can you fix the export performance by the 12th? – Tom Reyes: Yes, I'll take care of that.", 'medium'],
		['Tom Reyes', "I'll send you the test results by Friday.", 'high'],
		['Maria Lopez', "Then I'll update the pricing page tomorrow.", 'high'],
		['Maria Lopez', 'Anna Keller: Maria, could you please draft the announcement email by next Tuesday? – Maria Lopez: Sure, no problem.', 'medium'],
		['Tom Reyes', 'Maria Lopez: Could you send me the customer list, Tom? – Tom Reyes: Will do.', 'medium'],
		['Tom Reyes', 'Anna Keller: Tom will set up a call with Northwind on Thursday to walk them through the fix.', 'high'],
	]);
	expect(importantDates).toContainEqual({ date: '2026-03-24', context: decisions[1] });
	expect(invented(await linesOf(launch), launch)).toEqual([]);
	expect(invented(['Tom Reyes: Customers hate the webinar.'], launch)).toHaveLength(1);
});

it('gives points that are neither decisions nor tasks, under a heading', async () => {
	const { sections, decisions, actionItems } = await extractiveAi.keyPoints(launch);
	const points = sections.flatMap((section) => section.points);
	expect(sections.every(({ heading }) => heading !== '')).toBe(true);
	expect(points).toContain('Tom Reyes: Customers love the the new dashboard, but the export is too slow for large accounts.');
	expect(points.filter((point) => decisions.includes(point) || actionItems.some(({ item }) => item.includes(point)))).toEqual([]);
});

it('spreads points over a meeting whose sentences are all as good', async () => {
	const script = Array.from({ length: 1000 }, (_, at) => `Speaker ${at % 6}: Remark number ${at} is about item ${Math.floor(at / 50)}.`).join('\n');
	const points = (await extractiveAi.keyPoints(meetingOf(script))).sections.flatMap((section) => section.points);
	const thirds = points.map((point) => Math.floor((Number(/number (\d+)/.exec(point)?.[1]) * 3) / 1000));
	expect(new Set(thirds)).toEqual(new Set([0, 1, 2]));
});

it('finds nothing in small talk', async () => {
	const { actionItems, decisions, importantDates } = await extractiveAi.keyPoints(chatter);
	expect({ actionItems, decisions, importantDates }).toEqual({ actionItems: [], decisions: [], importantDates: [] });
});

it.each([
	['Anna: Das Treffen ist am Dienstag, den 3. März, im großen Saal der Firma.', 1],
	['Anna: Der Vertrag mit Herrn Dr. Maier läuft z. B. noch bis zum Ende des Jahres.', 1],
	['Anna: The U.S. office of Mr. Smith handles the contracts of the whole region.', 1],
	['Anna: Le nouveau bureau de Lyon accueille les équipes de vente et de support.', 1],
	['Anna: The export of the large\nBob: Mm-hmm.\nAnna: accounts of the depot takes four minutes.', 1],
	['Anna: the export of the depot is slow for the large accounts\nAnna: the price of the export is the same for the small accounts', 2],
])('keeps a sentence whole: %s', async (script, count) => {
	const { sections } = await extractiveAi.keyPoints(meetingOf(script));
	const joined = script.replace(/\nBob: Mm-hmm\.\nAnna:/, '');
	expect(sections.flatMap(({ points }) => points)).toEqual(count === 1 ? [joined] : script.split('\n'));
});

it.each([
	['Chinese', '王小明: 停车场的维修费用比去年增加了百分之三十，我们需要新的预算方案。图书馆什么时候开放？\n李华: 好的。', '停车场的费用'],
	['Japanese', '田中: 駐車場の修理費用は去年より三十パーセント増えたので、新しい予算案が必要です。いつ閉まりますか？\n佐藤: はい。', '駐車場の費用'],
	['Thai', 'สมชาย: ค่าซ่อมที่จอดรถเพิ่มขึ้นสามสิบเปอร์เซ็นต์จากปีที่แล้ว เราต้องการงบประมาณใหม่\nมาลี: ค่ะ', 'ค่าซ่อมที่จอดรถ'],
	['Arabic', 'فاطمة السيد: تكاليف صيانة موقف السيارات زادت بنسبة ثلاثين في المئة مقارنة بالعام الماضي. متى يغلق موقف السيارات؟\nمواطن: نعم.', 'موقف السيارات'],
])('finds points and answers in %s', async (_, script, query) => {
	const meeting = meetingOf(script);
	const [first = ''] = script.split(/(?<=[。.])|\n/);
	expect((await extractiveAi.keyPoints(meeting)).sections.flatMap(({ points }) => points)).toEqual([first]);
	expect((await extractiveAi.answer(meeting, query)).response).toBe(first);
});

const parts = ['the 12th of May by Friday ', "I'll send ", 'Ab ', 'so ', ', um', 'm', '. ', 'in one ', '1/ ', '- ', 'x', 'http://a.', '"', '張', '😀', 'wir haben ', 'Can you send ', ', and I said if '];

it.each(parts)('reads speech without an end: %j', async (part) => {
	const meeting = meetingOf(`Anna Keller: Hello.\nAnna Keller: x${part.repeat(30_000 / part.length)}y`);
	await extractiveAi.keyPoints(meeting);
	expect((await extractiveAi.feedback(meeting)).userSpeakerName).toBe('Anna Keller');
	expect((await extractiveAi.answer(meeting, part.repeat(200))).segmentsAnalyzed).toBe(2);
});

it('returns the documented shape for any transcript, always the same, in words from the transcript', async () => {
	await fc.assert(
		fc.asyncProperty(hostileMeetings, async (meeting) => {
			const keypoints = await extractiveAi.keyPoints(meeting);
			expect(KeyPoints.shape.keypoints.parse(keypoints)).toEqual(keypoints);
			expect(await extractiveAi.keyPoints(structuredClone(meeting))).toEqual(keypoints);
			expect(invented(await linesOf(meeting), meeting)).toEqual([]);
		}),
		{ numRuns: 150, seed: 20_260_304 },
	);
});

const FOLDER = process.env['MEETINGS'] ?? '../shared/meetings';
const recorded = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.vtt')) : [];
if (recorded.length === 0) it.skip(`recorded meetings: skipped, since ${FOLDER} is absent`, () => {});
else
	it.each(recorded)('quotes the recorded meeting %s', async (name) => {
		const { segments } = await parseMeeting(await readFile(join(FOLDER, name), 'utf8'), name);
		const meeting = { title: name, startTime: START, endTime: START, userName: '', segments: segments.map((one) => ({ ...one, timestamp: START })) };
		const lines = await linesOf(meeting);
		expect(lines.length).toBeGreaterThan(3);
		expect(invented(lines, meeting)).toEqual([]);
	});
