import { html } from 'hono/html';
import { commandFor } from '../../commandLine.ts';
import type { User } from '../../db/users.ts';
import type { Html } from '../document.ts';
import { type Action, type ActionName, actions, type Fields } from './actions.ts';

/** What every form of the page needs. */
export interface FormContext {
	/** Proves that the form is from this page (see `createGuard`). */
	readonly token: string;
	/** Base address of the sandbox. */
	readonly url: string;
	/** What the page is filtered by: the ID of an account, and words of titles. Empty for all. */
	readonly userId: string;
	readonly search: string;
	/** The submitted form that was refused. */
	readonly refused: Refused | undefined;
}

export interface Refused {
	readonly action: string;
	readonly fields: Fields;
	/** What to change. Null if that is shown elsewhere. */
	readonly problem: string | null;
}

/** A form that performs an action and returns to the page. If refused, it says why and keeps what was typed. */
export function form(context: FormContext, action: ActionName, fields: (typed: Typed) => Html): Html {
	const refused = context.refused?.action === action ? context.refused : undefined;
	const { takesFile, changesAccounts }: Action = actions[action];
	return html`<form class="form" id="${action}" method="post" action="/console/${action}#${action}"${takesFile ? html` enctype="multipart/form-data"` : ''}${changesAccounts ? html` data-reload` : ''}>
${hidden(context)}
${fields(new Typed(refused?.fields))}
${refused?.problem == null ? '' : html`<div class="problem" role="alert"><p class="notice bad">${refused.problem}</p></div>`}
</form>`;
}

interface Fold {
	readonly heading: string;
	/** The command that does the same. */
	readonly command: string;
	readonly isOpen?: boolean;
}

/** The same behind a heading that opens it. */
export const foldedForm = (context: FormContext, action: ActionName, { heading, command, isOpen = false }: Fold, fields: (typed: Typed) => Html): Html =>
	html`<details class="fold"${isOpen || context.refused?.action === action ? html` open` : ''}><summary>${heading}</summary>
${form(context, action, fields)}
${sameCommand(context, command)}
</details>`;

/** The form of one row of a list. */
export const rowForm = (context: FormContext, action: ActionName, fields: Html): Html =>
	html`<form class="row" method="post" action="/console/${action}">${hidden(context)}${fields}</form>`;

const hidden = ({ token, userId, search }: FormContext): Html =>
	html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="user" value="${userId}"><input type="hidden" name="search" value="${search}">`;

/** What was typed into a refused form, in place of its fields' initial values. */
export class Typed {
	readonly #fields: Fields | undefined;

	constructor(fields: Fields | undefined) {
		this.#fields = fields;
	}

	value(name: string, first = ''): string {
		return this.#fields === undefined ? first : (this.#fields[name] ?? '');
	}

	/** The name of a text field and its value. */
	text(name: string, first = ''): Html {
		return html`name="${name}" value="${this.value(name, first)}"`;
	}

	/** A checkbox, whose value is `yes`. */
	checkbox(name: string, label: string, first = false): Html {
		return html`<input type="checkbox" name="${name}" value="yes"${this.value(name, first ? 'yes' : '') === 'yes' ? html` checked` : ''}> ${label}`;
	}

	/** A list to choose from: values with their labels. */
	select(name: string, options: Iterable<readonly [value: string, label: string]>, first = ''): Html {
		const chosen = this.value(name, first);
		return html`<select name="${name}">${[...options].map(
			([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`,
		)}</select>`;
	}
}

/** Whose conversations, deliveries, keys and webhooks the page shows. */
export interface Shown {
	readonly users: readonly User[];
	/** Undefined for all users. */
	readonly user: User | undefined;
}

/** Which account a form is about. With a single account there is nothing to choose. */
export const ownerField = ({ users, user }: Shown, typed: Typed): Html | '' =>
	users.length < 2
		? ''
		: html`<label>Account ${typed.select(
				'owner',
				users.map(({ id, email }) => [id, email]),
				user?.id,
			)}</label>`;

/** The command that does the same as a form. */
export const sameCommand = ({ url }: FormContext, words: string): Html =>
	html`<details class="command"><summary>Same on the command line</summary><code>${commandFor(url, words)}</code></details>`;
