import { html } from 'hono/html';
import { iso } from '../../clock.ts';
import { allControls, checkEntered, type Control, type Entry, isRequired, readText, type Section, type Shown as Said } from '../../control/index.ts';
import type { User } from '../../db/users.ts';
import { SandboxError } from '../../errors.ts';
import type { Html } from '../document.ts';
import { CONVERSATION_PATH } from './conversation.ts';

export type Fields = Readonly<Record<string, string>>;

/** What every form of the page needs. */
export interface FormContext {
	/** Proves that the form is from this page (see `createGuard`). */
	readonly token: string;
	/** Time of the sandbox. */
	readonly now: number;
	readonly shown: Shown;
	/** ID of the account that the page is filtered by. Empty for all. */
	readonly userId: string;
	/** The submitted form that was refused. */
	readonly refused: Refused | undefined;
}

export interface Refused {
	readonly action: string;
	readonly fields: Fields;
	/** What to change. Null if that is shown elsewhere. */
	readonly problem: string | null;
}

/** Whose requests, conversations and deliveries the page shows. */
export interface Shown {
	readonly users: readonly User[];
	/** Undefined for all users. */
	readonly user: User | undefined;
}

/** The forms of a section: all of its actions but those that each row of its list has. */
export const formsOf = (context: FormContext, section: Section): Html =>
	html`${allControls.filter((control) => control.section === section && control.inRows === undefined).map((control) => form(context, control))}`;

/** Inputs that have a field. */
const fieldsOf = ({ entries }: Control): readonly Input[] => entries.filter(({ entry }) => entry.label !== undefined);

/** A form that performs an action and returns to the page. If refused, it says why and keeps what was typed. */
function form(context: FormContext, control: Control): Html {
	const { id, button } = control;
	const refused = context.refused?.action === id ? context.refused : undefined;
	const typed = new Typed(refused?.fields);
	const inputs = fieldsOf(control);
	const takesFile = inputs.some(({ entry }) => entry.kind === 'transcript');
	const hasButtons = inputs.some(({ entry }) => entry.buttons !== undefined);
	return html`<form class="form" id="${id}" method="post" action="/console/${id}#${id}"${takesFile ? html` enctype="multipart/form-data"` : ''}>
${hidden(context)}
${inputs.map((one) => field(context, id, one, typed))}
${hasButtons ? '' : html`<button${inputs.length > 0 ? html` class="main"` : ''}>${button}</button>`}
${refused?.problem == null ? '' : html`<div class="problem" role="alert"><p class="notice bad">${refused.problem}</p></div>`}
</form>`;
}

/** The form of one row of a list, with the values of the row. `about`: a description for people who do not see the row. */
export const rowForm = (context: FormContext, { id, button }: Control, values: Fields, about: string): Html =>
	html`<form class="row" method="post" action="/console/${id}">${hidden(context)}${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button>${button}<span class="unseen"> ${about}</span></button></form>`;

const hidden = ({ token, userId }: FormContext): Html => html`<input type="hidden" name="token" value="${token}"><input type="hidden" name="user" value="${userId}">`;

/** The name of an input's field. `user` is already the account by which the page is filtered. */
const fieldName = (name: string): string => (name === 'user' ? 'owner' : name);

type Input = Control['entries'][number];

function field(context: FormContext, formId: string, { name, schema, entry }: Input, typed: Typed): Html | '' {
	const { kind, label = '', example = '', choices = {}, note, only, buttons, suggestions } = entry;
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
		default: {
			const list = suggestions === undefined ? '' : html` list="${formId}-${as}-list"`;
			return html`<label class="${of}">${label} <input type="${inputTypes[kind] ?? 'text'}" ${typed.text(as, firstValue(context, entry, isRequired(schema)))} placeholder="${example}"${kind === 'time' ? html` step="1"` : ''}${required}${described}${list}></label>${below}
${suggestions === undefined ? '' : html`<datalist id="${formId}-${as}-list">${Object.entries(suggestions).map(([value, words]) => html`<option value="${value}">${words}</option>`)}</datalist>`}`;
		}
	}
}

const inputTypes: Readonly<Partial<Record<Entry['kind'], string>>> = { url: 'url', whole: 'number', time: 'datetime-local' };

const firstValue = ({ now }: FormContext, { kind }: Entry, required: boolean): string => (kind === 'time' && required ? iso(now).slice(0, 16) : '');

/** The field for the account. With a single account there is nothing to choose. */
const ownerField = ({ users, user }: Shown, label: string, typed: Typed): Html | '' =>
	users.length < 2
		? ''
		: html`<label>${label} ${typed.select(
				'owner',
				users.map(({ id, email }) => [id, email]),
				user?.id,
			)}</label>`;

/** The input of an action from its submitted form. @throws SandboxError `input` */
export function inputOf(control: Control, fields: Fields, file: Uint8Array = new Uint8Array()): object {
	// A form sends every field, even those hidden by CSS because they belong to another kind.
	const entered = control.inRows === undefined ? fieldsOf(control) : control.entries;
	const own = entered.filter(({ entry: { only } }) => only === undefined || only.includes(fields['kind'] ?? ''));
	const input = own.reduce((values, { name, entry }) => ({ ...values, ...valueIn(name, entry, fields, file) }), {});
	checkEntered(control, input, labelOf);
	return input;
}

const labelOf = (name: string, { label = name }: Entry): string => label;

function valueIn(name: string, entry: Entry, fields: Fields, file: Uint8Array): object {
	const { kind } = entry;
	const text = fields[fieldName(name)] ?? '';
	if (kind === 'transcript') return transcriptIn(text, fields['filename'] ?? '', file);
	if (kind === 'flag') return { [name]: text === 'yes' };
	if (text.trim() === '') return {};
	try {
		return { [name]: readText(kind, text) };
	} catch (error) {
		throw error instanceof SandboxError ? new SandboxError('input', `${labelOf(name, entry)}: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`) : error;
	}
}

/** A file or a pasted text. @throws SandboxError that says what to do */
function transcriptIn(text: string, filename: string, file: Uint8Array): object {
	const isPasted = text.trim() !== '';
	if (isPasted && file.length > 0) throw new SandboxError('input', 'Choose a file or paste a transcript, not both.');
	if (!isPasted && file.length === 0) {
		throw new SandboxError('input', filename === '' ? 'Choose a file, or paste a transcript.' : `${filename} is empty. Export the transcript again.`);
	}
	return isPasted ? { text, filename: 'Pasted transcript' } : { text: file, filename };
}

/** The message after an action. */
export function noticeOf({ text, conversation }: Said): Html {
	const [first = '', ...more] = text.split('\n');
	return html`${conversation === undefined ? '' : html`Imported <a href="${CONVERSATION_PATH}${conversation.id}">${conversation.title}</a>. `}${first}${more.map((line) => html`<br>${line}`)}`;
}

/** The values typed into a refused form, which replace the initial values of its fields. */
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
