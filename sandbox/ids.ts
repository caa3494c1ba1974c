import { createHash, randomBytes } from 'node:crypto';

/** An opaque ID. The prefix only tells people what it identifies. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;

/** An ID that is always the same for the same words, for sample data. */
export const idOf = (prefix: string, ...words: readonly string[]): string => `${prefix}_${createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16)}`;

/** 256 random bits, for a link or a secret. */
export const newToken = (): string => randomBytes(32).toString('hex');
