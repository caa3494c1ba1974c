import { html } from 'hono/html';
import type { KeyPoints } from '../../../src/api/index.ts';
import type { Html } from '../document.ts';
import { speakerName } from './turns.ts';

type Content = KeyPoints['keypoints'];

/** Saved key points for whoever reads them. Empty lists are left out. */
export function keyPointsSection({ sections, decisions, actionItems, importantDates }: Content): Html {
	return html`<section id="key-points" aria-labelledby="key-points-title">
<h2 id="key-points-title">Key points</h2>
${sections.map(({ heading, points }) => list(heading, points))}
${list('Decisions', decisions)}
${list('Action items', actionItems.map(actionItem))}
${list(
	'Dates',
	importantDates.map(({ date, context }) => html`<strong>${date}</strong>: ${context}`),
)}
</section>`;
}

const list = (heading: string, items: readonly (string | Html)[]): Html | '' =>
	items.length === 0
		? ''
		: html`<h3 dir="auto">${heading}</h3>
<ul>${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul>`;

const actionItem = ({ item, owner, priority }: Content['actionItems'][number]): Html =>
	html`${item} <span class="due">(${owner === '' ? '' : `${speakerName(owner)}, `}${priority} priority)</span>`;
