import { html } from 'hono/html';
import { controls } from '../../control/index.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { longTime, secondTime } from '../times.ts';
import { formsOf, type FormContext } from './form.ts';

/** The current time of the sandbox, and controls to change it. */
export const clockSection = ({ clock }: Service, context: FormContext): Html => html`<section id="clock">
<h2>Clock</h2>
<p id="clock-now" data-live>${stateOf(clock)}</p>
${formsOf(context, 'clock')}
</section>`;

/** Whether the AI works, and the switch. */
export const aiSection = ({ aiPause }: Service, context: FormContext): Html => html`<section id="ai">
<h2>AI</h2>
<p id="ai-state" data-live>${controls.ai.show.shown(aiPause.state()).text}</p>
${formsOf(context, 'ai')}
</section>`;

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
