export { actionItemRecords, conversationRecords, type ActionItemRecord } from './actionItems.ts';
export { calendarMeeting, type Attendee } from './calendar.ts';
export { emailDraft, type EmailDraft } from './emailDraft.ts';
export { feedbackRow, type FeedbackRow } from './feedbackRow.ts';
export { keyPointsHtml, keyPointsMarkdown, keyPointsSlack, keyPointsText } from './keyPoints.ts';
export { slackSections } from './slack.ts';
export {
	documentHtml,
	documentMarkdown,
	documentSlack,
	documentText,
	type Entry,
	type TextDocument,
} from './textDocument.ts';
export { minutesOf } from './time.ts';
export {
	transcriptFormats,
	transcriptLines,
	transcriptMarkdown,
	transcriptSrt,
	transcriptText,
	transcriptVtt,
	type TranscriptTextOptions,
} from './transcript.ts';
