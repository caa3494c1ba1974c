/** Phrases, themselves patterns separated by `|`, as the source of one pattern. */
export const oneOf = (...lines: readonly string[]): string => `(?:${lines.join('|')})`;

/** A pattern for any of some phrases, as whole words and in any case. */
export const anyOf = (...lines: readonly string[]): RegExp => new RegExp(`\\b${oneOf(...lines)}\\b`, 'i');

/** The same, for all of them in a text. */
export const allOf = (...lines: readonly string[]): RegExp => new RegExp(anyOf(...lines), 'gi');
