import { createHash, timingSafeEqual } from 'node:crypto';
import { newToken } from '../../ids.ts';

export interface Guard {
	/** Put into every form. */
	readonly token: string;
	/** Whether a form was made by this sandbox since it started. */
	accepts(token: string | undefined): boolean;
}

/** Makes the secret that a page from elsewhere cannot read, and so cannot send. */
export function createGuard(): Guard {
	const token = newToken();
	const expected = digest(token);
	return { token, accepts: (given = '') => timingSafeEqual(digest(given), expected) };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
