import { html } from 'hono/html';
import { api, type Endpoint } from '../../../src/api/index.ts';
import type { ActiveFault } from '../../faults/faults.ts';
import { kinds, type Rule } from '../../faults/rule.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { form, type FormContext, rowForm, type Typed } from './form.ts';
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
${form(context, 'add-fault', faultFields)}
</section>`;

/** Every endpoint of the table, in its order. */
const endpoints: readonly Endpoint[] = Object.values(api).flatMap((resource): Endpoint[] =>
	Object.values(resource),
);

/** What goes wrong, in plain words. */
const faultLabels: Readonly<Record<Rule['kind'], string>> = {
	'rate-limited': '429: hourly limit reached',
	'provider-busy': '429: AI provider busy',
	'ai-limit-exceeded': '429: AI credits used up',
	'internal-error': '500: internal error',
	unavailable: '503 with an HTML body',
	'connection-reset': 'Connection reset',
	'slow-first-byte': 'Slow first byte',
	'slow-body': 'Slow body',
	'truncated-json': 'JSON cut short',
	'wrong-content-type': 'Wrong content type',
	redirect: 'Redirect to another origin',
	'clock-skew': 'Server clock off',
	'incomplete-key-points': 'Key points with missing fields',
	'parallel-generations': 'Parallel generations each cost a credit',
};

const labels = new Map<string, string>(Object.entries(faultLabels));

/** The labels of the kinds listed in `X-Sandbox-Fault`. */
export const faultWords = (kinds: string): string =>
	kinds.split(', ').map((kind) => labels.get(kind) ?? kind).join(' · ');

/** Fields of a new fault. CSS shows only those of the chosen kind; the others are ignored. */
const faultFields = (typed: Typed): Html => html`<h3>Make requests fail</h3>
<label>What happens ${typed.select('kind', Object.entries(faultLabels), kinds[0])}</label>
<label>Where ${typed.select('endpoint', [['', 'Every endpoint'], ...endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary] as const)])}</label>
<div class="pair">
<label>Share of requests, %
<input type="number" ${typed.text('percent', '100')} min="0.1" max="100" step="0.1" required></label>
<label>How many times <input type="number" ${typed.text('count')} min="1" step="1" placeholder="unlimited"></label>
</div>
<label class="of rate-limited">Retry after, seconds
<input type="number" ${typed.text('retryAfterSeconds')} min="0" step="1" placeholder="until the next full hour"></label>
<label class="of slow">Delay, seconds
<input type="number" ${typed.text('delaySeconds', '5')} min="0" max="600" step="0.1"></label>
<label class="of clock-skew">Ahead by, seconds
<input type="number" ${typed.text('skewSeconds', '300')} step="1"></label>
<label class="of redirect">Redirect to
<input type="url" ${typed.text('location', 'https://elsewhere.invalid')}></label>
<label class="of after check">${typed.checkbox('afterProcessing', 'After the request was processed')}</label>
<label>Seed <input type="number" ${typed.text('seed', '1')} step="1" required aria-describedby="seed-note"></label>
<p class="note" id="seed-note">With the same seed, the same requests fail in every run.</p>
<button class="main">Add fault</button>`;

const columns = (context: FormContext): readonly Column<ActiveFault>[] => [
	{
		heading: 'What',
		cell: ({ rule }) =>
			html`${faultLabels[rule.kind]}<br><span class="muted">${where(rule)} · ${howOften(rule)}</span>`,
	},
	{ heading: 'Requests affected', kind: 'number', cell: ({ seen, injected }) => `${injected} of ${seen}` },
	{
		heading: 'Action',
		kind: 'action',
		cell: ({ id, rule }) =>
			rowForm(
				context,
				'end-fault',
				html`<input type="hidden" name="id" value="${id}">
<button>End<span class="unseen"> ${faultLabels[rule.kind]}, number ${id}</span></button>`,
			),
	},
];

function howOften({ share, count }: ActiveFault['rule']): string {
	const part = share === 1 ? 'every time' : `${Math.round(share * 1000) / 10}% of the time`;
	return count === null ? part : `${part} · at most ${count === 1 ? 'once' : `${count} times`}`;
}

function where({ method, path }: ActiveFault['rule']): string {
	if (path === undefined) return method === undefined ? 'every endpoint' : `every ${method}`;
	const known = endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
	return known?.summary ?? `${method ?? ''} ${path}`.trim();
}
