import { api } from '../../api/index.ts';
import { simpleProfile } from '../../format/index.ts';
import { boolean } from '../../forms/index.ts';
import { operation, result } from '../operation.ts';

/** n8n requires this wording, and it suits every host. */
export const simplify = boolean({
	label: 'Simplify',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

export const getProfile = operation({
	endpoint: api.user.profile,
	id: 'getProfile',
	name: 'Get Profile',
	action: 'Get user profile',
	description: 'Get your name, email address and plan, and the AI credits used and left this month',
	fields: { simplify },
	async *run({ client }, asked) {
		const { data } = await client.user.profile();
		yield result(asked.simplify ? simpleProfile(data) : data);
	},
});
