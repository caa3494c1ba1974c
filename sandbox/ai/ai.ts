import type { Email, Feedback, KeyPoints, Tone } from '../../src/api/index.ts';

/** A meeting as the AI sees it: what was said, by whom and when. Times are ISO 8601. */
export interface Meeting {
	readonly title: string;
	readonly startTime: string;
	readonly endTime: string;
	/** The account's owner, who speaks as `local`. */
	readonly userName: string;
	readonly segments: readonly MeetingSegment[];
}

export interface MeetingSegment {
	readonly text: string;
	readonly speaker: string | null;
	readonly timestamp: string;
}

export interface EmailRequest {
	readonly recipientName?: string | undefined;
	readonly tone: Tone;
	readonly senderName: string;
}

export type KeyPointsContent = KeyPoints['keypoints'];
export type FeedbackContent = Pick<Feedback, 'feedback' | 'userSpeakerName'>;
export type EmailContent = Pick<Email, 'subject' | 'body' | 'keyPoints' | 'actionItems'>;

export interface AnswerContent {
	readonly response: string;
	readonly segmentsAnalyzed: number;
	readonly suggestedQueries: string[];
}

/** What the service needs from its AI. Either the offline AI, or one made for a test. */
export interface Ai<M = Meeting> {
	keyPoints(meeting: M): Promise<KeyPointsContent>;
	feedback(meeting: M): Promise<FeedbackContent>;
	answer(meeting: M, query: string): Promise<AnswerContent>;
	email(meeting: M, request: EmailRequest): Promise<EmailContent>;
}

/** The same AI with something around whatever it is asked: it takes meetings in another form, or waits. */
export const aroundAi = <M, N>(ai: Ai<M>, around: <T>(meeting: N, ask: (meeting: M) => Promise<T>) => Promise<T>): Ai<N> => ({
	keyPoints: (meeting) => around(meeting, (one) => ai.keyPoints(one)),
	feedback: (meeting) => around(meeting, (one) => ai.feedback(one)),
	answer: (meeting, query) => around(meeting, (one) => ai.answer(one, query)),
	email: (meeting, request) => around(meeting, (one) => ai.email(one, request)),
});
