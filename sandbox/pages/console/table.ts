import { html } from 'hono/html';
import type { Html } from '../document.ts';

/** The content of an empty cell. Cards omit such cells. */
export const NOTHING = '–';

export interface Column<T> {
	readonly heading: string;
	readonly cell: (row: T) => Html | string | number;
	/** `number` is aligned right. */
	readonly kind?: 'number' | 'action';
}

export interface Table<T> {
	/** ID of the part of the page that is updated while it is open. */
	readonly id: string;
	readonly labelledBy: string;
	readonly columns: readonly Column<T>[];
	readonly rows: readonly T[];
	/** Unique on the page. */
	readonly rowId: (row: T) => string;
	/** Shown instead of a table if there are no rows. */
	readonly empty: Html | string;
}

/**
 * A table that scrolls in its own frame. On a narrow screen CSS turns each row into a card, which removes the table
 * roles of its elements, so they are set explicitly.
 */
export function table<T>({ id, labelledBy, columns, rows, rowId, empty }: Table<T>): Html {
	if (rows.length === 0) return html`<div id="${id}" data-live><p class="empty">${empty}</p></div>`;
	return html`<div id="${id}" data-live><div class="frame" tabindex="0" role="region" aria-labelledby="${labelledBy}">
<table role="table" aria-labelledby="${labelledBy}">
<thead role="rowgroup"><tr role="row">${columns.map(heading)}</tr></thead>
<tbody role="rowgroup">${rows.map(
		(row) => html`<tr role="row" id="${rowId(row)}">${columns.map((column) => cell(column, row))}</tr>`,
	)}</tbody>
</table></div></div>`;
}

const heading = <T>({ heading: text, kind }: Column<T>): Html =>
	html`<th role="columnheader" scope="col" class="${kind ?? ''}">${text}</th>`;

function cell<T>({ heading: text, kind, cell: content }: Column<T>, row: T): Html {
	const shown = content(row);
	const classes = [kind, shown === NOTHING && 'nothing'].filter(Boolean).join(' ');
	return html`<td role="cell" data-label="${text}" class="${classes}"><div>${shown}</div></td>`;
}

/** An HTTP status. The color only repeats what the number says. */
export function statusMark(status: number): Html {
	const tone = status < 300 ? 'good' : status < 500 ? 'warn' : 'bad';
	return mark(tone, String(status));
}

export const mark = (tone: 'good' | 'warn' | 'bad', text: string): Html =>
	html`<span class="mark ${tone}">${text}</span>`;
