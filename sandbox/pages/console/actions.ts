import { html } from 'hono/html';
import { eventNames } from '../../../src/api/index.ts';
import { controls } from '../../control/index.ts';
import { findConversationById } from '../../db/conversations.ts';
import { listSegments } from '../../db/segments.ts';
import { findUser } from '../../db/users.ts';
import { SandboxError } from '../../errors.ts';
import { type NewRule, Rule } from '../../faults/rule.ts';
import { ImportError } from '../../import/index.ts';
import { check, personIn } from '../../options.ts';
import type { ImportedMeeting } from '../../meetings.ts';
import type { Service } from '../../service.ts';
import { OTHER } from '../../speakers.ts';
import type { Html } from '../document.ts';
import { speakersOf } from '../meeting.ts';
import { CONVERSATION_PATH } from './conversation.ts';

export type Fields = Readonly<Record<string, string>>;

/** The action of a form in the console. */
export interface Action {
	/** Section of the page to return to. */
	readonly section: string;
	/** Whether the form can contain a file. */
	readonly takesFile?: true;
	/** Whether every form of the page changes afterwards. */
	readonly changesAccounts?: true;
	/** Whether each row of a list has this form. Errors are then shown at the top. */
	readonly inRow?: true;
	/** Returns what to say when it is done. @throws SandboxError */
	readonly run: (service: Service, fields: Fields, file: Uint8Array | undefined) => Promise<Html | string>;
}

export const actions = {
	'create-user': {
		section: 'accounts',
		changesAccounts: true,
		async run(service, { name, email, plan, timezone, memory }) {
			const user = await controls.users.create.perform(service, { name, email, plan, timezone, memory: memory === 'yes' });
			return html`Created the account ${user.email}. Next, <a href="#keys">create an API key</a> for it.`;
		},
	},
	'update-user': {
		section: 'accounts',
		inRow: true,
		async run(service, { owner, plan, memory }) {
			const user = await controls.users.update.perform(service, { user: owner, plan, memory: memory === 'yes' });
			return `Saved. ${user.email} is on the ${user.plan} plan, with the memory feature ${user.memory ? 'on' : 'off'}.`;
		},
	},
	'add-sample': {
		section: 'accounts',
		changesAccounts: true,
		async run(service) {
			const { user } = await controls.everything.addSample.perform(service, {});
			return html`Added the account ${user} with a month of meetings. Next, <a href="#keys">create an API key</a> for it.`;
		},
	},
	'create-key': {
		section: 'keys',
		async run(service, { owner, toolServerOnly }) {
			const { key, user } = await controls.keys.create.perform(service, { user: owner, toolServerOnly: toolServerOnly === 'yes' });
			return shownOnce(`Created an API key for ${user}`, key);
		},
	},
	'revoke-key': {
		section: 'keys',
		inRow: true,
		async run(service, { owner, key }) {
			const { lastFour } = await controls.keys.revoke.perform(service, { user: owner, key });
			return `Revoked the key ending in ${lastFour}.`;
		},
	},
	'create-webhook': {
		section: 'webhooks',
		async run(service, { owner, url, ...fields }) {
			const events = eventNames.filter((event) => fields[event] === 'yes');
			const { url: to, secret } = await controls.webhooks.create.perform(service, { user: owner, url, events });
			return shownOnce(`Registered the webhook to ${to}. Its signing secret`, secret);
		},
	},
	'test-webhook': {
		section: 'webhooks',
		inRow: true,
		async run(service, { id }) {
			const { url, status, error } = await controls.webhooks.test.perform(service, { id });
			return `Sent a test event to ${url}. ${status === null ? `No answer: ${error}` : `The answer was ${status}.`}`;
		},
	},
	'delete-webhook': {
		section: 'webhooks',
		inRow: true,
		async run(service, { id }) {
			await controls.webhooks.delete.perform(service, { id });
			return 'The webhook was deleted.';
		},
	},
	'connect-calendar': {
		section: 'calendar',
		async run(service, { owner, provider }) {
			await controls.calendar.connect.perform(service, { user: owner, provider });
			return 'The calendar is connected.';
		},
	},
	'disconnect-calendar': {
		section: 'calendar',
		inRow: true,
		async run(service, { owner }) {
			await controls.calendar.connect.perform(service, { user: owner, provider: null });
			return 'The calendar was disconnected. The API now answers 404.';
		},
	},
	'revoke-calendar': {
		section: 'calendar',
		inRow: true,
		async run(service, { owner }) {
			await controls.calendar.revoke.perform(service, { user: owner });
			return 'Access to the calendar was revoked. The API now answers 403.';
		},
	},
	'add-event': {
		section: 'calendar',
		async run(service, { owner, title, start, end = '', attendees = '' }) {
			await controls.calendar.add.perform(service, {
				user: owner,
				title,
				start: `${start}Z`,
				...(end !== '' && { end: `${end}Z` }),
				attendees: attendees.split(/[,;\n]/).filter((text) => text.trim() !== '').map(personIn),
			});
			return 'The event is in the calendar.';
		},
	},
	'import-meeting': {
		section: 'import',
		takesFile: true,
		run: importFromForm,
	},
	redeliver: {
		section: 'deliveries',
		inRow: true,
		async run(service, { id }) {
			await controls.deliveries.redeliver.perform(service, { id });
			return 'Sent again. The outcome is at the top of the deliveries.';
		},
	},
	'add-fault': {
		section: 'faults',
		async run(service, fields) {
			await controls.faults.add.perform(service, faultInput(fields));
			return 'The fault is active.';
		},
	},
	'end-fault': {
		section: 'faults',
		inRow: true,
		async run(service, { id }) {
			await controls.faults.clear.perform(service, { id });
			return 'The fault was removed.';
		},
	},
	'set-clock': {
		section: 'clock',
		async run(service, { now, frozen }) {
			await controls.clock.set.perform(service, { now: `${now}Z`, frozen: frozen === 'yes' });
			return 'The clock is set.';
		},
	},
	'advance-clock': {
		section: 'clock',
		async run(service, { ms }) {
			await controls.clock.advance.perform(service, { ms: Number(ms) });
			return 'The clock was moved forward.';
		},
	},
	'real-clock': {
		section: 'clock',
		async run(service) {
			await controls.clock.real.perform(service, {});
			return 'The clock shows real time again.';
		},
	},
} as const satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof actions;

const byName: ReadonlyMap<string, Action> = new Map(Object.entries(actions));

export const actionNamed = (name: string): Action | undefined => byName.get(name);

const shownOnce = (what: string, secret: string): Html => html`${what}. Copy it now, it is shown only once:<br><code class="secret">${secret}</code>`;

/** Imports the meeting of a submitted form. @throws SandboxError that says what to do */
async function importFromForm(service: Service, fields: Fields, file: Uint8Array = new Uint8Array()): Promise<Html> {
	const { filename = '', text = '', title = '', me = '', owner, keyPoints } = fields;
	const isPasted = text.trim() !== '';
	if (isPasted && file.length > 0) throw new SandboxError('input', 'Choose a file or paste a transcript, not both.');
	if (!isPasted && file.length === 0) {
		throw new SandboxError('input', filename === '' ? 'Choose a file, or paste a transcript.' : `${filename} is empty. Export the transcript again.`);
	}
	try {
		const imported = await controls.meetings.import.perform(service, {
			user: owner,
			text: isPasted ? text : file,
			filename: isPasted ? 'Pasted transcript' : filename,
			generateKeyPoints: keyPoints === 'yes',
			...(title.trim() !== '' && { title }),
			...(me.trim() !== '' && { me }),
		});
		return importedNotice(service, imported);
	} catch (error) {
		if (!(error instanceof ImportError)) throw error;
		const reason = error.message.replace(/^line/, 'Line');
		throw new SandboxError('input', `The transcript was not imported. ${reason}.`);
	}
}

/** What was imported: the title, who speaks, and what was left out. */
function importedNotice({ db }: Service, { conversationId: id, title, notes }: ImportedMeeting): Html {
	const userId = findConversationById(db, id)?.userId ?? '';
	const speakers = speakersOf(listSegments(db, id), { local: findUser(db, userId)?.name ?? 'You', remote: OTHER });
	return html`Imported <a href="${CONVERSATION_PATH}${id}">${title}</a>.
${speakers.length === 0 ? 'No speaker is named in it.' : `Participants: ${speakers.join(', ')}.`}
${notes.map((note) => html`<br>${note}`)}`;
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
