export {
	actionItemRecords,
	conversationRecords,
	type ActionItemRecord,
	type ConversationOfItems,
} from './actionItems.ts';
export * from './calendar/index.ts';
export { emailDraft, type EmailDraft } from './emailDraft.ts';
export { feedbackRow, type FeedbackRow } from './feedbackRow.ts';
export * from './keyPoints/index.ts';
export { minutesOf, type Lasted } from './minutes.ts';
export { isTimeZone } from './timeZone.ts';
export * from './transcript/index.ts';
