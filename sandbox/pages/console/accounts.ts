import { html } from 'hono/html';
import { listKeys, type StoredKey } from '../../db/keys.ts';
import type { User } from '../../db/users.ts';
import { creditUsage } from '../../limits.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { minuteTime } from '../times.ts';
import { controls } from '../../control/index.ts';
import { planLabels } from '../../control/users.ts';
import { formsOf, type FormContext, rowForm, type Shown, Typed } from './form.ts';
import { type Column, table } from './table.ts';

/** With more accounts than this, filter by one. */
const SHOWN = 50;

const accountColumns = (service: Service, context: FormContext): readonly Column<User>[] => [
	{ heading: 'Account', cell: ({ name, email, id }) => html`${name} <span class="muted">${email}</span> <code class="muted">${id}</code>` },
	{ heading: 'AI credits', kind: 'number', cell: (user) => credits(service, user) },
	{
		heading: 'Plan and memory feature',
		cell: ({ id, email, plan, memory }) => {
			const now = new Typed({ plan, memory: memory ? 'yes' : '' });
			const fields = html`<label><span class="unseen">Plan of ${email}</span>${now.select('plan', Object.entries(planLabels))}</label>
<label class="check">${now.checkbox('memory', 'Memory')}</label>`;
			return rowForm(context, controls.users.update, { owner: id }, email, fields);
		},
	},
];

function credits(service: Service, user: User): string {
	const { limit, used } = creditUsage(service, user);
	return limit === null ? `${used} used` : `${used} of ${limit} used`;
}

/** The accounts, their plans, and the form for a new one. */
export const accountsSection = (service: Service, { users, user }: Shown, context: FormContext): Html => html`<section id="accounts">
<h2 id="accounts-title">Accounts</h2>
${table({
	id: 'account-list',
	labelledBy: 'accounts-title',
	columns: accountColumns(service, context),
	rows: user === undefined ? users.slice(0, SHOWN) : [user],
	rowId: ({ id }) => id,
	empty: 'None yet.',
})}
${formsOf(context, 'accounts', users.length === 0 ? [controls.everything.addSample] : [])}
</section>`;

const keyColumns = (context: FormContext, emails: ReadonlyMap<string, string>): readonly Column<StoredKey>[] => [
	{ heading: 'Ends in', cell: ({ lastFour }) => html`<code class="key">…${lastFour}</code>` },
	{ heading: 'Account', cell: ({ userId }) => emails.get(userId) ?? '' },
	{ heading: 'For', cell: ({ toolServerOnly }) => (toolServerOnly ? 'tool server only' : 'API') },
	{ heading: 'Created (UTC)', cell: ({ createdAt }) => minuteTime(createdAt) },
	{
		heading: 'Action',
		kind: 'action',
		cell: ({ lastFour, userId }) =>
			rowForm(context, controls.keys.revoke, { owner: userId, key: lastFour }, `the key ending in ${lastFour}`),
	},
];

/** The active API keys, without the keys themselves, and the form for a new one. */
export const keysSection = ({ db }: Service, shown: Shown, context: FormContext): Html => html`<section id="keys">
<h2 id="keys-title">API keys</h2>
${table({
	id: 'key-list',
	labelledBy: 'keys-title',
	columns: keyColumns(context, new Map(shown.users.map(({ id, email }) => [id, email]))),
	rows: listKeys(db, shown.user?.id ?? null).filter(({ revokedAt }) => revokedAt === null).slice(-SHOWN),
	rowId: ({ userId, lastFour, createdAt }) => `key-${userId}-${lastFour}-${createdAt}`,
	empty: 'None yet.',
})}
${shown.users.length === 0 ? '' : formsOf(context, 'keys')}
</section>`;
