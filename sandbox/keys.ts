import { createHash, randomBytes } from 'node:crypto';

/** A new API key: shown once, only its hash is kept (Authentication, 2 and 3). */
export const newKey = (): string => `svc_${randomBytes(16).toString('hex')}`;

/** A key has 128 random bits, so a plain digest cannot be turned back. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');
