export { type ActionItemRecord, actionItemRecords, conversationRecords, dedupeKeys, type ReadActionItem, readActionItems, readItems, withDueDates, withTasks } from './actionItems.ts';
export { type Due, dueDates, noDue } from './dueDates/dueDate.ts';
export { decisionRecords, type DecisionRecord } from './decisions.ts';
export { emailDraft, type EmailDraft } from './emailDraft.ts';
export { escapeMarkup } from './escape.ts';
export { feedbackRow, type FeedbackRow } from './feedbackRow.ts';
export { type DueOf, type EvidenceOf, keyPointsClaims, type KeyPointsOptions, keyPointsTexts } from './keyPoints.ts';
export { type Language, languageCodes, languageNamed, type Plural, type Words, wordsIn } from './languages/language.ts';
export { listedConversation, type ListedConversation } from './listed.ts';
export { addressNoteName, keyPointsNote, keptText, noteLink, noteName, personNoteName, tagsOf, transcriptNote, writeNote, type NotedPerson, type NoteOptions } from './note.ts';
export { namesNobody, personName, priorityNote, roleNames, shownName, speakerName } from './people.ts';
export { plain, printable, printableJson, quoted, visible } from './printable.ts';
export { simpleProfile, type SimpleProfile } from './profile.ts';
export { fieldsOf, isRecord, jsonIn, listOf, numberOf, oneLine, textOf, textsOf, type UnknownFields } from './read.ts';
export { sha256 } from './sha256.ts';
export type { SlackBlock } from './slack.ts';
export {
	documentMarkdown,
	type Entry,
	type Figure,
	type TextDocument,
} from './textDocument.ts';
export { documentTexts, type Texts } from './texts.ts';
export { chosenTimeZone, clockAt, dateFormat, dateWords, type DateWords, elapsedTime, instantFrom, instantIn, instantOf, isImpossibleDay, isTimeZone, machineTimeZone, minutesOf, momentFrom, momentIn, readTime, writtenDate } from './time.ts';
export { transcriptFormats, type TranscriptLine, transcriptLines, transcriptMarkdown, transcriptSrt, transcriptText, type TranscriptTextOptions, transcriptVtt } from './transcript.ts';
export { foldText, wordMatcher, wordsOf } from './words.ts';
