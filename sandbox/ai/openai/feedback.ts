import { z } from 'zod/v4';
import { Feedback } from '../../../src/api/index.ts';
import type { FeedbackContent, Meeting } from '../ai.ts';
import { userPartOf } from '../userPart.ts';
import { askFor } from './askFor.ts';
import type { Complete } from './complete.ts';
import { materialOf } from './material.ts';

const { shape } = Feedback.shape.feedback;
const { quote: _said, ...priority } = shape.topPriority.unwrap().shape;
const { quote: _shown, timestamp: _at, ...strength } = shape.strengths.element.shape;
const { quote: _improved, timestamp: _when, ...growthArea } = shape.growthAreas.element.shape;

/** The documented shape, except that a moment is the number of a line. */
const contentWith = (line: z.ZodType<number>) =>
	z.object({
		overallScore: shape.overallScore,
		topPriority: z.object({ ...priority, line }).nullable(),
		strengths: z.array(z.object({ ...strength, line })),
		growthAreas: z.array(z.object({ ...growthArea, line })),
		categoryScores: shape.categoryScores,
		talkListenRatio: shape.talkListenRatio.nullable(),
		actionPlan: shape.actionPlan,
	});

/** What the description says of a ratio that the model did not give (Resources, Feedback response, stats). */
const RATIO_NOT_GIVEN = 50;

const instruction = (speaker: string | null) => `Give the user feedback on how they communicated in the meeting: scores from 0 to 10, what they did well, what could be
better and how, and a plan of next steps. ${
	speaker === null
		? 'Nobody in the transcript is known to be the user: leave strengths, growthAreas and actionPlan empty and topPriority null.'
		: 'Show each moment by the number of the line, which must be one of the user.'
}
topPriority is the one thing that would help most in the next call: focus in 4 to 8 words, reason in one or two sentences,
alternative as a line the user could have said; null when the call was brief or routine.
talkListenRatio is how much of the talking was the user's, in percent; null when that cannot be told.`;

/** Feedback by a model. It names the lines it means, so that every quote is verbatim. */
export async function feedbackBy(complete: Complete, meeting: Meeting): Promise<FeedbackContent> {
	const { speaker, lines } = userPartOf(meeting);
	const said = (number: number) => lines.find((one) => one === meeting.segments[number]);
	const line = z.int().refine((number) => said(number) !== undefined, 'is not a line of the user');
	const shown = (number: number) => ({ quote: said(number)?.text ?? '', timestamp: said(number)?.timestamp ?? '' });
	const { topPriority, ...given } = await askFor(complete, {
		name: 'feedback',
		schema: contentWith(line),
		instruction: instruction(speaker),
		material: materialOf(meeting).text,
	});
	const feedback = {
		...given,
		...(topPriority !== null && { topPriority: { ...rest(topPriority), quote: shown(topPriority.line).quote } }),
		strengths: given.strengths.map((one) => ({ ...rest(one), ...shown(one.line) })),
		growthAreas: given.growthAreas.map((one) => ({ ...rest(one), ...shown(one.line) })),
		talkListenRatio: given.talkListenRatio ?? RATIO_NOT_GIVEN,
	};
	return { feedback, userSpeakerName: speaker ?? 'Unknown' };
}

const rest = <T extends { readonly line: number }>({ line: _number, ...others }: T) => others;
