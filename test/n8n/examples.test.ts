import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { WATCH_MINUTES } from '../../nodes/MeetingAssistantTrigger/form.ts';
import { prepareExample, readExamples, withFiles, type Workflow } from '../../scripts/n8n/examples.ts';
import { filesIn, n8nEnvironment } from '../../scripts/n8n/host.ts';
import { portsFrom } from '../../scripts/n8n/ports.ts';
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

test('examples that write files do so where the local n8n may, and their notes still say what to fill in', () => {
	const files = 'C:\\Users\\nora\\files';
	expect(n8nEnvironment(join('data', 'n8n'), portsFrom(5678)).N8N_RESTRICT_FILE_ACCESS_TO?.split(';')).toContain(filesIn(join('data', 'n8n')));
	const writing = readExamples().filter(({ key }) => key.startsWith('meeting-notes'));
	expect(writing).toHaveLength(2);
	for (const { workflow: shipped } of writing) {
		const example = withFiles(shipped, files);
		expect(noteIn(example.nodes)).toBe(noteIn(shipped.nodes));
		const others = example.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
		expect(JSON.stringify(others)).not.toContain('/home/node');
		expect(JSON.stringify(others)).toContain(JSON.stringify(files).slice(1, -1));
	}
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

const noteIn = (nodes: Workflow['nodes']): string =>
	nodes.flatMap(({ type, parameters: { content } }) => (type === 'n8n-nodes-base.stickyNote' ? [String(content)] : [])).join('\n');

// To reuse a table, n8n takes the first whose name contains the wanted one, in any case, and creates the table unless the names are equal.
test('no table of an example has a name that another one contains, and the notes name them', () => {
	const tables = readExamples().flatMap(({ key, workflow: { nodes } }) =>
		nodes.flatMap(({ parameters: { tableName } }) => (tableName === undefined ? [] : [{ key, name: String(tableName), note: noteIn(nodes) }])),
	);
	expect(tables.length).toBeGreaterThan(5);
	const contained = tables.flatMap((one) => tables.filter((other) => other !== one && other.name.toLowerCase().includes(one.name.toLowerCase())).map((other) => [one.name, other.name]));
	expect(contained).toEqual([]);
	const named = tables.filter(({ name }) => !name.startsWith('='));
	expect(named.filter(({ name, note }) => !note.includes(`*${name}*`))).toEqual([]);
	// Short names are likely to be part of the names of people's own tables. In LIKE, “_” and “%” match any characters.
	expect(named.filter(({ name }) => name.split(' ').length < 4 || /[_%]/.test(name))).toEqual([]);
});

/** The nodes that a note says to replace. */
function replacedIn({ nodes, connections }: Workflow): readonly string[] {
	const sentences = noteIn(nodes).split(/\.\s/).filter((sentence) => /\breplace /i.test(sentence));
	const [first = ''] = Object.keys(connections);
	return sentences.flatMap((sentence) => [
		...(sentence.includes('replace the first node') ? [first] : []),
		...nodes.flatMap(({ name }) => (new RegExp(`\\breplace [^,;]*\\*${name}\\*`, 'i').test(sentence) ? [name] : [])),
	]);
}

// n8n's “Replace” gives the new node another name and leaves expressions as they are.
test('no expression names a node that a note says to replace', () => {
	const examples = readExamples().map(({ key, workflow }) => ({ key, workflow, replaced: replacedIn(workflow) }));
	const named = examples.flatMap(({ key, workflow, replaced }) =>
		replaced.filter((name) => JSON.stringify(workflow.nodes).includes(`$('${name}')`)).map((name) => `${key}: ${name}`),
	);
	expect(examples.flatMap(({ replaced }) => replaced)).toEqual(
		expect.arrayContaining(['Transcript Ready', 'Key Points Ready', 'Add Task', 'Write Row', 'Read Note', 'Save Note', 'Your Work Here', 'Create Issue']),
	);
	expect(named).toEqual([]);
});

// The trigger checks its webhook with each of n8n's polls.
test('the note of an example with an instant trigger counts the checks of its webhook, as its rehearsal does', () => {
	const perHour = 60 / WATCH_MINUTES;
	const examples = readExamples().filter(({ workflow: { nodes } }) => nodes.some(({ type }) => type.endsWith('.meetingAssistantTrigger')));
	expect(examples).toHaveLength(4);
	for (const { key, workflow } of examples) expect([key, noteIn(workflow.nodes)]).toEqual([key, expect.stringMatching(new RegExp(`\\b${perHour} .*to check (its|the) webhook`))]);
	const [, perDay = ''] = /\[never-miss-a-meeting\]\(.*?\| – \| (\d+) \|/.exec(readFileSync('examples/README.md', 'utf8')) ?? [];
	const note = examples.find(({ key }) => key === 'never-miss-a-meeting')?.workflow.nodes ?? [];
	expect(noteIn(note)).toContain(`**Cost:** ${Number(perDay) / 24} requests per hour when nothing is new`);
});
