import * as z from 'zod/v4';

/**
 * An environment variable that turns something on or off. Any other value is an error, not “off”: the variable may be there to forbid
 * something.
 */
export const Switch = z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off', ''], error: 'it takes true or false' });

/** A command’s words with each negative number tied to the option before it, because `parseArgs` takes it for an option of its own. */
export const withNegatives = (words: readonly string[]): string[] =>
	words.reduce<string[]>((tied, word) => {
		const before = tied.at(-1) ?? '';
		return /^-\d/.test(word) && /^--[^=]+$/.test(before) ? [...tied.slice(0, -1), `${before}=${word}`] : [...tied, word];
	}, []);
