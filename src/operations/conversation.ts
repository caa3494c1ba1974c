import { z } from 'zod/v4';
import { api, MAX_QUESTION_LENGTH } from '../api/index.ts';
import { emailDraft, minutesOf } from '../format/index.ts';
import { confirmed, requireConfirmation } from './confirmation.ts';
import { boolean, choice, dateTime, number, reference, text } from './field.ts';
import { listed } from './list.ts';
import { operation, result } from './operation.ts';
import { creditsLeftOf } from './savedResult.ts';

export const conversationId = reference({
	label: 'Conversation',
	name: 'conversationId',
	picks: 'conversation',
	required: true,
	example: 'conv_8Kq2Lw',
	description: ({ list }) => `The recorded meeting or call. ${list.name} returns its ID.`,
});

export const ask = operation({
	endpoint: api.question.ask,
	id: 'ask',
	name: 'Ask a Question',
	action: 'Ask a question about a conversation',
	description: 'Have the AI answer a question from the transcript. Uses one AI credit each time.',
	fields: {
		id: conversationId,
		query: text({
			label: 'Question',
			name: 'question',
			lines: 2,
			required: true,
			example: 'Which dates did we agree on?',
			description: `Up to ${MAX_QUESTION_LENGTH} characters`,
		}),
	},
	async *run(session, { id, query }) {
		const { data } = await session.client.question.ask({ id, query });
		// An AI agent only needs the answer, and pays for every word of the rest.
		const answer = session.isAgent ? { id: data.id, query: data.query, response: data.response } : data;
		yield result({ ...answer, ...creditsLeftOf(session) });
	},
});

export const deleteConversation = operation({
	endpoint: api.conversations.delete,
	id: 'delete',
	name: 'Delete',
	action: 'Delete a conversation with no undo',
	description:
		'Delete a conversation and its transcript. The service can recover the data, but this integration cannot restore it.',
	fields: { id: conversationId, confirmed },
	async *run(session, { id, confirmed: isConfirmed }) {
		requireConfirmation(session, isConfirmed);
		const { data } = await session.client.conversations.delete({ id });
		yield result(data);
	},
});

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

export const draftEmail = operation({
	endpoint: api.email.draft,
	id: 'draftEmail',
	name: 'Draft Follow-Up Email',
	action: 'Draft a follow up email after a conversation',
	description:
		'Have the AI write a follow-up email, returned as plain text and as HTML. Nothing is sent. Uses one AI credit each time.',
	fields: { id: conversationId },
	options: {
		recipientName: text({ label: 'Recipient Name', example: 'Maria', description: 'Who the email is addressed to' }),
		tone: emailTone,
	},
	async *run(session, { id, recipientName, tone }) {
		const { data } = await session.client.email.draft({ id, recipientName, tone });
		const { subject, text: body, html } = emailDraft(data);
		const draft = session.isAgent ? { id: data.id, subject, text: body } : { ...data, subject, text: body, html };
		yield result({ ...draft, ...creditsLeftOf(session) });
	},
});

const Element = z.object({
	startTime: z.string().catch(''),
	endTime: z.unknown(),
	duration: z.unknown(),
	linkedCalendarEventId: z.string().min(1).nullish().catch(null),
});

interface Wanted {
	readonly before?: string | undefined;
	readonly minMinutes?: number | undefined;
	readonly withCalendarEvent?: boolean | undefined;
}

/** A filter for what the service cannot filter by; undefined when none of it is set. */
function wanted({ before, minMinutes, withCalendarEvent }: Wanted) {
	if (before === undefined && minMinutes === undefined && withCalendarEvent === undefined) return undefined;
	return (element: unknown): boolean => {
		const { linkedCalendarEventId, ...lasted } = Element.parse(element);
		return (
			(before === undefined || Date.parse(lasted.startTime) < Date.parse(before)) &&
			(minMinutes === undefined || (minutesOf(lasted) ?? 0) >= minMinutes) &&
			(withCalendarEvent === undefined || Boolean(linkedCalendarEventId) === withCalendarEvent)
		);
	};
}

const HERE = 'The service cannot filter by this, so conversations are read, 100 per request, until enough match';

export const getConversations = operation({
	endpoint: api.conversations.list,
	id: 'getAll',
	name: ({ list }) => list.name,
	action: ({ list }) => `${list.verb} conversations`,
	description: 'Find recorded meetings and calls by title, date and length',
	fields: {},
	filters: {
		since: dateTime({
			label: 'After',
			description: ({ flow }) =>
				`Only conversations after this date and time. A time without an offset is in the ${flow}’s time zone.`,
		}),
		before: dateTime({
			label: 'Before',
			description: `Only conversations that started before this date and time. ${HERE}.`,
		}),
		minMinutes: number({
			label: 'Minimum Minutes',
			min: 0,
			initial: 5,
			description: `Only conversations at least this long. ${HERE}.`,
		}),
		search: text({ label: 'Title Contains', example: 'Acme', description: 'Only conversations with this text in their title' }),
		withCalendarEvent: boolean({
			label: 'With Calendar Event',
			initial: true,
			description: `Whether to return only conversations that belong to a calendar event, or only those that do not. ${HERE}.`,
		}),
	},
	async *run(session, { search, since, ...asked }, limit) {
		const options = { limit, wants: wanted(asked) };
		for await (const conversation of listed(session, api.conversations.list, { search, since }, options)) {
			yield result(conversation);
		}
	},
});

export const rename = operation({
	endpoint: api.conversations.rename,
	id: 'rename',
	name: 'Rename',
	action: 'Rename a conversation',
	description: 'Give a conversation a new title. Everything else stays the same.',
	fields: {
		id: conversationId,
		title: text({ label: 'New Title', required: true, example: 'Acme: contract review' }),
	},
});

export const share = operation({
	endpoint: api.conversations.share,
	id: 'share',
	name: 'Share',
	action: 'Share a conversation by public link',
	description: 'Create a public link. Anyone who has it can read the conversation, and this integration cannot make it private again.',
	fields: { id: conversationId },
});
