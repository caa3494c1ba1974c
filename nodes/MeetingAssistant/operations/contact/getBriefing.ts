import { api } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { contactId } from '../contactId.ts';

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
	advice: {
		forbidden: 'Briefings need a Professional or Enterprise plan with the memory feature switched on',
		not_found: 'Check the contact: the operation “Get Many” of Contact lists the IDs that exist',
	},
});
