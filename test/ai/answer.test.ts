import { extractiveAi } from '../../sandbox/ai/index.ts';
import * as fc from 'fast-check';
import { hostileMeetings } from './hostile.ts';
import { launch } from './meetings.ts';

const responseTo = async (query: string): Promise<string> => (await extractiveAi.answer(launch, query)).response;

it('answers in the speaker’s words', async () => {
	expect(await responseTo('What did Maria say about pricing?')).toMatch(
		/^Maria Lopez: On pricing, the sales team prefers forty nine euros per seat\./,
	);
	expect(await responseTo('How is the beta going?')).toMatch(/Tom Reyes: The beta has been running for three weeks/);
	expect(await responseTo('Why is the export a problem?')).toMatch(/the export is too slow for large accounts/);
});

it('answers from the key points if the question is about them', async () => {
	expect(await responseTo('What are the action items?')).toMatch(
		/^Tom Reyes: Fix the export performance by the 12th\n/,
	);
	expect(await responseTo('What are the next steps for Maria?')).toBe(
		'Maria Lopez: Update the pricing page tomorrow\nMaria Lopez: Draft the announcement email by next Tuesday',
	);
	expect(await responseTo('What was decided?')).toMatch(/Let's go with forty nine euros per seat/);
	expect(await responseTo('Who attended the meeting?')).toBe('Anna Keller\nTom Reyes\nMaria Lopez');
});

it('says so when the topic was not discussed', async () => {
	const nothing = 'Nothing in this conversation answers that.';
	expect(await responseTo('What about the moon landing?')).toBe(nothing);
	expect(await responseTo('How much does the dental insurance cost?')).toBe(nothing);
	expect(await responseTo('What did Maria say about the wedding price list of the hotel?')).toBe(nothing);
	expect(await responseTo('When is the football match of the customers?')).toBe(nothing);
});

it('summarizes the meeting when the question has no topic', async () => {
	expect(await responseTo('Summarize the meeting.')).toMatch(/export/);
});

it('reports how many segments were read and suggests follow-up questions', async () => {
	const { segmentsAnalyzed, suggestedQueries } = await extractiveAi.answer(
		launch,
		'What was decided about the price?',
	);
	expect(segmentsAnalyzed).toBe(launch.segments.length);
	expect(suggestedQueries).toEqual([
		'Who made these decisions?',
		'What alternatives were discussed?',
		'What was agreed about the price?',
	]);
});

it('answers any question about any meeting, always the same', async () => {
	await fc.assert(
		fc.asyncProperty(
			hostileMeetings,
			fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constant('What about the export (((?')),
			async (meeting, query) => {
				const answer = await extractiveAi.answer(meeting, query);
				expect(answer.response).not.toBe('');
				expect(await extractiveAi.answer(structuredClone(meeting), query)).toEqual(answer);
			},
		),
		{ numRuns: 150, seed: 20_260_304 },
	);
});
