import { api } from '../api/index.ts';
import { NEEDS_MEMORY } from './contact.ts';
import { operation } from './operation.ts';

export const getActionItems = operation({
	endpoint: api.contacts.unresolvedThreads,
	id: 'getAll',
	name: ({ list }) => list.name,
	action: ({ list }) => `${list.verb} open action items`,
	description: 'Get open action items from meetings with your contacts, oldest meeting first. The service returns at most 100.',
	fields: {},
	whenEmpty: `No open action items were found. ${NEEDS_MEMORY}`,
});
