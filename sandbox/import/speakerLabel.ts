/** A name before a colon: up to five words, the first with a capital or a digit, no sentence marks within. */
const WORD = "[\\p{L}\\p{M}\\p{N}.'’()&/-]";
const LABEL = new RegExp(
	`^\\s*(?:[-–>]+\\s*)?\\[?([\\p{Lu}\\p{N}]${WORD}*(?: ${WORD}+){0,4})\\]?\\s*:\\s+(\\S.*)$`,
	'u',
);

export interface Labelled {
	readonly speaker: string;
	readonly text: string;
}

/** `Name: text` taken apart, or null when the line has no such label. */
export function labelled(line: string): Labelled | null {
	const match = LABEL.exec(line);
	const speaker = match?.[1];
	const text = match?.[2];
	return speaker === undefined || text === undefined ? null : { speaker, text };
}

/**
 * The labels of a file that are speakers. One that stands there once among many unlabelled lines is likelier
 * a sentence with a colon (`Remember: …`).
 */
export function speakersAmong(lines: readonly string[]): ReadonlySet<string> {
	const labels = lines.flatMap((line) => labelled(line)?.speaker ?? []);
	const everywhere = labels.length * 2 >= lines.length;
	return new Set(labels.filter((label, index) => everywhere || labels.indexOf(label) !== index));
}
