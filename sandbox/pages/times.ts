import { html } from 'hono/html';
import { iso } from '../clock.ts';
import type { Html } from './document.ts';

const utc = { timeZone: 'UTC' } as const;
const longForm = new Intl.DateTimeFormat('en-GB', { ...utc, dateStyle: 'long', timeStyle: 'short' });
const minuteForm = new Intl.DateTimeFormat('en-GB', { ...utc, dateStyle: 'medium', timeStyle: 'short' });
const secondForm = new Intl.DateTimeFormat('en-GB', {
	...utc,
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});

const shownAs = (form: Intl.DateTimeFormat, ms: number): Html =>
	html`<time datetime="${iso(ms)}">${form.format(ms)}</time>`;

/** A time in milliseconds since 1970, in UTC: in full words, to the minute, or to the second
 * without the year. */
export const longTime = (ms: number): Html => html`${shownAs(longForm, ms)} UTC`;
export const minuteTime = (ms: number): Html => shownAs(minuteForm, ms);
export const secondTime = (ms: number): Html => shownAs(secondForm, ms);

/** Time into a recording, as media players show it: `1:05`, `1:02:09`. */
export function offset(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
	const rest = String(seconds % 60).padStart(2, '0');
	return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
