import { html } from 'hono/html';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../clock.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { longTime, secondTime } from '../times.ts';
import { form, type FormContext } from './form.ts';

const steps = [
	{ ms: MINUTE_MS, label: '+1 minute' },
	{ ms: HOUR_MS, label: '+1 hour' },
	{ ms: DAY_MS, label: '+1 day' },
	{ ms: 31 * DAY_MS, label: '+31 days' },
];

/** The current time of the sandbox, and controls to change it. */
export function clockSection({ clock }: Service, context: FormContext): Html {
	const now = clock.now();
	return html`<section id="clock">
<h2>Clock</h2>
<p id="clock-now" data-live>${stateOf(clock)}</p>
${form(
	context,
	'advance-clock',
	() => html`<fieldset><legend>Move it forward</legend>
${steps.map(({ ms, label }) => html`<button name="ms" value="${ms}">${label}</button>`)}</fieldset>`,
)}
${form(
	context,
	'set-clock',
	(typed) => html`<label>Set it to (UTC)
<input type="datetime-local" ${typed.text('now', iso(now).slice(0, 16))} step="1" required></label>
<label class="check">${typed.checkbox('frozen', 'Freeze it there')}</label>
<button class="main">Set the clock</button>`,
)}
${form(context, 'real-clock', () => html`<button>Back to real time</button>`)}
</section>`;
}

/** A running clock is shown to the minute, so that the page does not change every second. */
function stateOf(clock: Service['clock']): Html {
	const now = clock.now();
	if (clock.isFrozen()) return html`<strong>${secondTime(now)} UTC</strong><br>frozen${skewNote(clock)}`;
	return html`<strong>${longTime(now)}</strong><br>${clock.isReal() ? 'real time' : 'adjusted, running'}${skewNote(clock)}`;
}

/** Receivers check when a delivery was signed: the triggers’ default is five minutes. */
function skewNote(clock: Service['clock']): Html | string {
	if (clock.isReal()) return '';
	return html`<br>Triggers refuse deliveries (401) signed more than 5 minutes off real time, unless their “Max Delivery Age” is 0.`;
}
