import { createHash } from 'node:crypto';
import type { ActionItem } from '../../src/api/index.ts';
import type { StoredActionItem } from '../db/actionItems.ts';
import { fold } from '../text.ts';

/** Action items as they are kept: under a hash of their text, which stays when key points are made again. */
export const storedItems = (items: readonly ActionItem[]): StoredActionItem[] =>
	items.map(({ item, owner, priority }) => ({
		hash: createHash('sha256').update(fold(item)).digest('hex').slice(0, 12),
		item,
		owner: owner.trim() || null,
		priority,
	}));
