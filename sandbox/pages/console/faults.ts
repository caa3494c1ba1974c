import { html } from 'hono/html';
import { faultWords, where } from '../../control/faults.ts';
import { controls } from '../../control/index.ts';
import type { ActiveFault } from '../../faults/faults.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { formsOf, type FormContext, rowForm } from './form.ts';
import { type Column, table } from './table.ts';

/** Active faults, and the form for a new one. */
export const faultsSection = ({ faults }: Service, context: FormContext): Html => html`<section id="faults">
<h2 id="faults-title">Faults</h2>
${table({
	id: 'fault-list',
	labelledBy: 'faults-title',
	columns: columns(context),
	rows: faults.list(),
	rowId: ({ id }) => `fault-${id}`,
	empty: 'None. Every request is answered normally.',
})}
${formsOf(context, 'faults')}
</section>`;

const labels = new Map<string, string>(Object.entries(faultWords));

/** The label of the kind in `X-Sandbox-Fault`. */
export const faultLabel = (kind: string): string => labels.get(kind) ?? kind;

const columns = (context: FormContext): readonly Column<ActiveFault>[] => [
	{ heading: 'What', cell: ({ rule }) => html`${faultWords[rule.kind]}<br><span class="muted">${where(rule)}</span>` },
	{ heading: 'Requests affected', kind: 'number', cell: ({ seen, injected }) => `${injected} of ${seen}` },
	{ heading: 'Action', kind: 'action', cell: ({ id, rule }) => rowForm(context, controls.faults.clear, { id: String(id) }, `${faultWords[rule.kind]}, number ${id}`) },
];
