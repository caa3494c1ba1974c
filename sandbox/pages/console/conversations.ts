import { html } from 'hono/html';
import { listConversations, secondsOf, type StoredConversation } from '../../db/conversations.ts';
import { savedKinds } from '../../db/results.ts';
import { shareUrl } from '../../resources/conversations.ts';
import type { Service } from '../../service.ts';
import { lengthOf } from '../../text.ts';
import type { Html } from '../document.ts';
import { minuteTime } from '../times.ts';
import { formsOf, type FormContext, type Shown } from './form.ts';
import { CONVERSATION_PATH } from './conversation.ts';
import { type Column, NOTHING, table } from './table.ts';

const SHOWN = 50;
const words = { keypoints: 'key points', feedback: 'feedback' };

const columns = ({ db }: Service, emails: ReadonlyMap<string, string>): readonly Column<StoredConversation>[] => [
	{
		heading: 'Title',
		cell: ({ id, title, userId }) =>
			html`<a href="${CONVERSATION_PATH}${id}" dir="auto">${title}</a> <code class="muted">${id}</code> <span class="muted">${emails.get(userId)}</span>`,
	},
	{ heading: 'Started (UTC)', cell: ({ startedAt }) => minuteTime(startedAt) },
	{ heading: 'Length', kind: 'number', cell: (conversation) => lengthOf(secondsOf(conversation)) },
	{ heading: 'Segments', kind: 'number', cell: ({ segmentCount }) => segmentCount },
	{
		heading: 'Saved',
		cell: ({ id }) =>
			savedKinds(db, id)
				.map((kind) => words[kind])
				.join(', ') || NOTHING,
	},
	{
		heading: 'Shared',
		cell: ({ title, shareToken }) =>
			shareToken === null
				? NOTHING
				: html`<a href="${shareUrl('', shareToken)}">open<span class="unseen"> ${title}</span></a>`,
	},
];

/** The newest conversations. If they belong to several accounts, each row names its account. */
export function conversationsSection(service: Service, { users, user }: Shown): Html {
	const emails = new Map(user === undefined ? users.map(({ id, email }) => [id, email]) : []);
	return html`<section id="conversations">
<h2 id="conversations-title">Conversations</h2>
${table({
		id: 'conversation-list',
		labelledBy: 'conversations-title',
		columns: columns(service, emails),
		rows: listConversations(service.db, user?.id ?? null, '', SHOWN),
		rowId: ({ id }) => id,
		empty: html`None yet. <a href="#meetings">Import a meeting</a>.`,
	})}
</section>`;
}

/** Takes in a meeting from a file or from pasted text. */
export const importSection = ({ users }: Shown, context: FormContext): Html => html`<section id="meetings">
<h2>Import a meeting</h2>
${users.length === 0 ? html`<p class="empty">Create an account first.</p>` : formsOf(context, 'meetings')}
</section>`;
