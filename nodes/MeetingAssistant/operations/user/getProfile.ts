import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';

export const getProfile = operation({
	endpoint: api.user.profile,
	value: 'getProfile',
	name: 'Get Profile',
	action: 'Get the user profile and AI credits left',
	description: 'Get name, e-mail, plan and the AI credits used and left this month',
	fields: {},
});
