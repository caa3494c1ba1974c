import { html } from 'hono/html';
import { listKeys, type StoredKey } from '../../db/keys.ts';
import { type User, userPlans } from '../../db/users.ts';
import { creditUsage } from '../../limits.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { minuteTime } from '../times.ts';
import { foldedForm, type FormContext, ownerField, rowForm, type Shown, Typed } from './form.ts';
import { type Column, table } from './table.ts';

/** With more accounts than this, filter by one. */
const SHOWN = 50;

const plans = userPlans.map((plan) => [plan, `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`] as const);

const accountColumns = (service: Service, context: FormContext): readonly Column<User>[] => [
	{ heading: 'Account', cell: ({ name, email, id }) => html`${name} <span class="muted">${email}</span> <code class="muted">${id}</code>` },
	{ heading: 'AI credits', kind: 'number', cell: (user) => credits(service, user) },
	{
		heading: 'Plan and memory feature',
		cell: ({ id, email, plan, memory }) => {
			const now = new Typed({ plan, memory: memory ? 'yes' : '' });
			return rowForm(
				context,
				'update-user',
				html`<input type="hidden" name="owner" value="${id}"><label><span class="unseen">Plan of ${email}</span>${now.select('plan', plans)}</label>
<label class="check">${now.checkbox('memory', 'Memory')}</label> <button>Save<span class="unseen"> ${email}</span></button>`,
			);
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
${foldedForm(context, 'create-user', { heading: 'Create an account', command: CREATE, isOpen: users.length === 0 }, accountFields)}
</section>`;

const CREATE = "user create --name 'Ada Example' --email ada@example.com --plan professional";

const accountFields = (typed: Typed): Html => html`<div class="pair">
<label>Name in meetings <input ${typed.text('name')} autocomplete="off" placeholder="Ada Example" required></label>
<label>Email address <input type="email" ${typed.text('email')} autocomplete="off" placeholder="ada@example.com" required></label>
</div>
<div class="pair">
<label>Plan ${typed.select('plan', plans, 'professional')}</label>
<label>Time zone <input ${typed.text('timezone', 'UTC')} placeholder="Europe/Lisbon" required></label>
</div>
<label class="check">${typed.checkbox('memory', 'Memory feature, on plans that include it', true)}</label>
<button class="main">Create account</button>`;

const keyColumns = (context: FormContext, emails: ReadonlyMap<string, string>): readonly Column<StoredKey>[] => [
	{ heading: 'Ends in', cell: ({ lastFour }) => html`<code class="key">…${lastFour}</code>` },
	{ heading: 'Account', cell: ({ userId }) => emails.get(userId) ?? '' },
	{ heading: 'For', cell: ({ toolServerOnly }) => (toolServerOnly ? 'tool server only' : 'API') },
	{ heading: 'Created (UTC)', cell: ({ createdAt }) => minuteTime(createdAt) },
	{
		heading: 'Action',
		kind: 'action',
		cell: ({ lastFour, userId }) =>
			rowForm(
				context,
				'revoke-key',
				html`<input type="hidden" name="owner" value="${userId}"><input type="hidden" name="key" value="${lastFour}">
<button>Revoke<span class="unseen"> the key ending in ${lastFour}</span></button>`,
			),
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
${
	shown.users.length === 0
		? ''
		: foldedForm(
				context,
				'create-key',
				{ heading: 'Create an API key', command: 'key create' },
				(typed) => html`${ownerField(shown, typed)}
<label class="check">${typed.checkbox('toolServerOnly', 'Only for the tool-server integration: the API refuses it')}</label>
<button class="main">Create key</button>`,
			)
}
</section>`;
