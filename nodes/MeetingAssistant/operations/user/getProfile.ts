import { z } from 'zod/v4';
import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';
import { Simplify, simplify } from '../../simplify.ts';
import { simpleProfile } from './simpleProfile.ts';

const Input = z.object({ simplify: Simplify });

export const getProfile = operation({
	endpoint: api.user.profile,
	value: 'getProfile',
	name: 'Get Profile',
	action: 'Get the user profile and AI credits left',
	description: 'Get name, e-mail, plan and the AI credits used and left this month',
	fields: {},
	own: { fields: { simplify } },
	async *run(session, input) {
		const { data } = await session.client.user.profile();
		yield result(readInput(Input, input).simplify ? simpleProfile(data) : data);
	},
});
