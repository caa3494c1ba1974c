import { html } from 'hono/html';
import { controls } from '../../control/index.ts';
import { findConversationById } from '../../db/conversations.ts';
import { listSegments } from '../../db/segments.ts';
import { findUser } from '../../db/users.ts';
import { SandboxError } from '../../errors.ts';
import { type NewRule, Rule } from '../../faults/rule.ts';
import { ImportError } from '../../import/index.ts';
import { check } from '../../options.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { speakersOf } from '../meeting.ts';
import { CONVERSATION_PATH } from './conversation.ts';

export type Fields = Readonly<Record<string, string>>;

/** The action of a form in the console. */
export interface Action {
	/** Section of the page to return to. */
	readonly section: string;
	/** Shown when it is done. `id` is what the action returned. */
	readonly done: string | ((service: Service, id: string) => Html | string);
	/** Whether the form can contain a file. */
	readonly takesFile?: true;
	/** @throws SandboxError */
	readonly run: (service: Service, fields: Fields) => Promise<unknown>;
}

const actions = {
	'import-meeting': {
		section: 'import',
		done: importedNotice,
		takesFile: true,
		run: importFromForm,
	},
	redeliver: {
		section: 'deliveries',
		done: 'Sent again. The outcome is at the top of the deliveries.',
		run: (service, { id }) => controls.deliveries.redeliver.perform(service, { id }),
	},
	'add-fault': {
		section: 'faults',
		done: 'The fault is active.',
		run: async (service, fields) => controls.faults.add.perform(service, faultInput(fields)),
	},
	'end-fault': {
		section: 'faults',
		done: 'The fault was removed.',
		run: (service, { id }) => controls.faults.clear.perform(service, { id }),
	},
	'set-clock': {
		section: 'clock',
		done: 'The clock is set.',
		run: (service, { now, frozen }) =>
			controls.clock.set.perform(service, { now: `${now}Z`, frozen: frozen === 'yes' }),
	},
	'advance-clock': {
		section: 'clock',
		done: 'The clock was moved forward.',
		run: (service, { ms }) => controls.clock.advance.perform(service, { ms: Number(ms) }),
	},
	'real-clock': {
		section: 'clock',
		done: 'The clock shows real time again.',
		run: (service) => controls.clock.real.perform(service, {}),
	},
} as const satisfies Readonly<Record<string, Action>>;

type ActionName = keyof typeof actions;

const byName: ReadonlyMap<string, Action> = new Map(Object.entries(actions));

export const actionNamed = (name: string): Action | undefined => byName.get(name);

/** Sent along with every form of the page. */
export interface FormContext {
	/** Proves that the form is from this page (see `createGuard`). */
	readonly token: string;
	/** The account the page is filtered by; empty for all. */
	readonly userId: string;
}

/** A form that performs an action and returns to the page. */
export const form = ({ token, userId }: FormContext, action: ActionName, fields: Html): Html =>
	html`<form method="post" action="/console/${action}"${byName.get(action)?.takesFile ? html` enctype="multipart/form-data"` : ''}>
<input type="hidden" name="token" value="${token}"><input type="hidden" name="user" value="${userId}">
${fields}
</form>`;

/** Imports the meeting of a submitted form. Returns its ID. @throws SandboxError that says what to do */
async function importFromForm(service: Service, fields: Fields): Promise<string> {
	const { file = '', filename = '', text = '', title = '', owner, keyPoints } = fields;
	const given = [file, text].filter((each) => each.trim() !== '');
	if (given.length === 2) throw new SandboxError('input', 'Choose a file or paste a transcript, not both.');
	if (given.length === 0) {
		throw new SandboxError('input', filename === '' ? 'Choose a file, or paste a transcript.' : `${filename} is empty. Export the transcript again.`);
	}
	try {
		const imported = await controls.meetings.import.perform(service, {
			user: owner,
			text: given[0],
			filename: file.trim() === '' ? 'Pasted transcript' : filename,
			generateKeyPoints: keyPoints === 'yes',
			...(title.trim() !== '' && { title }),
		});
		return imported.conversationId;
	} catch (error) {
		if (!(error instanceof ImportError)) throw error;
		const reason = error.message.replace(/^line/, 'Line');
		throw new SandboxError('input', `The transcript was not imported. ${reason}.`);
	}
}

/** What was imported: the title, and who speaks. */
function importedNotice({ db }: Service, id: string): Html | string {
	const conversation = findConversationById(db, id);
	if (conversation === undefined) return 'The meeting was imported.';
	const owner = findUser(db, conversation.userId);
	const speakers = speakersOf(listSegments(db, id), { local: owner?.name ?? 'You', remote: 'Guest' });
	return html`Imported <a href="${CONVERSATION_PATH}${id}">${conversation.title}</a>.
${speakers.length === 0 ? 'No speaker is named in it.' : `Participants: ${speakers.join(', ')}.`}`;
}

/** The fault rule from a submitted form. @throws SandboxError `input` */
function faultInput(fields: Fields): NewRule {
	const { kind, endpoint = '', percent, count, seed, location } = fields;
	const [method, path] = endpoint === '' ? [] : endpoint.split(' ');
	const all = {
		retryAfterSeconds: number(fields['retryAfterSeconds']),
		delayMs: number(fields['delaySeconds'], 1000),
		skewMs: number(fields['skewSeconds'], 1000),
		location: location || undefined,
		afterProcessing: fields['afterProcessing'] === 'yes',
	};
	const known = Rule.options.find(({ shape }) => shape.kind.value === kind)?.shape ?? {};
	// A form sends every field, even those hidden by CSS because they belong to another kind.
	const own = Object.fromEntries(Object.entries(all).filter(([name, value]) => name in known && value !== undefined));
	return check(Rule, {
		...own,
		kind,
		method,
		path,
		share: number(percent, 0.01),
		count: number(count) ?? null,
		seed: number(seed),
	});
}

function number(text: string | undefined, factor = 1): number | undefined {
	if (text === undefined || text.trim() === '') return undefined;
	const value = Number(text) * factor;
	// 0.3 × 1000 is not a whole number in binary.
	return factor > 1 ? Math.round(value) : value;
}
