import { z } from 'zod/v4';
import { api } from '../../../../src/api/index.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';
import { Simplify, simplify } from '../../simplify.ts';
import { contactId } from '../contactId.ts';
import { simpleBriefing } from './simpleBriefing.ts';

const Input = z.object({ id: z.string(), historyLimit: z.number().optional() });
const Shape = z.object({ simplify: Simplify });

export const getBriefing = operation({
	endpoint: api.contacts.briefing,
	value: 'getBriefing',
	name: 'Get Briefing',
	action: 'Get a briefing on a contact',
	description: 'Get what to know before you meet somebody: summary, past meetings, open action items and decisions',
	fields: { id: contactId },
	options: {
		historyLimit: {
			displayName: 'Recent Meetings Read',
			name: 'historyLimit',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: 25,
			description: 'How many of the latest meetings with the contact are read, 1 to 50',
		},
	},
	own: { fields: { simplify } },
	advice: {
		forbidden: 'Briefings need a Professional or Enterprise plan with the memory feature switched on',
		not_found: 'Check the contact: Contact “Get Many” lists the IDs that exist',
	},
	async *run(session, input) {
		const { data } = await session.client.contacts.briefing(readInput(Input, input));
		yield result(readInput(Shape, input).simplify ? simpleBriefing(data) : data);
	},
});
