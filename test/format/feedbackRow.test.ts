import fc from 'fast-check';
import { feedbackRow } from '../../src/format/index.ts';
import { drifted } from './drifted.ts';
import { feedback } from './samples.ts';

const row = feedbackRow(feedback);

test('flattens feedback into one row', () => {
	expect(row).toMatchObject({
		overallScore: 7.5,
		decisionMaking: 9,
		talkListenRatio: 61,
		totalMinutes: 75,
		topPriorityFocus: 'Ask more',
		strengthCount: 2,
		strengths: 'Clarity: Clear goals\nPace: Calm',
		growthAreas: 'Listening: Interrupts → Wait',
		actionPlan: 'Pause\nSummarize',
	});
});

test('a quote that looks like a formula stays text', () => expect(row.topPriorityQuote).toBe("'=SUM(A1)"));

test('older feedback without top priority and stats has the same columns', () => {
	const { topPriority: _, stats: __, ...older } = feedback.feedback;
	const olderRow = feedbackRow({ ...feedback, feedback: older });
	expect(Object.keys(olderRow)).toEqual(Object.keys(row));
	expect(olderRow).toMatchObject({ topPriorityFocus: null, totalMinutes: null, talkListenRatio: 61 });
});

test('malformed answers give the same columns with scalars, and no formula', () => {
	fc.assert(
		fc.property(drifted(feedback), (answer) => {
			const other = feedbackRow(answer);
			expect(Object.keys(other)).toEqual(Object.keys(row));
			for (const value of Object.values(other)) {
				expect(value === null || typeof value === 'number' || (value !== '' && !/^[=+@-]/.test(value))).toBe(
					true,
				);
			}
		}),
	);
});
