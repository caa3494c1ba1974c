/** Follow-up questions by a word of the question. */
const FOLLOW_UPS: readonly (readonly [RegExp, ...(readonly string[])])[] = [
	[/\b(?:decid|decision|agree)/i, 'Who made these decisions?', 'What alternatives were discussed?'],
	[/\b(?:action|task|next step|to-?do|follow)/i, 'Who is responsible for each action item?', 'What are the deadlines?'],
	[/\b(?:when|date|deadline|schedule|time)/i, 'What happens next?', 'Which dates were mentioned?'],
	[/\b(?:who|participant|attend)/i, 'What did each participant say?', 'Who took on action items?'],
	[/\b(?:price|cost|budget|money|pay)/i, 'What was agreed about the price?', 'What concerns were raised about the cost?'],
	[/\b(?:problem|issue|risk|concern|block)/i, 'How will the problems be solved?', 'Who is working on it?'],
	[/(?:)/, 'What were the main decisions?', 'What are the action items?', 'What are the next steps?'],
];

/** Three fixed follow-up questions, chosen from words in the question (Resources, Query response). */
export const suggestedQueries = (query: string): string[] =>
	FOLLOW_UPS.flatMap(([word, ...questions]) => (word.test(query) ? questions : []))
		.filter((question) => question !== query)
		.slice(0, 3);
