import { html } from 'hono/html';
import type { Html } from '../document.ts';
import type { ActionName } from './actions.ts';

/** What every form of the page carries along. */
export interface FormContext {
	/** Proves that the form is from this page (see `guard`). */
	readonly token: string;
	/** Account shown; empty without one. */
	readonly userId: string;
}

/** A form that does something and comes back to the page. */
export const form = ({ token, userId }: FormContext, action: ActionName, fields: Html): Html =>
	html`<form method="post" action="/console/${action}">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="user" value="${userId}">
${fields}
</form>`;
