import { z } from 'zod/v4';
import { api, tones, type Tone } from '../../../../src/api/index.ts';
import { emailDraft } from '../../../../src/format/index.ts';
import { creditFields } from '../../creditFields.ts';
import { operation } from '../../endpointOperation.ts';
import { readInput } from '../../readInput.ts';
import { result } from '../../result.ts';
import { conversationId } from '../conversationId.ts';

const toneNames: Readonly<Record<Tone, string>> = {
	casual: 'Casual',
	concise: 'Concise',
	professional: 'Professional',
};

const Input = z.object({ id: z.string(), recipientName: z.string().optional(), tone: z.enum(tones).optional() });

export const draftEmail = operation({
	endpoint: api.email.draft,
	value: 'draftEmail',
	name: 'Draft Follow-Up Email',
	action: 'Draft a follow up email for a conversation',
	description:
		'Have the AI write a follow-up e-mail, with its body as “text” and as “html”. Nothing is sent. Uses one AI credit each time.',
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
	async *run(session, input) {
		const { data } = await session.call(api.email.draft, readInput(Input, input));
		const { subject, text, html } = emailDraft(data);
		const draft = session.isTool ? { id: data.id, subject, text } : { ...data, subject, text, html };
		yield result({ ...draft, ...creditFields(session) });
	},
});
