import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (folder: string): string => join(folder, 'password');

export const hasPassword = (folder: string): boolean => existsSync(fileIn(folder));

/** The password of servers that only n8n talks to: others on this machine could have them run programs. Kept in the folder. */
export function passwordIn(folder: string): string {
	if (!hasPassword(folder)) writeFileSync(fileIn(folder), randomBytes(24).toString('hex'), { mode: 0o600 });
	return readFileSync(fileIn(folder), 'utf8');
}
