import type { Conversation, Feedback, KeyPoints } from '../api/index.ts';

/** Something to tell the workflow. `conversation` is null when it was on no page that this poll read. */
export type Happening =
	| { readonly kind: 'created'; readonly id: string; readonly conversation: Conversation }
	| {
			readonly kind: 'keyPoints';
			readonly id: string;
			readonly keyPoints: KeyPoints;
			readonly conversation: Conversation | null;
	  }
	| {
			readonly kind: 'feedback';
			readonly id: string;
			readonly feedback: Feedback;
			readonly conversation: Conversation | null;
	  };
