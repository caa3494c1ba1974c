import { html } from 'hono/html';
import type { ActiveFault } from '../../faults/faults.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { endpoints } from './endpoints.ts';
import { faultFields } from './faultFields.ts';
import { faultLabels } from './faultWords.ts';
import { form, type FormContext } from './form.ts';
import { table, type Column } from './table.ts';

const columns = (context: FormContext): readonly Column<ActiveFault>[] => [
	{
		heading: 'What',
		cell: ({ rule }) =>
			html`${faultLabels[rule.kind]}<br><span class="muted">${where(rule)} · ${howOften(rule)}</span>`,
	},
	{ heading: 'Struck', kind: 'number', cell: ({ seen, injected }) => `${injected} of ${seen}` },
	{
		heading: 'End',
		kind: 'action',
		cell: ({ id, rule }) =>
			form(
				context,
				'end-fault',
				html`<input type="hidden" name="id" value="${id}">
<button>End<span class="unseen"> ${faultLabels[rule.kind]}, number ${id}</span></button>`,
			),
	},
];

function howOften({ share, count }: ActiveFault['rule']): string {
	const part = share === 1 ? 'every time' : `${Math.round(share * 1000) / 10} % of the time`;
	return count === null ? part : `${part} · at most ${count === 1 ? 'once' : `${count} times`}`;
}

function where({ method, path }: ActiveFault['rule']): string {
	if (path === undefined) return method === undefined ? 'every endpoint' : `every ${method}`;
	const known = endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
	return known?.summary ?? `${method ?? ''} ${path}`.trim();
}

/** Faults in force, and the form for a new one. */
export const faultsSection = ({ faults }: Service, context: FormContext): Html => html`<section id="faults">
<h2 id="faults-title">Faults</h2>
${table({
	id: 'fault-list',
	labelledBy: 'faults-title',
	columns: columns(context),
	rows: faults.list(),
	rowId: ({ id }) => `fault-${id}`,
	empty: 'None: every request is answered as it should be.',
})}
${form(context, 'add-fault', faultFields())}
</section>`;
