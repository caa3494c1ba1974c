import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { world } from '../support/world.ts';
import { dataTable } from './dataTables.ts';
import { externalMeeting } from './externalMeeting.ts';
import { openExample, runToEnd } from './openExample.ts';

const { n8n, standInFor } = world;

const TABLE = 'Meeting notes added to Pipedrive';
const Note = z.strictObject({ content: z.string(), person_id: z.int(), org_id: z.int().optional(), deal_id: z.int().optional() });

async function open() {
	const pipedrive = {
		persons: new Array<{ id: number; email: string; organization: number | null }>(),
		deals: new Array<{ id: number; person: number }>(),
		/** A status to answer a path with, after this many normal answers. */
		fails: { path: '', status: 200, after: 0 },
	};
	const calls = standInFor('api.pipedrive.com', ({ request, body }) => {
		const [method, address = ''] = request.split(' ');
		const { pathname: path, searchParams } = new URL(address, 'https://api.pipedrive.com');
		assert.equal(searchParams.get('api_token'), 'local-key');
		const { fails } = pipedrive;
		if (fails.path === path && fails.after-- <= 0) return { status: fails.status, body: { success: false, error: 'Something went wrong' } };
		if (path === '/v1/notes') return { status: 201, body: { success: true, data: { id: 9000 + notes().length, ...Note.parse(body) } } };
		assert.equal(method, 'GET');
		if (path === '/api/v2/deals') {
			assert.equal(searchParams.get('status'), 'open');
			return { body: { success: true, data: pipedrive.deals.filter(({ person }) => String(person) === searchParams.get('person_id')).map(({ id }) => ({ id })) } };
		}
		assert.deepEqual([path, searchParams.get('fields'), searchParams.get('exact_match')], ['/api/v2/persons/search', 'email', 'true']);
		const found = pipedrive.persons.filter(({ email }) => email === searchParams.get('term'));
		return { body: { success: true, data: { items: found.map(({ id, organization }) => ({ item: { id, organization: organization === null ? null : { id: organization } } })) } } };
	});
	const notes = () => calls.filter(({ request }) => request.startsWith('POST')).map(({ body }) => Note.parse(body));
	const pipedriveApi = await n8n.createCredential('Pipedrive account', 'pipedriveApi', { apiToken: 'local-key' });
	const { sandbox, startEmpty, workflow } = await openExample('meeting-to-pipedrive', { available: { pipedriveApi } });
	await startEmpty();
	const { id } = await n8n.createWorkflow(workflow);
	return {
		id,
		pipedrive,
		calls,
		/** The records to which each note was added. */
		noted: (from = 0) => notes().slice(from).map(({ person_id, org_id, deal_id }) => [person_id, org_id, deal_id]),
		notes,
		sandbox,
		run: () => runToEnd(id, 'After an External Meeting'),
		/** What people read about a meeting. */
		said: async (title: string) => (await (await dataTable(TABLE)).rows()).filter(({ meeting }) => meeting === title).map(({ guest, result, noteOn, leftOut }) => [guest, result, noteOn, leftOut]),
		async close() {
			await (await dataTable(TABLE)).remove();
			await sandbox.stop();
		},
	};
}

suite('meeting-to-pipedrive', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	beforeEach(() => {
		const { pipedrive } = opened;
		pipedrive.fails = { path: '', status: 200, after: 0 };
		pipedrive.persons = [
			{ id: 11, email: 'priya@harbour.example', organization: 7 },
			{ id: 12, email: 'tom@harbour.example', organization: 7 },
			{ id: 13, email: 'mia@linden.example', organization: null },
		];
		pipedrive.deals = [{ id: 501, person: 11 }, { id: 501, person: 12 }];
	});
	after(() => opened.close());

	test('adds a note to each person, and once to their organization and open deal', async () => {
		const { noted, notes, run, said, sandbox } = opened;
		await externalMeeting(sandbox, 'Harbour pilot', ['priya@harbour.example', 'tom@harbour.example', 'mia@linden.example']);
		assert.equal((await run()).status, 'success');
		assert.deepEqual(noted(), [[11, 7, 501], [12, undefined, undefined], [13, undefined, undefined]]);
		for (const { content } of notes()) assert.match(content, /Harbour pilot[\s\S]*I will send the offer by Friday/);
		assert.deepEqual(await said('Harbour pilot'), [
			['priya@harbour.example', 'Note added', 'person, organization, deal', ''],
			['tom@harbour.example', 'Note added', 'person', ''],
			['mia@linden.example', 'Note added', 'person', ''],
		]);
	});

	test('adds no second note if it runs again', async () => {
		const { calls, run } = opened;
		const before = calls.length;
		assert.equal((await run()).status, 'success');
		assert.equal(calls.length, before);
	});

	test('leaves out a guest who is nobody or several, and deals of which several are open, and says so', async () => {
		const { noted, pipedrive, run, said, sandbox } = opened;
		const before = noted().length;
		pipedrive.persons.push({ id: 14, email: 'tom@harbour.example', organization: 8 });
		pipedrive.deals.push({ id: 502, person: 11 });
		await externalMeeting(sandbox, 'Harbour review', ['zoe@harbour.example', 'tom@harbour.example', 'priya@harbour.example']);
		assert.equal((await run()).status, 'success');
		assert.deepEqual(noted(before), [[11, 7, undefined]]);
		assert.deepEqual((await said('Harbour review')).toSorted(), [
			['priya@harbour.example', 'Note added', 'person, organization', '2 open deals'],
			['tom@harbour.example', 'No note', '', '2 persons'],
			['zoe@harbour.example', 'No note', '', 'no person'],
		]);
	});

	test('says so where nobody knows who was there', async () => {
		const { noted, run, said, sandbox } = opened;
		const before = noted().length;
		await externalMeeting(sandbox, 'Unplanned call');
		assert.equal((await run()).status, 'success');
		assert.equal(noted().length, before);
		assert.deepEqual(await said('Unplanned call'), [['not known', 'No note', '', 'Guests not known: no calendar event']]);
	});

	test('fails if Pipedrive does not answer a search, and goes on if that is tried again', async () => {
		const { calls, noted, pipedrive, run, sandbox } = opened;
		const [before, added] = [calls.length, noted().length];
		await externalMeeting(sandbox, 'Linden busy', ['mia@linden.example']);
		pipedrive.fails = { path: '/api/v2/persons/search', status: 429, after: 0 };
		const { message, ...ended } = await run();
		assert.deepEqual(ended, { status: 'error', lastNode: 'Find Person' });
		assert.match(message, /too many requests/);
		assert.equal(calls.length - before, 3);
		pipedrive.fails = { path: '', status: 200, after: 0 };
		assert.equal((await run()).status, 'success');
		assert.deepEqual(noted(added), [[13, undefined, undefined]]);
	});

	test('goes on with the guest it failed at if the failed execution is retried', async () => {
		const { id, noted, pipedrive, run, said, sandbox } = opened;
		const before = noted().length;
		await externalMeeting(sandbox, 'Harbour kick-off', ['priya@harbour.example', 'tom@harbour.example']);
		pipedrive.fails = { path: '/v1/notes', status: 500, after: 1 };
		const { message, ...ended } = await run();
		assert.deepEqual(ended, { status: 'error', lastNode: 'Add Note' });
		assert.match(message, /was not able to process your request/);
		assert.deepEqual((await said('Harbour kick-off')).map(([guest]) => guest), ['priya@harbour.example']);
		pipedrive.fails = { path: '', status: 200, after: 0 };
		const [failed] = await n8n.executions(id);
		await n8n.rest('POST', `/rest/executions/${failed?.id}/retry`, z.unknown(), { loadWorkflow: true });
		assert.deepEqual((await said('Harbour kick-off')).map(([guest, result]) => [guest, result]), [['priya@harbour.example', 'Note added'], ['tom@harbour.example', 'Note added']]);
		// The refused note reached the stand-in too.
		assert.deepEqual(noted(before), [[11, 7, 501], [12, undefined, undefined], [12, undefined, undefined]]);
	});
});
