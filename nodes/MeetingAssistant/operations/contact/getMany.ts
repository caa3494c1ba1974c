import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { NEEDS_MEMORY } from '../memory.ts';

export const getMany = operation({
	endpoint: api.contacts.list,
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Find people you have met, those with most meetings first',
	fields: {},
	filters: {
		search: {
			displayName: 'Name or Email Contains',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. maria@acme.com',
			description: 'Only contacts with this text in their name or e-mail address, in upper or lower case',
		},
	},
	whenEmpty: `No contacts were found. ${NEEDS_MEMORY}`,
});
