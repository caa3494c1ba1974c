import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The repository, from where npm starts every script. */
export const ROOT = process.cwd();

/** Which n8n: package.json and lock file. */
export const PINNED = join(ROOT, 'e2e');

/** Another lock file is another n8n, in another folder. */
export const hostName = (lock: string): string => `n8n-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`;
