import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PinnedWorkflow } from '../../packages/rehearsal/workflow.ts';
import { checkCalled, createLibrary } from '../../packages/rehearsal/engine/library.ts';

const workflow = (id: string, name: string): PinnedWorkflow => ({ id, name, nodes: [], connections: {} });

test('of several copies of a sub-workflow, the one that was named first is called', () => {
	const [meant, older] = [workflow('ID', 'Send'), workflow('ID', 'Send, a copy')];
	const library = createLibrary([meant, older]);
	expect(library.find('ID')).toBe(meant);
	expect(library.find('gone', 'Send, a copy')).toBe(older);
});

test('further files must be called by the first workflow or what it calls, whatever calls them', () => {
	const folder = mkdtempSync(join(tmpdir(), 'rehearsal-called-'));
	try {
		const call = (workflowId: unknown, more: object = {}) => ({ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', parameters: { workflowId, ...more } });
		const file = (id: string, ...nodes: readonly object[]) => {
			const path = join(folder, `${id}.json`);
			writeFileSync(path, JSON.stringify({ id, name: `Named ${id}`, nodes: [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }, ...nodes], connections: {} }));
			return path;
		};
		const [leaf, alone] = [file('LEAF'), file('ALONE')];
		const middle = file('MIDDLE', call({ __rl: true, mode: 'list', value: 'moved', cachedResultName: 'Named LEAF' }));
		const inline = JSON.stringify({ nodes: [{ name: 'Start', type: 'n8n-nodes-base.start' }, call('LEAF')], connections: {} });
		const tool = { name: 'Tool', type: '@n8n/n8n-nodes-langchain.toolWorkflow', parameters: { workflowId: { __rl: true, mode: 'id', value: 'LEAF' } } };
		expect(() => checkCalled(file('MAIN', call('MIDDLE')), [leaf, middle])).not.toThrow();
		expect(() => checkCalled(file('MAIN', call('MIDDLE')), [leaf])).not.toThrow();
		expect(() => checkCalled(file('MAIN', call('', { source: 'parameter', workflowJson: inline })), [leaf])).not.toThrow();
		expect(() => checkCalled(file('MAIN', tool), [leaf])).not.toThrow();
		for (const computed of [call('={{ $json.id }}'), call({ __rl: true, mode: 'id', value: '={{ $json.id }}' }), call('', { source: 'parameter', workflowJson: '={{ $json.workflow }}' })]) {
			expect(() => checkCalled(file('MAIN', computed), [alone])).not.toThrow();
		}
		expect(() => checkCalled(file('MAIN', call('MIDDLE')), [leaf, alone])).toThrow(/ALONE\.json is not called by \S+MAIN\.json/);
		expect(() => checkCalled(leaf, [middle])).toThrow(/MIDDLE\.json is not called by \S+LEAF\.json/);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
