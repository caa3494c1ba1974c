export { actionItemRecords, conversationRecords, dedupeKeys, type ActionItemRecord } from './actionItems.ts';
export { dueDates, type Due } from './dueDates/dueDate.ts';
export { decisionRecords, type DecisionRecord } from './decisions.ts';
export { emailDraft, type EmailDraft } from './emailDraft.ts';
export { emailHtml } from './emailHtml.ts';
export { feedbackRow, type FeedbackRow } from './feedbackRow.ts';
export { keyPointsClaims, keyPointsHtml, keyPointsMarkdown, keyPointsSlack, keyPointsText, type ReceiptOf } from './keyPoints.ts';
export { addressNoteName, keyPointsNote, keptText, noteLink, noteName, personNoteName, tagsOf, transcriptNote, writeNote, type NotedPerson, type NoteOptions } from './note.ts';
export { slackBlocks, slackSections, type SlackBlock } from './slack.ts';
export {
	documentMarkdown,
	documentSlack,
	documentText,
	type Entry,
	type Figure,
	type TextDocument,
} from './textDocument.ts';
export { dateFormat, dateWords, minutesOf, type DateWords } from './time.ts';
export {
	transcriptFormats,
	transcriptLines,
	transcriptMarkdown,
	transcriptSrt,
	transcriptText,
	transcriptVtt,
	type TranscriptTextOptions,
} from './transcript.ts';
