import { api, type Tone } from '../../../../src/api/index.ts';
import { operation } from '../../operation.ts';
import { conversationId } from '../conversationId.ts';

const toneNames: Readonly<Record<Tone, string>> = {
	casual: 'Casual',
	concise: 'Concise',
	professional: 'Professional',
};

export const draftEmail = operation({
	endpoint: api.email.draft,
	value: 'draftEmail',
	name: 'Draft Follow-Up Email',
	action: 'Draft a follow up email for a conversation',
	description: 'Have the AI write a follow-up e-mail. Nothing is sent. Uses one AI credit each time.',
	fields: { id: conversationId },
	options: {
		recipientName: {
			displayName: 'Recipient Name',
			name: 'recipientName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Maria',
			description: 'Who the e-mail speaks to',
		},
		tone: {
			displayName: 'Tone',
			name: 'tone',
			type: 'options',
			options: Object.entries(toneNames).map(([value, name]) => ({ name, value })),
			default: 'professional',
			description: 'How the e-mail sounds',
		},
	},
});
