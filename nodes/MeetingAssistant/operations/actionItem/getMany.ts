import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { NEEDS_MEMORY } from '../memory.ts';

export const getMany = operation({
	endpoint: api.contacts.unresolvedThreads,
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many open action items',
	description:
		'Get what is still open from meetings with contacts, oldest meeting first. The service returns 100 at most.',
	fields: {},
	whenEmpty: `No open action items were found. ${NEEDS_MEMORY}`,
});
