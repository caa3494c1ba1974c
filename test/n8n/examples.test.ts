import { z } from 'zod/v4';
import { prepareExample, readExamples } from '../../scripts/n8n/examples.ts';
import { SAMPLE_CONVERSATION_ID } from '../../src/forms/index.ts';

const trigger = { name: 'Trigger', type: 'a.trigger', parameters: {}, credentials: { known: { id: 'old', name: 'Old' } } };
const other = { name: 'Other', type: 'a.other', parameters: {}, credentials: { unknown: { id: 'old', name: 'Old' } } };
const workflow = { name: 'Workflow', nodes: [trigger, other], connections: {} };
const available = { known: { id: 'new', name: 'New' } };

test('a node gets the existing credential of its type, and none if there is none', () => {
	const { nodes } = prepareExample(workflow, available, new Set());
	expect(nodes.map(({ credentials }) => credentials)).toEqual([{ known: { id: 'new', name: 'New' } }, {}]);
});

test('a webhook node gets a webhook ID, or keeps the one it has', () => {
	const { nodes } = prepareExample(workflow, available, new Set(['a.trigger']));
	expect(nodes[0]?.webhookId).toMatch(/^[0-9a-f-]{36}$/);
	expect(nodes[1]?.webhookId).toBeUndefined();
	const kept = prepareExample({ ...workflow, nodes: [{ ...trigger, webhookId: 'mine' }] }, available, new Set(['a.trigger']));
	expect(kept.nodes[0]?.webhookId).toBe('mine');
});

test('every example can be read and has a sticky note', () => {
	const examples = readExamples();
	expect(examples.map(({ key }) => key)).toContain('follow-up-email');
	for (const { workflow: example } of examples) {
		expect(example.nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
	}
});

test('every example that waits for an event has one pinned, which no service knows; the others show a real one', () => {
	const pinned = readExamples().flatMap(({ key, workflow: { nodes, pinData = {} } }) => {
		const instant = nodes.filter(({ type }) => type.endsWith('.meetingAssistantTrigger')).map(({ name }) => name);
		expect([key, Object.keys(pinData)]).toEqual([key, instant]);
		return Object.values(pinData).flatMap((items) => z.array(z.object({ json: z.object({ conversationId: z.string() }) })).parse(items));
	});
	expect(new Set(pinned.map(({ json }) => json.conversationId))).toEqual(new Set([SAMPLE_CONVERSATION_ID]));
});
