import { randomBytes } from 'node:crypto';

/** An opaque ID. The prefix only tells people what it identifies. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;

/** 256 random bits, for a link or a secret. */
export const newToken = (): string => randomBytes(32).toString('hex');
