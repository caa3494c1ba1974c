import { api } from '../../src/api/index.ts';
import { trust } from '../../src/client/trust.ts';
import { ClientError } from '../../src/client/index.ts';
import { findRecipients } from '../../src/reports/index.ts';
import type { ReaderOptions } from '../../src/meetings/index.ts';
import { begin } from './support/task.ts';

interface Account {
	readonly event?: object;
	readonly participants?: unknown;
	readonly contacts?: readonly { id: string; email: string | null; displayName: string | null }[];
	/** Statuses to return instead of an answer. */
	readonly statuses?: { readonly calendar?: number; readonly keyPoints?: number; readonly contacts?: number };
	readonly noMemory?: boolean;
}

/** A client that answers what recipients are found with, and counts its requests. */
function accountOf({ event = {}, participants = [], contacts = [], statuses = {}, noMemory = false }: Account) {
	const asked: string[] = [];
	const ask = (what: keyof typeof statuses): void => {
		asked.push(what);
		const status = statuses[what];
		if (status !== undefined) throw new ClientError({ kind: 'api', status, code: 'x', message: 'x', requestId: null } as never);
	};
	const client = {
		call: async (endpoint: unknown) => {
			const isCalendar = endpoint === api.calendar.events;
			ask(isCalendar ? 'calendar' : 'keyPoints');
			return { data: isCalendar ? [{ id: 'ev1', summary: 'Acme weekly', ...event }] : { keypoints: { participants } } };
		},
		each: async function* (_endpoint: unknown, _input: unknown, { onPage = () => {} }: { onPage?: (page: unknown) => void } = {}) {
			ask('contacts');
			onPage({ data: noMemory ? [] : contacts, ...(noMemory && { reason: 'no-brain' }) });
			if (!noMemory) yield* contacts;
		},
	};
	return { asked, options: trust<ReaderOptions>({ client, now: () => 0 }) };
}

const user = { name: 'Uma Own', email: 'Uma@own.example' };
const linked = { conversationId: 'c1', conversationDate: '2026-03-04T09:00:00Z', linkedCalendarEventId: 'ev1' };
const unlinked = { ...linked, linkedCalendarEventId: null };

async function recipientsOf(account: Account, meeting: typeof linked | typeof unlinked = linked, addressee?: string) {
	const { asked, options } = accountOf(account);
	const found = await findRecipients(begin(options), [meeting], user, addressee);
	const { recipients, source } = found.of('c1');
	return { emails: recipients.map(({ email }) => email), source, asked, without: found.without };
}

const ann = { email: 'Ann.Lee@acme.example', displayName: 'Ann Lee' };
const ben = { email: 'ben@acme.example', displayName: 'Ben Ode' };
const contact = (id: string, { email, displayName }: { email: string | null; displayName: string | null }) => ({ id, email, displayName });

test('guests of the linked event, in one request', async () => {
	expect(await recipientsOf({ event: { attendees: [ann, ben] } })).toMatchObject({
		emails: ['ann.lee@acme.example', 'ben@acme.example'],
		source: { kind: 'guests', event: 'Acme weekly' },
		asked: ['calendar'],
	});
});

test.each([
	['uma@acme.example', [false, true]],
	['uma@gmail.com', [null, null]],
	[null, [null, null]],
])('to %s, it is known or not who is from outside', async (email, external) => {
	const { options } = accountOf({ event: { attendees: [ann, { email: 'pia@gmail.com' }] } });
	const found = await findRecipients(begin(options), [linked], { ...user, email });
	expect(found.of('c1').recipients.map((one) => one.external)).toEqual(external);
});

test.each([
	['the user', { email: 'uma@own.example' }],
	['an alias of the user', { email: 'uma+calendar@own.example' }],
	['who the event says is the user', { email: 'other@own.example', self: true }],
	['who declined', { email: 'x@acme.example', responseStatus: 'declined' }],
	['a room', { email: 'room@acme.example', resource: true }],
	['a room of the other provider', { emailAddress: { address: 'room@acme.example' }, type: 'resource' }],
	['the same mailbox again', { email: 'ann.lee+work@acme.example' }],
	['what is no address', { email: 'x@acme.example\r\nBcc: all@x.example' }],
	['several in one', { email: 'a@x.example,b@x.example' }],
	['without an address', { displayName: 'Zed' }],
	['null', null],
])('no mail for %s', async (_, guest) => {
	expect(await recipientsOf({ event: { attendees: [ann, guest] } })).toMatchObject({ emails: ['ann.lee@acme.example'] });
});

test('the organizer gets one too, but no calendar does', async () => {
	expect(await recipientsOf({ event: { attendees: [ann], organizer: { emailAddress: { address: 'ben@acme.example', name: 'Ben' } } } })).toMatchObject({ emails: ['ann.lee@acme.example', 'ben@acme.example'] });
	expect(await recipientsOf({ event: { attendees: [ann], organizer: { email: 'x@group.calendar.google.com' } } })).toMatchObject({ emails: ['ann.lee@acme.example'] });
});

test('only the addressee, if one of them fits the name', async () => {
	const event = { attendees: [ann, ben] };
	expect(await recipientsOf({ event }, linked, 'Ben')).toMatchObject({ emails: ['ben@acme.example'] });
	expect(await recipientsOf({ event }, linked, 'Carla')).toMatchObject({ emails: [], source: null });
	expect(await recipientsOf({ event: { attendees: [ann, { ...ben, displayName: 'Ann Poe' }] } }, linked, 'Ann')).toMatchObject({ emails: [] });
});

const contacts = [contact('k1', ann), contact('k2', ben)];

test('without a linked event, contacts with the full name of a participant, and nobody by a first name', async () => {
	expect(await recipientsOf({ participants: ['Me', 'Ann Lee', 'Ben', 'Carla Diaz'], contacts }, unlinked)).toEqual({
		emails: ['ann.lee@acme.example'],
		source: { kind: 'contacts', of: 3 },
		asked: ['keyPoints', 'contacts'],
		without: { calendar: false, memory: false, allContacts: false },
	});
	expect(await recipientsOf({ participants: ['Ann Lee'], contacts: [...contacts, contact('k3', { ...ann, email: 'ann@beta.example' })] }, unlinked)).toMatchObject({ emails: [], source: null });
	expect(await recipientsOf({ participants: ['Me', 'Uma Own'], contacts }, unlinked)).toMatchObject({ emails: [], asked: ['keyPoints'] });
});

test.each([
	['an event with only the user', { event: { attendees: [{ email: 'uma@own.example' }] } }],
	['an event without guests', {}],
	['a calendar that may not be read', { statuses: { calendar: 403 } }],
	['no calendar', { statuses: { calendar: 404 } }],
])('after %s, contacts are asked', async (_, account) => {
	expect(await recipientsOf({ ...account, participants: ['Ann Lee'], contacts })).toMatchObject({ emails: ['ann.lee@acme.example'] });
});

test.each([
	['no key points', { statuses: { keyPoints: 404 } }],
	['participants that are none', { participants: null }],
	['no memory feature', { participants: ['Ann Lee'], noMemory: true }],
	['a plan without contacts', { participants: ['Ann Lee'], statuses: { contacts: 403 } }],
	['contacts without names and addresses', { participants: ['Ann Lee'], contacts: [contact('k1', { email: null, displayName: null })] }],
])('with %s, nobody is known', async (_, account) => {
	expect(await recipientsOf({ contacts, ...account }, unlinked)).toMatchObject({ emails: [], source: null });
});

test('each of 500 participants is found among 2,000 contacts of one first name', async () => {
	const many = Array.from({ length: 1999 }, (_, index) => contact(`k${index}`, { email: `ann${index}@x.example`, displayName: `Ann ${index}` }));
	const { options } = accountOf({ participants: Array.from({ length: 500 }, (_, index) => `Ann ${index * 2}`), contacts: many });
	const found = await findRecipients(begin(options), [unlinked], user);
	expect(found.of('c1').recipients).toHaveLength(500);
});
