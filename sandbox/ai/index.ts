import type { Ai } from './ai.ts';
import { answerTo } from './answer/answer.ts';
import { emailAbout } from './email.ts';
import { feedbackOn } from './feedback/feedback.ts';
import { keyPointsOf } from './summary/keyPoints.ts';

export type * from './ai.ts';

/** The AI without a model. It runs offline, always gives the same answer, and only quotes what was said. */
export const extractiveAi: Ai = {
	keyPoints: async (meeting) => keyPointsOf(meeting),
	feedback: async (meeting) => feedbackOn(meeting),
	answer: async (meeting, query) => answerTo(meeting, query),
	email: async (meeting, request) => emailAbout(meeting, request),
};
