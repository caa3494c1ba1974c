import type { Ai } from './ai.ts';
import { answerTo } from './answer/answer.ts';
import { bounded, boundedQuery } from './text/bounds.ts';
import { emailAbout } from './email.ts';
import { feedbackOn } from './feedback/feedback.ts';
import { keyPointsOf } from './summary/keyPoints.ts';

export type * from './ai.ts';

/** The AI without a model. It runs offline, always gives the same answer, and only repeats what was said. */
export const extractiveAi: Ai = {
	keyPoints: async (meeting) => keyPointsOf(bounded(meeting)),
	feedback: async (meeting) => feedbackOn(bounded(meeting)),
	answer: async (meeting, query) => ({
		...answerTo(bounded(meeting), boundedQuery(query)),
		segmentsAnalyzed: meeting.segments.length,
	}),
	email: async (meeting, request) => emailAbout(bounded(meeting), request),
};
