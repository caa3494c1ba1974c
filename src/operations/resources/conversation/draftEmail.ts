import * as z from 'zod/v4';
import { api, Email } from '../../../api/index.ts';
import { choice, text } from '../../../forms/index.ts';
import { emailDraft, type EmailDraft } from '../../../format/index.ts';
import { shapeOf } from '../../../meetings/index.ts';
import { conversationId } from '../conversation.ts';
import { heard, MAX_PAGES } from '../../shared/heard.ts';
import { DraftRecipients, recipientFinder, withRecipients } from '../../shared/recipients.ts';
import { operation, result } from '../../operation.ts';
import { creditsLeftOf } from '../../shared/savedResult.ts';

export const emailTone = choice({
	label: 'Tone',
	choices: [
		{ value: 'casual', label: 'Casual' },
		{ value: 'concise', label: 'Concise' },
		{ value: 'professional', label: 'Professional' },
	],
	initial: 'professional',
	description: 'How the email should sound',
});

const Written = shapeOf<EmailDraft>()({
	subject: z.string().meta({ examples: ['Our pilot review'] }),
	text: z.string().meta({ description: 'The email as plain text: send this, or “html”', examples: Email.shape.body.meta()?.examples }),
	html: z.string().meta({ description: 'The same with paragraphs and lists', examples: ['<p>Hi Priya,</p><p>thank you for your time today.</p>'] }),
});

const { to, ...addressed } = DraftRecipients.shape;

/** First what an email step needs. */
export const Draft = z.looseObject({
	to,
	...Written.shape,
	...Email.shape,
	body: Email.shape.body.describe('As the service wrote it: send “text” or “html” instead'),
	...addressed,
});

export const draftEmail = operation({
	endpoint: api.email.draft,
	id: 'draftEmail',
	name: 'Draft Follow-Up Email',
	action: 'Draft follow-up email',
	description: 'Have the AI write a follow-up email. Nothing is sent. Uses one AI credit each time.',
	notes: 'To send it, use its “text”, or its “html” where there is one.',
	fields: { id: conversationId, withRecipients },
	options: {
		recipientName: text({
			label: 'Recipient Name',
			example: 'Maria',
			description: 'Who the email is addressed to, and the only recipient if any are added',
		}),
		tone: emailTone,
	},
	output: Draft,
	requests: '2, plus 2 or more for recipients',
	async *run(session, { id, recipientName, tone, withRecipients: isAddressed }) {
		const conversation = await heard(session, id, { maxPages: isAddressed ? MAX_PAGES : undefined });
		const { data } = await session.client.email.draft({ id, recipientName, tone });
		const written = emailDraft(data);
		const { subject, text: body } = written;
		// The fields that an email step needs come first, where people see them.
		const draft = session.isAgent ? { id: data.id, subject, text: body } : { ...written, ...data, ...written };
		const recipients = recipientFinder(session, isAddressed);
		const { startTime: conversationDate = null, linkedCalendarEventId = null } = conversation ?? {};
		const addressed = await recipients.of({ conversationId: id, conversationDate, linkedCalendarEventId }, recipientName);
		recipients.settle([addressed]);
		const { to: recipient, ...more } = addressed;
		yield result({ to: recipient, ...draft, ...more, ...creditsLeftOf(session) });
	},
});
