import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { controls } from '../../sandbox/control/index.ts';
import { world } from '../support/world.ts';
import { executionsOf } from './openExample.ts';
import { openExample, withFields } from './openExample.ts';
import { startReceiver } from '../support/localServers.ts';

const { n8n } = world;

async function open() {
	const tickets = await startReceiver();
	const header = await n8n.createCredential('Ticket system account', 'httpHeaderAuth', { name: 'Authorization', value: 'Token abc' });
	const { sandbox, workflow } = await openExample('failed-transcript-ticket', { available: { httpHeaderAuth: header } });
	const { id } = await n8n.createWorkflow(withFields(workflow, 'Open Ticket', { url: tickets.url }));
	return {
		tickets,
		sandbox,
		id,
		async close() {
			await n8n.unpublish(id);
			await sandbox.stop();
			await tickets.stop();
		},
	};
}

suite('failed-transcript-ticket', () => {
	let opened: Awaited<ReturnType<typeof open>>;
	before(async () => {
		opened = await open();
	});
	after(() => opened.close());

	test('shows a sample ticket before anything has failed', async () => {
		const { id, tickets } = opened;
		assert.equal((await n8n.run(id, 'Transcript Failed')).status, 'success');
		assert.deepEqual(tickets.received[0]?.body, {
			title: 'No transcript: Pilot review with Harbour',
			description: 'The recording holds no speech.\nRecorded: 2026-11-02T10:00:00Z\nFailed: 2026-11-02T10:30:00Z',
			external_id: 'sample-conversation',
			labels: ['meeting-assistant', 'transcript-failed'],
		});
	});

	test('opens one ticket for a failed recording, even if the ticket system is down at first', async () => {
		const { id, sandbox, tickets } = opened;
		assert.equal(await n8n.publish(id), null);
		tickets.refusals.push(503);
		const { conversationId } = await sandbox.perform(controls.meetings.recordFailed, {
			title: 'Call with "Moss" \\ Sons',
			error: 'No speech was found.',
		});
		const [execution] = await executionsOf(id, 2);
		assert.equal(execution?.status, 'success');
		const [refused, taken, ...more] = tickets.received.slice(1);
		assert.deepEqual(more, []);
		assert.deepEqual(taken?.body, refused?.body);
		assert.equal(Object(taken?.body).external_id, conversationId);
		assert.equal(Object(taken?.body).title, 'No transcript: Call with "Moss" \\ Sons');
		assert.equal(taken?.headers.authorization, 'Token abc');
		assert.match(String(taken?.headers['idempotency-key']), new RegExp(`^transcript.failed:${conversationId}:`));
		assert.equal(taken?.headers['idempotency-key'], refused?.headers['idempotency-key']);
	});
});
