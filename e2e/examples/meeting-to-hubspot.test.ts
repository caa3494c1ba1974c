import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { externalMeeting } from './externalMeeting.ts';
import { openExample, runToEnd } from './openExample.ts';

const { n8n, standInFor } = world;

const Search = z.object({ filterGroups: z.tuple([z.object({ filters: z.array(z.object({ propertyName: z.string(), values: z.array(z.string()).optional(), value: z.string().optional() })) })]) });
const Note = z.object({
	properties: z.object({ hs_timestamp: z.iso.datetime(), hs_note_body: z.string() }),
	associations: z.array(z.object({ to: z.object({ id: z.string() }), types: z.tuple([z.object({ associationCategory: z.literal('HUBSPOT_DEFINED'), associationTypeId: z.int() })]) })),
});

interface Contact {
	readonly id: string;
	readonly email: string;
	readonly company: string | null;
}

async function open() {
	const hubspot = { contacts: new Array<Contact>(), deals: new Array<{ id: string; name: string; contact: string }>(), fails: new Map<string, number>() };
	const calls = standInFor('api.hubapi.com', ({ request, body }) => {
		const path = request.replace('POST /crm/v3/objects/', '');
		const status = hubspot.fails.get(path);
		if (status !== undefined) return { status, body: { status: 'error', message: status === 429 ? 'You have reached your secondly limit.' : 'Something went wrong' } };
		if (path === 'notes') return { status: 201, body: { id: String(9000 + notes().length), properties: {} } };
		const [wanted, open] = Search.parse(body).filterGroups[0].filters;
		const isWanted = (value: string) => wanted?.values?.includes(value) ?? false;
		if (path === 'deals/search') {
			assert.deepEqual([wanted?.propertyName, open?.propertyName, open?.value], ['associations.contact', 'hs_is_closed', 'false']);
			const found = hubspot.deals.filter(({ contact }) => isWanted(contact));
			return { body: { total: found.length, results: found.map(({ id, name }) => ({ id, properties: { dealname: name } })) } };
		}
		const found = hubspot.contacts.filter(({ email }) => isWanted(email));
		return { body: { total: found.length, results: found.map(({ id, email, company }) => ({ id, properties: { email, associatedcompanyid: company } })) } };
	});
	const notes = () => calls.filter(({ request }) => request.endsWith('/notes')).map(({ body }) => Note.parse(body));
	const hubspotAppToken = await n8n.createCredential('HubSpot account', 'hubspotAppToken', { appToken: 'local-key' });
	const { sandbox, startEmpty, workflow } = await openExample('meeting-to-hubspot', { available: { hubspotAppToken } });
	await startEmpty();
	const { id } = await n8n.createWorkflow(workflow);
	return {
		hubspot,
		calls,
		notes,
		sandbox,
		run: () => runToEnd(id, 'After an External Meeting'),
		/** What people read about the latest meeting. */
		said: async () => {
			const [last] = (await (await dataTable('Meeting notes added to HubSpot')).rows()).toSorted((a, b) => Number(b['id']) - Number(a['id']));
			const { meeting, result, noteOn, leftOut } = last ?? {};
			return { meeting, result, noteOn, leftOut };
		},
		async close() {
			await (await dataTable('Meeting notes added to HubSpot')).remove();
			await sandbox.stop();
		},
	};
}

const onto = ({ associations }: z.output<typeof Note>) => associations.map(({ to, types: [{ associationTypeId }] }) => [to.id, associationTypeId]);

suite('meeting-to-hubspot', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	beforeEach(() => {
		opened.hubspot.fails.clear();
		opened.hubspot.contacts = [
			{ id: '101', email: 'priya@harbour.example', company: '7' },
			{ id: '102', email: 'tom@harbour.example', company: '7' },
			{ id: '103', email: 'mia@linden.example', company: null },
		];
		opened.hubspot.deals = [{ id: '501', name: 'Pilot', contact: '101' }];
	});
	after(() => opened.close());

	test('adds one note to the contacts, their company and their open deal', async () => {
		const { calls, notes, run, said, sandbox } = opened;
		await externalMeeting(sandbox, 'Harbour pilot', ['Priya@Harbour.example', 'tom@harbour.example']);
		assert.deepEqual(await run(), { status: 'success', lastNode: 'Remember', message: '' });
		const [note, ...more] = notes();
		assert.deepEqual(more, []);
		assert.deepEqual(note && onto(note), [['101', 202], ['102', 202], ['7', 190], ['501', 214]]);
		assert.match(note?.properties.hs_note_body ?? '', /Harbour pilot[\s\S]*I will send the offer by Friday/);
		assert.equal(calls[0]?.authorization, 'Bearer local-key');
		assert.deepEqual(await said(), { meeting: 'Harbour pilot', result: 'Note added', noteOn: 'priya@harbour.example, tom@harbour.example, Pilot', leftOut: '' });
	});

	test('adds no second note if it runs again', async () => {
		const { calls, run } = opened;
		const before = calls.length;
		assert.equal((await run()).status, 'success');
		assert.equal(calls.length, before);
	});

	test('leaves out a guest who is no contact or several, and deals of which several are open, and says so', async () => {
		const { hubspot, notes, run, said, sandbox } = opened;
		hubspot.contacts.push({ id: '104', email: 'tom@harbour.example', company: '8' });
		hubspot.deals.push({ id: '502', name: 'Extension', contact: '101' });
		await externalMeeting(sandbox, 'Harbour review', ['priya@harbour.example', 'tom@harbour.example', 'zoe@harbour.example']);
		assert.equal((await run()).status, 'success');
		assert.deepEqual(notes().slice(1).map(onto), [[['101', 202], ['7', 190]]]);
		const leftOut = 'tom@harbour.example: 2 contacts, zoe@harbour.example: no contact, 2 open deals';
		assert.deepEqual(await said(), { meeting: 'Harbour review', result: 'Note added', noteOn: 'priya@harbour.example', leftOut });
	});

	test('writes nothing where nobody is found, says so, and adds the note once somebody is', async () => {
		const { hubspot, notes, run, said, sandbox } = opened;
		const before = notes().length;
		await externalMeeting(sandbox, 'First call', ['new@moor.example']);
		assert.equal((await run()).status, 'success');
		assert.equal(notes().length, before);
		assert.deepEqual(await said(), { meeting: 'First call', result: 'No note', noteOn: '', leftOut: 'new@moor.example: no contact' });
		hubspot.contacts.push({ id: '105', email: 'new@moor.example', company: null });
		assert.equal((await run()).status, 'success');
		assert.deepEqual(notes().slice(before).map(onto), [[['105', 202]]]);
		assert.deepEqual(await said(), { meeting: 'First call', result: 'Note added', noteOn: 'new@moor.example', leftOut: '' });
	});

	test('says so where nobody knows who was there', async () => {
		const { notes, run, said, sandbox } = opened;
		const before = notes().length;
		await externalMeeting(sandbox, 'Unplanned call');
		assert.equal((await run()).status, 'success');
		assert.equal(notes().length, before);
		assert.deepEqual(await said(), { meeting: 'Unplanned call', result: 'No note', noteOn: '', leftOut: 'Guests not known: no calendar event' });
	});

	for (const [path, status, tries, why] of [
		['contacts/search', 429, 3, /too many requests/],
		['notes', 500, 1, /was not able to process your request/],
	] as const) {
		test(`fails if HubSpot answers ${path} with ${status}, and adds the note the next time`, async () => {
			const { calls, hubspot, notes, run, sandbox } = opened;
			await externalMeeting(sandbox, `Linden ${status}`, ['mia@linden.example']);
			hubspot.fails.set(path, status);
			const before = calls.length;
			const { message, ...ended } = await run();
			assert.deepEqual(ended, { status: 'error', lastNode: path === 'notes' ? 'Add Note' : 'Find Contacts' });
			assert.match(message, why);
			assert.equal(calls.slice(before).filter(({ request }) => request.endsWith(path)).length, tries);
			hubspot.fails.clear();
			const added = notes().length;
			assert.equal((await run()).status, 'success');
			assert.deepEqual(notes().slice(added).map(onto), [[['103', 202]]]);
		});
	}
});
