import { html } from 'hono/html';
import { controls } from '../../control/index.ts';
import { type ActionItemState, listActionItems } from '../../db/actionItems.ts';
import { listContacts } from '../../db/contacts.ts';
import type { User } from '../../db/users.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { minuteTime } from '../times.ts';
import { CONVERSATION_PATH } from './conversation.ts';
import { formsOf, type FormContext, rowForm, type Shown } from './form.ts';
import { type Column, mark, NOTHING, table } from './table.ts';

/** With more than this of an account, use the command line. */
const SHOWN = 50;

interface Contact {
	readonly id: string;
	readonly email: string;
	readonly displayName: string | null;
	readonly meetingCount: number;
}

const contactColumns: readonly Column<Contact>[] = [
	{ heading: 'Contact', cell: ({ id, email, displayName }) => html`<span dir="auto">${displayName ?? ''}</span> <span class="muted">${email}</span> <code class="muted">${id}</code>` },
	{ heading: 'Meetings', kind: 'number', cell: ({ meetingCount }) => meetingCount },
];

const of = ({ users, user }: Shown): readonly User[] => (user === undefined ? users : [user]);

/** The contacts of all accounts or one, and forms to add one and to set a summary. */
export const contactsSection = ({ db }: Service, shown: Shown, context: FormContext): Html => html`<section id="contacts">
<h2 id="contacts-title">Contacts</h2>
${table({
	id: 'contact-list',
	labelledBy: 'contacts-title',
	columns: contactColumns,
	rows: of(shown).flatMap(({ id }): Contact[] => listContacts(db, id, '', SHOWN, 0)).slice(0, SHOWN),
	rowId: ({ id }) => id,
	empty: 'None yet. Import a meeting with attendees, or add one.',
})}
${shown.users.length === 0 ? '' : formsOf(context, 'contacts')}
</section>`;

type Item = ReturnType<typeof listActionItems>[number] & { readonly userId: string };

const changes: Readonly<Record<ActionItemState, readonly (readonly [ActionItemState, string])[]>> = {
	open: [['resolved', 'Resolve'], ['dismissed', 'Dismiss']],
	resolved: [['open', 'Reopen']],
	dismissed: [['open', 'Reopen']],
};

const itemColumns = (context: FormContext): readonly Column<Item>[] => [
	{ heading: 'Action item', cell: ({ item, hash }) => html`<span dir="auto">${item}</span> <code class="muted">${hash}</code>` },
	{ heading: 'Owner', cell: ({ owner }) => owner ?? NOTHING },
	{ heading: 'Meeting (UTC)', cell: ({ conversationId, meetingTitle, meetingAt }) => html`<a href="${CONVERSATION_PATH}${conversationId}" dir="auto">${meetingTitle}</a> <span class="muted">${minuteTime(meetingAt)}</span>` },
	{ heading: 'State', cell: ({ state }) => (state === 'open' ? 'open' : mark('good', state)) },
	{
		heading: 'Action',
		kind: 'action',
		cell: ({ userId: owner, hash, conversationId, state, item }) =>
			html`<div class="actions">${changes[state].map(([to, label]) => rowForm(context, controls.actionItems.setState, { owner, hash, conversationId, state: to }, item, '', label))}</div>`,
	},
];

/** Action items in every state, those of the oldest meetings first. */
export const actionItemsSection = ({ db }: Service, shown: Shown, context: FormContext): Html => html`<section id="action-items">
<h2 id="action-items-title">Action items</h2>
${table({
	id: 'action-item-list',
	labelledBy: 'action-items-title',
	columns: itemColumns(context),
	rows: of(shown).flatMap(({ id: userId }) => listActionItems(db, userId).map((item) => ({ ...item, userId }))).slice(0, SHOWN),
	rowId: ({ conversationId, hash }) => `item-${conversationId}-${hash}`,
	empty: 'None yet. They come with key points.',
})}
</section>`;
