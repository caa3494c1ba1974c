/** For comparing text that people typed: ignores case, accents and compatibility forms. */
export const foldText = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{Mark}/gu, '')
		.toLowerCase()
		.trim();

/** Letters and digits without what is between them, folded. */
export const wordsOf = (text: string): string[] =>
	foldText(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

/** Whether a text contains all of these words, in any order. Without words, every text matches. */
export function wordMatcher(words: string): (text: string) => boolean {
	const wanted = foldText(words).split(/\s+/);
	return (text) => {
		const folded = foldText(text);
		return wanted.every((word) => folded.includes(word));
	};
}
