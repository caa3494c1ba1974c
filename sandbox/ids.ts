import { randomBytes } from 'node:crypto';

/** An opaque identifier; the prefix only tells people what it names. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;

/** 256 bits that cannot be guessed, for a link or a secret. */
export const newToken = (): string => randomBytes(32).toString('hex');
