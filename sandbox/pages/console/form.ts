import { html } from 'hono/html';
import { commandFor } from '../../commandLine.ts';
import { iso } from '../../clock.ts';
import { allControls, type Control, type Entry, isList, isRequired, readText, type Section, type Shown as Said } from '../../control/index.ts';
import type { User } from '../../db/users.ts';
import { SandboxError } from '../../errors.ts';
import type { Html } from '../document.ts';
import { CONVERSATION_PATH } from './conversation.ts';

export type Fields = Readonly<Record<string, string>>;

/** What every form of the page needs. */
export interface FormContext {
	/** Proves that the form is from this page (see `createGuard`). */
	readonly token: string;
	/** Base address of the sandbox. */
	readonly url: string;
	/** Time of the sandbox. */
	readonly now: number;
	readonly shown: Shown;
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

/** Whose conversations, deliveries, keys and webhooks the page shows. */
export interface Shown {
	readonly users: readonly User[];
	/** Undefined for all users. */
	readonly user: User | undefined;
}

/** The forms of a section: all of its actions but those that each row of its list has. */
export const formsOf = (context: FormContext, section: Section, without: readonly Control[] = []): Html =>
	html`${allControls
		.filter((control) => control.section === section && control.button !== undefined && control.form !== 'row' && !without.includes(control))
		.map((control) => (control.form === 'open' ? html`${form(context, control)}${control.entries.length > 1 ? sameCommand(context, control) : ''}` : folded(context, control)))}`;

/** A form behind a heading that opens it. */
const folded = (context: FormContext, control: Control): Html =>
	html`<details class="fold"${isOpen(context, control) ? html` open` : ''}><summary>${control.summary.split(/[.,:]/)[0]}</summary>
${form(context, control)}
${sameCommand(context, control)}
</details>`;

/** An account is what everything else belongs to. */
const isOpen = ({ refused, shown }: FormContext, { id, creates, entries }: Control): boolean =>
	refused?.action === id || (creates === true && entries.length > 0 && shown.users.length === 0);

/** A form that performs an action and returns to the page. If refused, it says why and keeps what was typed. */
export function form(context: FormContext, { id, entries, button, changesAccounts, confirm }: Control): Html {
	const refused = context.refused?.action === id ? context.refused : undefined;
	const typed = new Typed(refused?.fields);
	const [shown, folded] = [false, true].map((isFolded) => entries.filter(({ entry }) => (entry.folded ?? false) === isFolded).map((one) => field(context, id, one, typed)));
	const takesFile = entries.some(({ entry }) => entry.kind === 'transcript');
	const hasButtons = entries.some(({ entry }) => entry.buttons !== undefined);
	return html`<form class="form" id="${id}" method="post" action="/console/${id}#${id}"${takesFile ? html` enctype="multipart/form-data"` : ''}${changesAccounts ? html` data-reload` : ''}>
${hidden(context)}
${shown}
${folded?.length ? html`<details class="more"${refused === undefined ? '' : html` open`}><summary>More</summary><div class="form">${folded}</div></details>` : ''}
${confirm === undefined ? '' : html`<label class="check">${typed.checkbox('confirmed', confirm)}</label>`}
${hasButtons ? '' : html`<button${entries.length > 0 ? html` class="main"` : ''}>${button}</button>`}
${refused?.problem == null ? '' : html`<div class="problem" role="alert"><p class="notice bad">${refused.problem}</p></div>`}
</form>`;
}

/** The form of one row of a list, with what is known of the row. `about`: for those who do not see the row. */
export const rowForm = (context: FormContext, { id, button }: Control, values: Fields, about: string, fields: Html | '' = '', label = button): Html =>
	html`<form class="row" method="post" action="/console/${id}">${hidden(context)}${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${fields} <button>${label}<span class="unseen"> ${about}</span></button></form>`;

const hidden = ({ token, userId, search }: FormContext): Html =>
	html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="user" value="${userId}"><input type="hidden" name="search" value="${search}">`;

/** `user`: the account that the page is filtered by. */
const fieldName = (name: string): string => (name === 'user' ? 'owner' : name);

type Input = Control['entries'][number];

function field(context: FormContext, formId: string, { name, schema, entry }: Input, typed: Typed): Html | '' {
	const { kind, label, example = '', choices = {}, note, only, buttons, suggestions } = entry;
	const required = isRequired(schema) ? html` required` : '';
	const as = fieldName(name);
	const described = note === undefined ? '' : html` aria-describedby="${formId}-${as}-note"`;
	const below = note === undefined ? '' : html`<p class="note" id="${formId}-${as}-note">${note}</p>`;
	const of = only === undefined ? '' : `of ${only.join(' ')}`;
	if (buttons !== undefined) {
		return html`<fieldset><legend>${label}</legend>${Object.entries(buttons).map(([text, value]) => html`<button name="${as}" value="${value}">${text}</button>`)}</fieldset>`;
	}
	switch (kind) {
		case 'user':
			return ownerField(context.shown, label, typed);
		case 'flag':
			return html`<label class="check ${of}">${typed.checkbox(as, label, schema.safeParse(undefined).data === true || name === 'generateKeyPoints')}</label>${below}`;
		case 'choices':
			return html`<fieldset class="events"><legend>${label}</legend>
${Object.entries(choices).map(([value, words]) => html`<label class="check">${typed.checkbox(value, words, true)}</label>`)}</fieldset>`;
		case 'choice': {
			const none: readonly (readonly [string, string])[] = isRequired(schema) || schema.safeParse(undefined).data !== undefined ? [] : [['', 'any']];
			return html`<label class="${of}">${label} ${typed.select(as, [...none, ...Object.entries(choices)], String(schema.safeParse(undefined).data ?? ''))}</label>`;
		}
		case 'transcript':
			return html`<label>${label}
<input type="file" name="file" accept=".vtt,.srt,.sbv,.sub,.txt,.md,.docx,.csv,.tsv,.ttml,.dfxp,.xml,.ass,.ssa,.json,.jsonl"${described}></label>
${below}
<label>Or paste the transcript
<textarea name="${as}" rows="4" placeholder="Ada: Good morning.&#10;Ben: Good morning, Ada.">
${typed.value(as)}</textarea></label>`;
		case 'long':
		case 'lines':
		case 'json':
			return html`<label class="${of}">${label}
<textarea name="${as}" rows="3"${required}${described}>
${typed.value(as)}</textarea></label>${below}`;
		default: {
			const list = suggestions === undefined ? '' : html` list="${formId}-${as}-list"`;
			return html`<label class="${of}">${label} <input type="${inputTypes[kind] ?? 'text'}" ${typed.text(as, firstValue(context, entry, isRequired(schema)))} placeholder="${example}"${kind === 'time' ? html` step="1"` : ''}${required}${described}${list}></label>${below}
${suggestions === undefined ? '' : html`<datalist id="${formId}-${as}-list">${Object.entries(suggestions).map(([value, words]) => html`<option value="${value}">${words}</option>`)}</datalist>`}`;
		}
	}
}

const inputTypes: Readonly<Partial<Record<Entry['kind'], string>>> = { email: 'email', url: 'url', whole: 'number', time: 'datetime-local' };

const firstValue = ({ now }: FormContext, { kind }: Entry, required: boolean): string => (kind === 'time' && required ? iso(now).slice(0, 16) : '');

/** Which account a form is about. With a single account there is nothing to choose. */
const ownerField = ({ users, user }: Shown, label: string, typed: Typed): Html | '' =>
	users.length < 2
		? ''
		: html`<label>${label} ${typed.select(
				'owner',
				users.map(({ id, email }) => [id, email]),
				user?.id,
			)}</label>`;

/** The input of an action from its submitted form. @throws SandboxError `input` */
export function inputOf({ entries, confirm }: Control, fields: Fields, file: Uint8Array = new Uint8Array()): object {
	if (confirm !== undefined && fields['confirmed'] !== 'yes') throw new SandboxError('input', `Check “${confirm}” first.`);
	// A form sends every field, even those hidden by CSS because they belong to another kind.
	const own = entries.filter(({ entry: { only } }) => only === undefined || only.includes(fields['kind'] ?? ''));
	return own.reduce((input, { name, entry }) => ({ ...input, ...valueIn(name, entry, fields, file) }), {});
}

function valueIn(name: string, { kind, choices = {} }: Entry, fields: Fields, file: Uint8Array): object {
	const text = fields[fieldName(name)] ?? '';
	if (kind === 'transcript') return transcriptIn(text, fields['filename'] ?? '', file);
	if (kind === 'choices') return { [name]: Object.keys(choices).filter((choice) => fields[choice] === 'yes') };
	if (kind === 'flag') return { [name]: text === 'yes' };
	if (text.trim() === '') return {};
	try {
		return { [name]: isList(kind) ? parts(kind, text).map((part) => readText(kind, part)) : readText(kind, text) };
	} catch (error) {
		throw error instanceof SandboxError ? new SandboxError('input', `${name}: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`) : error;
	}
}

const parts = (kind: Entry['kind'], text: string): string[] =>
	text.split(kind === 'people' ? /[,;\n]/ : '\n').map((part) => part.trim()).filter((part) => part !== '');

/** A file or a pasted text. @throws SandboxError that says what to do */
function transcriptIn(text: string, filename: string, file: Uint8Array): object {
	const isPasted = text.trim() !== '';
	if (isPasted && file.length > 0) throw new SandboxError('input', 'Choose a file or paste a transcript, not both.');
	if (!isPasted && file.length === 0) {
		throw new SandboxError('input', filename === '' ? 'Choose a file, or paste a transcript.' : `${filename} is empty. Export the transcript again.`);
	}
	return isPasted ? { text, filename: 'Pasted transcript' } : { text: file, filename };
}

/** What to say when an action is done. */
export function noticeOf({ text, secret, next, conversation }: Said): Html {
	const [first = '', ...more] = text.split('\n');
	return html`${conversation === undefined ? '' : html`Imported <a href="${CONVERSATION_PATH}${conversation.id}">${conversation.title}</a>. `}${first}${more.map((line) => html`<br>${line}`)}${
		next === undefined ? '' : html` <a href="#${next.section}">${next.text}</a>.`
	}${secret === undefined ? '' : html` Copy it now, it is shown only once:<br><code class="secret">${secret}</code>`}`;
}

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

/** The command that does the same as a form, with the examples of its fields. */
function sameCommand({ url }: FormContext, { command, entries, confirm }: Control): Html {
	const words = command.split(' ').map((word) => (/^\w/.test(word) ? word : exampleOf(entries.find(({ name }) => word.includes(name)))));
	const options = entries.filter(({ name, schema, entry }) => isRequired(schema) && !['transcript', 'choices'].includes(entry.kind) && !words.some((_word, at) => command.split(' ')[at]?.includes(name)));
	const all = [...words, ...options.map((one) => `--${one.entry.option ?? one.name} ${exampleOf(one)}`), ...(confirm === undefined ? [] : ['--yes'])].join(' ');
	return html`<details class="command"><summary>Same on the command line</summary><code>${commandFor(url, all)}</code></details>`;
}

function exampleOf(input: Input | undefined): string {
	if (input === undefined) return 'call.vtt';
	const { example, choices = {}, kind } = input.entry;
	const text = kind === 'time' ? '2026-03-02T09:15:00Z' : kind === 'choice' ? (Object.keys(choices)[0] ?? '') : (example ?? '');
	return /[^\w@.:/-]/.test(text) ? `'${text.replaceAll("'", '’')}'` : text;
}
