import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';

export const getMany = operation({
	endpoint: api.webhooks.list,
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'List the active webhooks of the account. Their secrets are not included.',
	fields: {},
});
