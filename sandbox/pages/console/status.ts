import { html } from 'hono/html';
import type { Html } from '../document.ts';

/** An HTTP status with a colour that only repeats what the number says. */
export function statusMark(status: number): Html {
	const tone = status < 300 ? 'good' : status < 500 ? 'warn' : 'bad';
	return mark(tone, String(status));
}

export const mark = (tone: 'good' | 'warn' | 'bad', text: string): Html =>
	html`<span class="mark ${tone}">${text}</span>`;
