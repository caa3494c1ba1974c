import type { KeyPoints, Feedback, Tone } from '../../src/api/index.ts';

/** A meeting as the AI sees it: what was said, by whom and when. */
export interface Meeting {
	readonly title: string;
	/** ISO 8601. */
	readonly startTime: string;
	readonly endTime: string;
	/** The account's owner, who speaks as `local`. */
	readonly userName: string;
	readonly segments: readonly MeetingSegment[];
}

export interface MeetingSegment {
	readonly text: string;
	readonly speaker: string | null;
	/** ISO 8601. */
	readonly timestamp: string;
}

export type KeyPointsContent = KeyPoints['keypoints'];

export type FeedbackContent = Pick<Feedback, 'feedback' | 'userSpeakerName'>;

export interface AnswerContent {
	readonly response: string;
	readonly segmentsAnalyzed: number;
	readonly suggestedQueries: string[];
}

export interface EmailRequest {
	readonly recipientName?: string | undefined;
	readonly tone: Tone;
	readonly senderName: string;
}

export interface EmailContent {
	readonly subject: string;
	readonly body: string;
	readonly keyPoints: string[];
	readonly actionItems: string[];
}

/** What the service needs from its AI, whether offline or from a model provider. */
export interface Ai<M = Meeting> {
	keyPoints(meeting: M): Promise<KeyPointsContent>;
	feedback(meeting: M): Promise<FeedbackContent>;
	answer(meeting: M, query: string): Promise<AnswerContent>;
	email(meeting: M, request: EmailRequest): Promise<EmailContent>;
}
