import { html } from 'hono/html';
import { listConversations, minutesOf, type StoredConversation } from '../../db/conversations.ts';
import { savedKinds } from '../../db/results.ts';
import type { User } from '../../db/users.ts';
import { shareUrl } from '../../resources/conversations.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { minuteTime } from '../times.ts';
import { type Column, NOTHING, table } from './table.ts';

const SHOWN = 50;
const words = { keypoints: 'key points', feedback: 'feedback' };

const columns = ({ db }: Service): readonly Column<StoredConversation>[] => [
	{
		heading: 'Title',
		cell: ({ id, title }) => html`<span dir="auto">${title}</span> <code class="muted">${id}</code>`,
	},
	{ heading: 'Started (UTC)', cell: ({ startedAt }) => minuteTime(startedAt) },
	{ heading: 'Minutes', kind: 'number', cell: minutesOf },
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

/** The newest conversations of an account. */
export const conversationsSection = (service: Service, user: User | undefined): Html =>
	html`<section id="conversations">
<h2 id="conversations-title">Conversations</h2>
${table({
	id: 'conversation-list',
	labelledBy: 'conversations-title',
	columns: columns(service),
	rows: user === undefined ? [] : listConversations(service.db, user.id, SHOWN),
	rowId: ({ id }) => id,
	empty: html`None yet. <code>npx meeting-assistant-sandbox import call.vtt</code> adds one.`,
})}
</section>`;
