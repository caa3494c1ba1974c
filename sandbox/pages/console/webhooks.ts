import { html } from 'hono/html';
import { eventNames } from '../../../src/api/index.ts';
import { type Control, controls } from '../../control/index.ts';
import type { User } from '../../db/users.ts';
import { listWebhooks, type StoredWebhook } from '../../db/webhooks.ts';
import type { Service } from '../../service.ts';
import { webhookState } from '../../webhooks.ts';
import type { Html } from '../document.ts';
import { secondTime } from '../times.ts';
import { formsOf, type FormContext, rowForm, type Shown } from './form.ts';
import { type Column, mark, NOTHING, table } from './table.ts';

const SHOWN = 100;

interface OwnedWebhook {
	readonly webhook: StoredWebhook;
	readonly owner: User;
}

const columns = (service: Service, context: FormContext, namesOwner: boolean): readonly Column<OwnedWebhook>[] => [
	{
		heading: 'Webhook',
		cell: ({ webhook: { id, url }, owner }) =>
			html`<code>${url}</code> <code class="muted">${id}</code>${namesOwner ? html` <span class="muted">${owner.email}</span>` : ''}`,
	},
	{ heading: 'Events', cell: ({ webhook: { id, events } }) => eventsCell(id, events) },
	{ heading: 'Last delivery (UTC)', cell: ({ webhook, owner }) => state(service, owner, webhook) },
	{ heading: 'Action', kind: 'action', cell: ({ webhook: { id, url } }) => html`<div class="actions">${button(context, controls.webhooks.test, id, url)}${button(context, controls.webhooks.delete, id, url)}</div>` },
];

const eventsCell = (id: string, events: readonly string[]): Html => html`<details>
<summary>${events.length === eventNames.length ? 'all' : `${events.length} of ${eventNames.length}`}<span class="unseen"> events of ${id}</span></summary>
<p>${events.map((event) => html`<code>${event}</code> `)}</p>
</details>`;

function state(service: Service, owner: User, webhook: StoredWebhook): Html | string {
	const { lastDelivery, problem } = webhookState(service, owner, webhook);
	const when = lastDelivery === null ? '' : secondTime(lastDelivery.createdAt);
	if (problem !== null) return html`${when} ${mark('bad', 'problem')} <span class="muted">${problem}</span>`;
	if (lastDelivery === null) return NOTHING;
	return html`${when} ${lastDelivery.status === null ? 'in progress' : mark('good', String(lastDelivery.status))}`;
}

const button = (context: FormContext, control: Control, id: string, url: string): Html => rowForm(context, control, { id }, `the webhook to ${url}, ${id}`);

/** The webhooks, whether their deliveries arrive, and the form for a new one. */
export function webhooksSection(service: Service, shown: Shown, context: FormContext): Html {
	const owners = new Map(shown.users.map((user) => [user.id, user]));
	return html`<section id="webhooks">
<h2 id="webhooks-title">Webhooks</h2>
${table({
	id: 'webhook-list',
	labelledBy: 'webhooks-title',
	columns: columns(service, context, shown.user === undefined),
	rows: listWebhooks(service.db, shown.user?.id ?? null)
		.slice(-SHOWN)
		.flatMap((webhook) => {
			const owner = owners.get(webhook.userId);
			return owner === undefined ? [] : [{ webhook, owner }];
		}),
	rowId: ({ webhook: { id } }) => id,
	empty: 'None yet. The n8n trigger registers one when its workflow is activated.',
})}
${owners.size === 0 ? '' : formsOf(context, 'webhooks')}
</section>`;
}
