import { html } from 'hono/html';
import { listConversations, minutesOf, type StoredConversation } from '../../db/conversations.ts';
import { savedKinds } from '../../db/results.ts';
import type { User } from '../../db/users.ts';
import { shareUrl } from '../../resources/conversations.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { minuteTime } from '../times.ts';
import { form, type FormContext } from './actions.ts';
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

/** Whose conversations and deliveries the page shows. */
export interface Shown {
	readonly users: readonly User[];
	/** Undefined for all users. */
	readonly user: User | undefined;
}

/** The newest conversations. With those of several accounts, each row names its account. */
export function conversationsSection(service: Service, { users, user }: Shown): Html {
	const emails = new Map(user === undefined ? users.map(({ id, email }) => [id, email]) : []);
	return html`<section id="conversations">
<h2 id="conversations-title">Conversations</h2>
${table({
	id: 'conversation-list',
	labelledBy: 'conversations-title',
	columns: columns(service, emails),
	rows: listConversations(service.db, user?.id ?? null, SHOWN),
	rowId: ({ id }) => id,
	empty: html`None yet. <a href="#import">Import a meeting</a>.`,
})}
</section>`;
}

/** Takes in a meeting from a file or from pasted text. */
export function importSection({ users, user: shown }: Shown, context: FormContext): Html {
	return html`<section id="import">
<h2>Import a meeting</h2>
${users.length === 0 ? html`<p class="empty">Create an account first.</p>` : form(context, 'import-meeting', importFields(users, shown))}
</section>`;
}

const importFields = (users: readonly User[], shown: User | undefined): Html => html`<label>Transcript file
<input type="file" name="file" accept=".vtt,.srt,.txt,.md,.json" aria-describedby="import-note"></label>
<p class="note" id="import-note">WebVTT, SubRip, JSON, or lines of “Name: text”.</p>
<label>Or paste the transcript
<textarea name="text" rows="4" placeholder="Ada: Good morning.&#10;Ben: Good morning, Ada."></textarea></label>
<label>Title <input name="title" placeholder="from the transcript or the file name"></label>
${
	users.length < 2
		? ''
		: html`<label>Account <select name="owner">${users.map(
				({ id, email }) => html`<option value="${id}"${id === shown?.id ? html` selected` : ''}>${email}</option>`,
			)}</select></label>`
}
<label class="check"><input type="checkbox" name="keyPoints" value="yes" checked> Generate key points, for 1 AI credit</label>
<button class="main">Import</button>`;
