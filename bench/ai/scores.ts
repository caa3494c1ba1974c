import { l, n } from 'js-rouge';

export interface Scores {
	readonly 'ROUGE-1': number;
	readonly 'ROUGE-2': number;
	readonly 'ROUGE-L': number;
	readonly words: number;
}

const tokenizer = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** F1 of a text against a reference, in percent. ROUGE-L over the whole text, as one sequence. */
export function scoresOf(text: string, reference: string): Scores {
	const options = { caseSensitive: false, tokenizer };
	const whole = { ...options, segmenter: (all: string) => [all] };
	return {
		'ROUGE-1': 100 * n(text, reference, options),
		'ROUGE-2': 100 * n(text, reference, { ...options, n: 2 }),
		'ROUGE-L': 100 * l(text, reference, whole),
		words: tokenizer(text).length,
	};
}

/** The mean of each score, with one decimal. */
export function average(scores: readonly Scores[]): Scores {
	const mean = (key: keyof Scores): number =>
		Math.round((10 * scores.reduce((sum, score) => sum + score[key], 0)) / scores.length) / 10;
	return { 'ROUGE-1': mean('ROUGE-1'), 'ROUGE-2': mean('ROUGE-2'), 'ROUGE-L': mean('ROUGE-L'), words: mean('words') };
}
