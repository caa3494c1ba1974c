import { createHash } from 'node:crypto';

/** Characters of a mark: 60 bits, so that two of ten thousand ids share one with a chance of 1 in 20 billion. */
export const MARK_LENGTH = 10;

/** A short text that stands for an identifier of any length. */
export const markOf = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, MARK_LENGTH);
