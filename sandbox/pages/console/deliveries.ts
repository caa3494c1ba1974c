import { html } from 'hono/html';
import { deliveryHeaders } from '../../../src/api/index.ts';
import { controls } from '../../control/index.ts';
import { listDeliveries, type StoredDelivery } from '../../db/deliveries.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { secondTime } from '../times.ts';
import { type FormContext, rowForm, type Shown } from './form.ts';
import { type Column, mark, NOTHING, statusMark, table } from './table.ts';

const SHOWN = 100;
const { signature: SIGNATURE } = deliveryHeaders();

const columns = (context: FormContext): readonly Column<StoredDelivery>[] => [
	{ heading: 'Time (UTC)', cell: ({ createdAt }) => secondTime(createdAt) },
	{
		heading: 'Event',
		cell: ({ event, url }) => html`<code><b>${event}</b></code> <span class="muted">to ${url}</span>`,
	},
	{ heading: 'Signature', cell: signed },
	{ heading: 'Status', cell: outcome },
	{ heading: 'ms', kind: 'number', cell: ({ durationMs }) => durationMs ?? NOTHING },
	{
		heading: 'Action',
		kind: 'action',
		cell: ({ id, event }) =>
			rowForm(context, controls.deliveries.redeliver, { id: String(id) }, `${event}, number ${id}`),
	},
];

const signed = ({ id, signature, body }: StoredDelivery): Html => html`<details>
<summary><code>${signature.slice(0, 12)}…</code>
<span class="unseen">Signature and body of number ${id}</span></summary>
<p><code>${SIGNATURE}: ${signature}</code></p>
<p><code>${body}</code></p>
</details>`;

function outcome({ status, error, durationMs }: StoredDelivery): Html | string {
	if (status !== null) return statusMark(status);
	if (durationMs === null) return 'in progress';
	return html`${mark('bad', 'no answer')} <span class="muted">${error}</span>`;
}

/** Deliveries to webhooks, each with a button to send it again. */
export const deliveriesSection = ({ db }: Service, { user }: Shown, context: FormContext): Html =>
	html`<section id="deliveries">
<h2 id="deliveries-title">Deliveries</h2>
${table({
	id: 'delivery-list',
	labelledBy: 'deliveries-title',
	columns: columns(context),
	rows: listDeliveries(db, user?.id ?? null, SHOWN),
	rowId: ({ id }) => `delivery-${id}`,
	empty: 'None yet. A trigger registers a webhook when its workflow is activated.',
})}
</section>`;
