import { api } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import { findAddresses } from '../../src/reports/index.ts';
import { trust } from '../../src/client/trust.ts';
import type { ReaderOptions } from '../../src/meetings/index.ts';
import { begin } from './support/task.ts';

interface Account {
	readonly guests?: readonly { email: string; displayName?: string; self?: boolean }[];
	readonly contacts?: readonly { id: string; email: string; displayName: string | null }[];
	/** Statuses to return in place of an answer. */
	readonly calendar?: number;
	readonly noMemory?: boolean;
}

const refuse = (status: number): never => {
	throw new ClientError({ kind: 'api', status, code: 'x', message: 'x', requestId: null } as never);
};

/** A client that answers the requests for finding owners, and counts them. */
function accountOf({ guests = [], contacts = [], calendar, noMemory = false }: Account) {
	const asked: string[] = [];
	const client = {
		call: async (endpoint: unknown) => {
			if (endpoint !== api.calendar.events) throw new Error('unexpected');
			asked.push('calendar');
			if (calendar !== undefined) refuse(calendar);
			return { data: [{ id: 'ev1', summary: 'x', attendees: guests }] };
		},
		each: async function* (_endpoint: unknown, _input: unknown, { onPage = () => {} }: { onPage?: (page: unknown) => void } = {}) {
			asked.push('contacts');
			onPage({ data: noMemory ? [] : contacts, ...(noMemory && { reason: 'no-brain' }) });
			if (!noMemory) yield* contacts;
		},
	};
	return { asked, options: trust<ReaderOptions>({ client, now: () => 0 }) };
}

const user = { name: 'Uma Own', email: 'Uma@own.example' };
const meeting = (...names: string[]) => ({ conversationId: 'c1', conversationDate: '2026-03-04T09:00:00Z', linkedCalendarEventId: 'ev1', names });

async function emailOf(owner: string, account: Account, linkedCalendarEventId: string | null = 'ev1') {
	const { asked, options } = accountOf(account);
	const found = await findAddresses(begin(options), [{ ...meeting(owner), linkedCalendarEventId }], user);
	return { ...found.of('c1', owner), asked };
}

const ann = { email: 'Ann.Lee@acme.example', displayName: 'Ann Lee' };
const ben = { email: 'ben@acme.example', displayName: 'Ben Ode' };
const otherAnn = { email: 'ann@beta.example', displayName: 'Ann Poe' };
const mailbox = { email: 'c.diaz@acme.example' };
const contact = (id: string, { email, displayName }: { email: string; displayName: string }) => ({ id, email, displayName });

test.each([
	['a full name', 'Ann Lee', 'ann.lee@acme.example'],
	['a name the other way round', 'Lee, Ann', 'ann.lee@acme.example'],
	['a name without accents', 'Ánn Lée', 'ann.lee@acme.example'],
	['an address', 'ANN.LEE@acme.example', 'ann.lee@acme.example'],
	['a first name', 'Ben', 'ben@acme.example'],
	['a mailbox of somebody without a name', 'Carla Diaz', 'c.diaz@acme.example'],
	['part of a first name', 'Be', null],
	['a surname', 'Ode', null],
	['another surname', 'Ben Smith', null],
	['a pattern', '.*', null],
	['no letter', '???', null],
	['no name', '', null],
])('a guest by %s: %s', async (_, owner, expected) => {
	expect(await emailOf(owner, { guests: [ann, ben, mailbox] })).toMatchObject({ email: expected });
});

test.each([
	['the one after the comma is the first name', 'Ann', [{ email: 'lee@x.example', displayName: 'Lee, Ann' }], 'lee@x.example'],
	['the one before the comma is the surname', 'Lee', [{ email: 'lee@x.example', displayName: 'Lee, Ann' }], null],
	['of two, written in different orders, neither is meant', 'Ann', [{ email: 'lee@x.example', displayName: 'Lee, Ann' }, otherAnn], null],
	['a degree after the comma is no first name alone', 'Ann', [{ email: 'lee@x.example', displayName: 'Ann Lee, PhD' }], 'lee@x.example'],
	['a title is no first name', 'Ann', [{ email: 'lee@x.example', displayName: 'Dr. Ann Lee' }], 'lee@x.example'],
	['a company in brackets is no name', 'Ann Lee', [{ email: 'lee@x.example', displayName: 'Ann Lee (Acme)' }], 'lee@x.example'],
	['what no mail can be sent to is no address', 'Ann', [{ email: 'ann@x.example\r\nBcc: all@x.example', displayName: 'Ann Lee' }], null],
])('in names of guests, %s', async (_, owner, guests, expected) => {
	expect(await emailOf(owner, { guests })).toMatchObject({ email: expected });
});

test('a guest without an address still has a name: nobody else is taken for them', async () => {
	const noAddress = { displayName: 'Ann Lee' } as never;
	const contacts = [contact('k1', otherAnn)];
	expect(await emailOf('Ann', { guests: [noAddress], contacts })).toMatchObject({ email: null, contactId: null });
	expect(await emailOf('Ann', { guests: [noAddress], contacts: [...contacts, contact('k2', ann)] })).toMatchObject({ email: 'ann.lee@acme.example', contactId: 'k2' });
	expect(await emailOf('Ann', { contacts: [...contacts, contact('k3', noAddress)] })).toMatchObject({ email: null, contactId: null });
});

test('if two guests share a first name, neither is chosen, nor is a contact', async () => {
	expect(await emailOf('Ann', { guests: [ann, otherAnn], contacts: [contact('k1', ann)] })).toMatchObject({ email: null, contactId: null });
	expect(await emailOf('Ann Poe', { guests: [ann, otherAnn] })).toMatchObject({ email: 'ann@beta.example' });
	expect(await emailOf('Uma', { guests: [{ email: 'uma@acme.example', displayName: 'Uma Else' }] })).toMatchObject({ email: null });
});

test('a guest who is invited twice counts once', async () => {
	expect(await emailOf('Ann', { guests: [ann, { ...ann, email: 'ann.lee@ACME.example' }] })).toMatchObject({ email: 'ann.lee@acme.example' });
});

test.each(['Me', 'local', 'Uma Own', 'Uma'])('%s is the user', async (owner) => {
	const said = owner === 'local' ? 'Me' : owner;
	expect(await emailOf(said, { guests: [ann] })).toMatchObject({ email: 'uma@own.example' });
});

test('contacts are read only for a name that no guest has, and give the contact’s ID', async () => {
	const contacts = [contact('k1', ann), contact('k2', ben)];
	expect(await emailOf('Ben', { guests: [ben], contacts })).toEqual({ email: 'ben@acme.example', contactId: null, asked: ['calendar'] });
	expect(await emailOf('Ben', { guests: [ann], contacts })).toEqual({ email: 'ben@acme.example', contactId: 'k2', asked: ['calendar', 'contacts'] });
	expect(await emailOf('Ben', { contacts }, null)).toEqual({ email: 'ben@acme.example', contactId: 'k2', asked: ['contacts'] });
	expect(await emailOf('Me', { contacts })).toMatchObject({ asked: [] });
});

test.each([403, 404])('without a calendar (%i), contacts are looked through', async (calendar) => {
	const { asked: _, options } = accountOf({ calendar, contacts: [contact('k2', ben)] });
	const found = await findAddresses(begin(options), [meeting('Ben')], user);
	expect(found.of('c1', 'Ben')).toEqual({ email: 'ben@acme.example', contactId: 'k2' });
	expect(found.without).toEqual({ calendar: true, memory: false, allContacts: false });
});

test('without the memory feature, guests are looked through', async () => {
	const { options } = accountOf({ noMemory: true, guests: [ben] });
	const found = await findAddresses(begin(options), [meeting('Ben', 'Ann')], user);
	expect([found.of('c1', 'Ben').email, found.of('c1', 'Ann').email]).toEqual(['ben@acme.example', null]);
	expect(found.without).toMatchObject({ memory: true });
});

test('with more contacts than are read, no match is certain, and no more pages are read', async () => {
	const many = Array.from({ length: 5000 }, (_, index) => ({ id: `k${index}`, email: `p${index}@x.example`, displayName: index === 0 ? 'Ben Ode' : 'X' }));
	const { options } = accountOf({ contacts: many });
	const found = await findAddresses(begin(options), [meeting('Ben')], user);
	expect(found.of('c1', 'Ben')).toEqual({ email: null, contactId: null });
	expect(found.without).toMatchObject({ allContacts: true });
});

test('names that look like patterns match nobody', async () => {
	const owners = Array.from({ length: 200 }, (_, index) => `(a+)+$${'x'.repeat(500)}${index}`);
	const { options } = accountOf({ guests: [ann, ben] });
	const found = await findAddresses(begin(options), [meeting(...owners)], user);
	expect(owners.map((owner) => found.of('c1', owner).email)).toEqual(owners.map(() => null));
});
