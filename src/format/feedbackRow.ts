import type { Feedback } from '../api/index.ts';
import { fieldsOf, listOf, numberOf, oneLine, textsOf, type UnknownFields } from './read.ts';

/** A spreadsheet would run a quote from the meeting that looks like a formula. A leading apostrophe keeps it text. */
const cell = (text: string): string | null => (/^[=+@-]/.test(text) ? `'${text}` : text) || null;

const textCell = (value: unknown): string | null => cell(oneLine(value));

const listCell = (texts: readonly string[]): string | null => cell(texts.join('\n'));

const areaText = ({ category, description, suggestion }: UnknownFields): string =>
	[[category, description].map(oneLine).filter(Boolean).join(': '), oneLine(suggestion)]
		.filter(Boolean)
		.join(' → ');

const areaTexts = (value: unknown): string[] => listOf(value).map(fieldsOf).map(areaText).filter(Boolean);

/** Feedback as a spreadsheet row: always the same columns, null where a value is missing (Resources, Feedback response). */
export function feedbackRow(feedback: Feedback) {
	const answer = fieldsOf(feedback);
	const content = fieldsOf(answer.feedback);
	const scores = fieldsOf(content.categoryScores);
	const stats = fieldsOf(content.stats);
	const topPriority = fieldsOf(content.topPriority);
	const strengths = areaTexts(content.strengths);
	const growthAreas = areaTexts(content.growthAreas);
	return {
		id: textCell(answer.id),
		createdAt: textCell(answer.createdAt),
		userSpeakerName: textCell(answer.userSpeakerName),
		/** 0 to 10. */
		overallScore: numberOf(answer.overallScore) ?? numberOf(content.overallScore),
		clarity: numberOf(scores.clarity),
		listening: numberOf(scores.listening),
		timeManagement: numberOf(scores.timeManagement),
		collaboration: numberOf(scores.collaboration),
		decisionMaking: numberOf(scores.decisionMaking),
		/** The user's share of the talking, in percent. */
		talkListenRatio: numberOf(content.talkListenRatio) ?? numberOf(stats.talkListenRatio),
		totalMinutes: numberOf(stats.totalMinutes),
		topPriorityFocus: textCell(topPriority.focus),
		topPriorityQuote: textCell(topPriority.quote),
		topPriorityReason: textCell(topPriority.reason),
		topPriorityAlternative: textCell(topPriority.alternative),
		strengthCount: strengths.length,
		strengths: listCell(strengths),
		growthAreaCount: growthAreas.length,
		growthAreas: listCell(growthAreas),
		actionPlan: listCell(textsOf(content.actionPlan)),
	};
}

export type FeedbackRow = ReturnType<typeof feedbackRow>;
