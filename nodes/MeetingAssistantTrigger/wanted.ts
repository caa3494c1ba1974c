import type { Received } from '../../src/webhooks/index.ts';
import { needsConversation } from './filters.ts';
import { ACTION_ITEMS_EVENT } from './items.ts';
import type { Parameters } from './parameters.ts';
import { readers, type DetailName } from './readers.ts';

export interface Plan {
	/** Details the workflow gets. */
	readonly wanted: readonly DetailName[];
	/** Details to read, for the filters and the action items too. */
	readonly toRead: readonly DetailName[];
	readonly splitActionItems: boolean;
}

const isDetail = (name: string): name is DetailName => Object.hasOwn(readers, name);

/** What to read about the conversation of an event. Of one that was deleted, nothing can be read any more. */
export function planOf(received: Received, { include, filters }: Parameters): Plan {
	const { event, conversationId } = received;
	if (conversationId === undefined || event === 'conversation.deleted') {
		return { wanted: [], toRead: [], splitActionItems: false };
	}
	const wanted = include.filter(isDetail);
	const splitActionItems = event === ACTION_ITEMS_EVENT && include.includes('actionItems');
	const toRead = new Set<DetailName>(wanted);
	if (splitActionItems) toRead.add('keyPoints');
	if (needsConversation(received, filters)) toRead.add('conversation');
	return { wanted, toRead: [...toRead], splitActionItems };
}
