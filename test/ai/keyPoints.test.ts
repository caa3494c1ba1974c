import * as fc from 'fast-check';
import { extractiveAi, type Meeting } from '../../sandbox/ai/index.ts';
import { bounded } from '../../sandbox/ai/text/bounds.ts';
import { sentencesIn } from '../../sandbox/ai/text/sentences.ts';
import { KeyPoints } from '../../src/api/index.ts';
import { hostileMeetings } from './hostile.ts';
import { chatter, launch, meetingOf } from './meetings.ts';

const wordsOf = (text: string): string[] =>
	text
		.toLowerCase()
		.replaceAll('’', "'")
		.match(/[\p{L}\p{N}']+/gu) ?? [];

/** Whether the words stand in this order in what was said. */
function isSaid(line: string, { segments }: Meeting): boolean {
	const said = wordsOf(segments.map(({ text }) => text).join(' '));
	let at = -1;
	return wordsOf(line).every((word) => (at = said.indexOf(word, at + 1)) >= 0);
}

it('finds the owner and due date of each task in a business call', async () => {
	const { actionItems } = await extractiveAi.keyPoints(launch);
	expect(actionItems.map(({ owner, item, priority }) => [owner, item, priority])).toEqual([
		['Tom Reyes', 'Fix the export performance by the 12th', 'medium'],
		['Tom Reyes', 'Send the test results by Friday', 'high'],
		['Maria Lopez', 'Update the pricing page tomorrow', 'high'],
		['Maria Lopez', 'Draft the announcement email by next Tuesday', 'medium'],
		['Tom Reyes', 'Send the customer list', 'medium'],
		['Tom Reyes', 'Set up a call with Northwind on Thursday to walk them through the fix', 'high'],
	]);
});

it('finds decisions but not open questions', async () => {
	expect((await extractiveAi.keyPoints(launch)).decisions).toEqual([
		"Let's go with forty nine euros per seat for the first year.",
		'We agreed to launch on March 24th, if the export is fixed.',
	]);
});

it('lists upcoming days with what is planned', async () => {
	const { importantDates } = await extractiveAi.keyPoints(launch);
	expect(importantDates).toContainEqual({
		date: '2026-03-24',
		context: 'We agreed to launch on March 24th, if the export is fixed.',
	});
	expect(importantDates).toContainEqual({
		date: '2026-03-12',
		context: 'Tom, can you fix the export performance by the 12th?',
	});
	expect(importantDates.map(({ context }) => context).join()).not.toMatch(/last week|next week/);
});

it('lists the nearest day first, in whatever order the days were mentioned', async () => {
	const meeting = meetingOf(
		'Anna: We ship the second release on May 20th to every customer.\nBob: We show the new prices on May 12th to the whole board.',
	);
	const { importantDates } = await extractiveAi.keyPoints(meeting);
	expect(importantDates.map(({ date }) => date.slice(5))).toEqual(['05-12', '05-20']);
});

it('groups points under headings and leaves out decisions and tasks', async () => {
	const { sections, decisions } = await extractiveAi.keyPoints(launch);
	const points = sections.flatMap((section) => section.points);
	expect(sections.every(({ heading }) => heading !== '')).toBe(true);
	expect(points).toContain('Customers love the new dashboard, but the export is too slow for large accounts.');
	expect(points.filter((point) => decisions.includes(point) || /I'll|could you/.test(point))).toEqual([]);
});

it('uses recurring topics as headings, a plain heading otherwise, and never a person’s name', async () => {
	const filler = Array.from({ length: 12 }, () => 'Bob: And then it went on like that for a good while, as it does.');
	const meeting = meetingOf(
		[
			'Anna: We saw a crab, Helen.',
			'Bob: A crab, Helen?',
			'Anna: A crab, Helen.',
			'Bob: That crab!',
			'Anna: The spare scanners stand in the cold store of the depot.',
			'Bob: The spare scanners are the older ones of the two kinds we have.',
			...filler,
		].join('\n'),
	);
	const { sections } = await extractiveAi.keyPoints(meeting);
	expect(sections.map(({ heading }) => heading)).toEqual(['Spare scanners']);
	expect((await extractiveAi.keyPoints(chatter)).sections.map(({ heading }) => heading)).toEqual(['Main points']);
});

it('finds nothing in small talk', async () => {
	const { actionItems, decisions, importantDates } = await extractiveAi.keyPoints(chatter);
	expect({ actionItems, decisions, importantDates }).toEqual({ actionItems: [], decisions: [], importantDates: [] });
});

it('uses only words from the transcript', async () => {
	const { sections, decisions, actionItems } = await extractiveAi.keyPoints(launch);
	const lines = [...sections.flatMap(({ points }) => points), ...decisions, ...actionItems.map(({ item }) => item)];
	expect(lines.filter((line) => !isSaid(line, launch))).toEqual([]);
	expect(isSaid('Customers hate the webinar.', launch)).toBe(false);
});

it('uses the user’s name instead of “local”', async () => {
	const meeting = meetingOf("local: I'll send the signed contract by Friday.\nremote: Thank you.");
	expect(await extractiveAi.keyPoints(meeting)).toMatchObject({
		participants: ['Anna Keller', 'Remote participant'],
		actionItems: [{ owner: 'Anna Keller', item: 'Send the signed contract by Friday' }],
	});
});

it('joins a sentence that spans several segments of one speaker', () => {
	const meeting = meetingOf('Anna: The export of large\nBob: Mm-hmm.\nAnna: accounts takes four minutes.');
	expect(sentencesIn(meeting).map(({ text }) => text)).toEqual(['The export of large accounts takes four minutes.']);
});

it('reads a transcript without full stops segment by segment', async () => {
	const meeting = meetingOf(
		'Anna Keller: today we need to agree on the price of the export\nAnna Keller: i will send the revised quote by friday',
	);
	expect(await extractiveAi.keyPoints(meeting)).toMatchObject({
		sections: [{ points: ['Today we need to agree on the price of the export.'] }],
		actionItems: [{ owner: 'Anna Keller', item: 'Send the revised quote by friday' }],
	});
});

it('is not slowed down by endless speech', async () => {
	const endless = ['the 12th of May by Friday ', "I'll send ", 'Ab ', 'so ', ', um', 'm', '. ', 'in one ', '1/ ', '- '];
	for (const words of endless) {
		await extractiveAi.keyPoints(
			meetingOf(Array.from({ length: 10 }, () => `Anna: ${words.repeat(2000)}`).join('\n')),
		);
	}
}, 60_000);

it.each(['x', 'http://a.', '1/', '-', '"', '張', '😀', ' '])(
	'is not slowed down by a word or a gap that never ends: %j',
	async (part) => {
		const meeting = meetingOf(`Anna Keller: Hello.\nAnna Keller: x${part.repeat(100_000 / part.length)}y`);
		expect((await extractiveAi.keyPoints(meeting)).actionItems).toEqual([]);
		expect((await extractiveAi.feedback(meeting)).userSpeakerName).toBe('Anna Keller');
		const { response, segmentsAnalyzed } = await extractiveAi.answer(meeting, part.repeat(50_000));
		expect(response).not.toBe('');
		expect(segmentsAnalyzed).toBe(2);
	},
	60_000,
);

it('splits long lines without losing words', () => {
	const text = `${'word '.repeat(3000)}${'x'.repeat(100)} end`;
	const { segments } = bounded(meetingOf(`Anna: ${text}`));
	expect(segments.every((segment) => segment.text.length <= 4000 && segment.speaker === 'Anna')).toBe(true);
	const words = segments.map((segment) => segment.text).join('').trim().split(/\s+/);
	expect(words).toEqual([...Array.from({ length: 3000 }, () => 'word'), '…', 'end']);
});

it('starts with a complete sentence', async () => {
	const meeting = meetingOf(
		[
			"Anna: I'm gonna have to change what is was in the budget report for the new depot.",
			'Bob: The budget of the depot is forty thousand euros for the first year.',
			'Bob: The depot has room for twenty vans and two offices.',
		].join('\n'),
	);
	const { sections } = await extractiveAi.keyPoints(meeting);
	expect(sections.flatMap(({ points }) => points)).toEqual([
		'The budget of the depot is forty thousand euros for the first year.',
		'The depot has room for twenty vans and two offices.',
	]);
});

it('returns the documented shape for any transcript, always the same, in words from the transcript', async () => {
	await fc.assert(
		fc.asyncProperty(hostileMeetings, async (meeting) => {
			const keypoints = await extractiveAi.keyPoints(meeting);
			expect(KeyPoints.shape.keypoints.parse(keypoints)).toEqual(keypoints);
			expect(await extractiveAi.keyPoints(structuredClone(meeting))).toEqual(keypoints);
			expect(keypoints.actionItems.every(({ confidence }) => confidence >= 0 && confidence <= 1)).toBe(true);
			const lines = [...keypoints.sections.flatMap(({ points }) => points), ...keypoints.decisions];
			expect(lines.filter((line) => !isSaid(line, meeting))).toEqual([]);
		}),
		{ numRuns: 150, seed: 20_260_304 },
	);
});
