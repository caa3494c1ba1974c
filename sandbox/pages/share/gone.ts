import { html } from 'hono/html';
import type { Page } from '../document.ts';

/** The same for a link that never was and for one that is no more: it does not tell which. */
export const gonePage: Page = {
	title: 'Not here (any more)',
	body: html`<main class="gone">
<h1>There is nothing to read here</h1>
<p>This conversation is no longer shared, or the link is not complete.<br>
Please ask whoever sent it to you for a new one.</p>
</main>`,
};
