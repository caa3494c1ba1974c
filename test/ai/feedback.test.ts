import * as fc from 'fast-check';
import { extractiveAi, type Meeting } from '../../sandbox/ai/index.ts';
import { Feedback } from '../../src/api/index.ts';
import { hostileMeetings } from './hostile.ts';
import { chatter, launch, meetingOf } from './meetings.ts';

/** A quarter of an hour in which the user rambles. */
const rambling: Meeting = (() => {
	const turn =
		'local: Um, so, you know, the export is, um, sort of slow and, um, maybe we could, you know, fix it.\nremote: Ah.\n';
	const meeting = meetingOf(turn.repeat(10));
	const at = (index: number): string => new Date(Date.parse(meeting.startTime) + index * 45_000).toISOString();
	return { ...meeting, segments: meeting.segments.map((segment, index) => ({ ...segment, timestamp: at(index) })) };
})();

const quotesIn = ({
	topPriority,
	strengths,
	growthAreas,
}: Awaited<ReturnType<typeof extractiveAi.feedback>>['feedback']): string[] =>
	[...(topPriority === undefined ? [] : [topPriority]), ...strengths, ...growthAreas].map(({ quote }) => quote);

it('names a top priority with a quote from the user and a better wording', async () => {
	const { feedback, userSpeakerName } = await extractiveAi.feedback(rambling);
	expect(userSpeakerName).toBe('local');
	expect(feedback.topPriority).toMatchObject({
		quote: rambling.segments[0]?.text,
		focus: expect.stringMatching(/^(\S+ ){3,7}\S+$/),
	});
	expect(feedback.topPriority?.alternative).not.toMatch(/\b(?:um|you know|sort of)\b/i);
	expect(feedback.topPriority?.alternative).toMatch(/^So the export is slow and maybe we could fix it\.$/);
	expect(feedback.actionPlan.length).toBe(feedback.growthAreas.length);
	expect(feedback.categoryScores.clarity).toBeLessThan(6);
});

it('does not mistake pursuing an agenda for looking at the clock', async () => {
	const { feedback } = await extractiveAi.feedback(meetingOf('local: There is no pressure to pursue an agenda of mergers.'));
	expect(feedback.strengths).toEqual([]);
});

it('repeats no word after leaving out fillers', async () => {
	const { feedback } = await extractiveAi.feedback(meetingOf('local: Um, let us go with some kind of you know with with some sort of battery.'));
	expect(feedback.growthAreas.map(({ alternative }) => alternative)).toEqual(['Let us go with some battery.']);
});

it('has no top priority for a brief call, nor for a routine one', async () => {
	const brief = { ...rambling, segments: rambling.segments.slice(0, 4) };
	expect((await extractiveAi.feedback(brief)).feedback).not.toHaveProperty('topPriority');
	expect((await extractiveAi.feedback(launch)).feedback).not.toHaveProperty('topPriority');
});

it('scores the speaker with the user’s name, or nobody', async () => {
	expect((await extractiveAi.feedback(launch)).userSpeakerName).toBe('Anna Keller');
	expect((await extractiveAi.feedback({ ...launch, userName: 'Tom' })).userSpeakerName).toBe('Tom Reyes');
	const { feedback, userSpeakerName } = await extractiveAi.feedback(chatter);
	expect(userSpeakerName).toBe('Unknown');
	expect(feedback).toMatchObject({ talkListenRatio: 50, strengths: [], growthAreas: [] });
});

it('differs between meetings and says how often', async () => {
	const asking = meetingOf(
		'local: What do you think about the price of the export?\nremote: Fine.\nlocal: Who will tell the customers about the delay?\nremote: Me.',
	);
	const [one, other] = [await extractiveAi.feedback(rambling), await extractiveAi.feedback(asking)];
	expect(one.feedback.growthAreas.map(({ description }) => description)).toContain(
		'Seen in 10 of your 10 turns.',
	);
	expect(other.feedback.strengths.map(({ description }) => description)).toContain('Asking questions: in 2 of your 2 turns.');
	expect(other.feedback.growthAreas).toEqual([]);
	expect(other.feedback.overallScore).toBeGreaterThan(one.feedback.overallScore);
});

it.each([
	['We have forty customers and 300 seats in 12 offices for example.', true],
	['Let us look at Standing Order 17.42 and Item 4 of Part 2.', false],
])('recognizes figures, and not numbers that are names: %s', async (said, praised) => {
	const { feedback } = await extractiveAi.feedback(meetingOf(`local: ${said}\nremote: Fine.`));
	expect(feedback.strengths.some(({ description }) => description.startsWith('Giving figures'))).toBe(praised);
});

it('returns the documented shape, always the same, with quotes only from the user', async () => {
	await fc.assert(
		fc.asyncProperty(fc.oneof(hostileMeetings, fc.constantFrom(launch, rambling, chatter)), async (meeting) => {
			const { feedback, userSpeakerName } = await extractiveAi.feedback(meeting);
			expect(Feedback.shape.feedback.parse(feedback)).toEqual(feedback);
			expect((await extractiveAi.feedback(structuredClone(meeting))).feedback).toEqual(feedback);
			const own = meeting.segments.filter(({ speaker }) => speaker === userSpeakerName).map(({ text }) => text);
			expect(quotesIn(feedback).filter((quote) => !own.some((line) => line.includes(quote)))).toEqual([]);
			expect(
				Object.values(feedback.categoryScores).every((score) => Number(score) >= 0 && Number(score) <= 10),
			).toBe(true);
		}),
		{ numRuns: 200, seed: 20_260_304 },
	);
});
