import { html } from 'hono/html';
import { kinds } from '../../faults/rule.ts';
import type { Html } from '../document.ts';
import { endpoints } from './endpoints.ts';
import { faultLabels } from './faultWords.ts';

/** Fields of a new fault. Style shows those of the chosen kind only; the others are not sent on. */
export const faultFields = (): Html => html`<h3>Make requests go wrong</h3>
<label>What happens <select name="kind">${kinds.map((kind) => option(kind, faultLabels[kind]))}</select></label>
<label>Where <select name="endpoint">${option('', 'On every endpoint')}${endpoints.map(({ method, path, summary }) =>
	option(`${method} ${path}`, summary),
)}</select></label>
<div class="pair">
<label>Share of requests, %
<input type="number" name="percent" value="100" min="0.1" max="100" step="0.1" required></label>
<label>How many times <input type="number" name="count" min="1" step="1" placeholder="no end"></label>
</div>
<label class="of rate-limited">Retry after, seconds
<input type="number" name="retryAfterSeconds" min="0" step="1" placeholder="until the next full hour"></label>
<label class="of slow">Delay, seconds
<input type="number" name="delaySeconds" value="5" min="0" max="600" step="0.1"></label>
<label class="of clock-skew">Ahead by, seconds
<input type="number" name="skewSeconds" value="300" step="1"></label>
<label class="of redirect">Redirect to
<input type="url" name="location" value="https://elsewhere.invalid"></label>
<label class="of after check"><input type="checkbox" name="afterProcessing" value="yes">
After the request was processed</label>
<label>Seed <input type="number" name="seed" value="1" step="1" required aria-describedby="seed-note"></label>
<p class="note" id="seed-note">The same seed strikes the same requests in every run.</p>
<button class="main">Add fault</button>`;

const option = (value: string, label: string): Html => html`<option value="${value}">${label}</option>`;
