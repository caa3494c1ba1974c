import type { PinnedWorkflow } from '../../packages/rehearsal/workflow.ts';
import { createLibrary } from '../../packages/rehearsal/engine/library.ts';

const workflow = (id: string, name: string): PinnedWorkflow => ({ id, name, nodes: [], connections: {} });

test('of several copies of a sub-workflow, the one that was named first is called', () => {
	const [meant, older] = [workflow('ID', 'Send'), workflow('ID', 'Send, a copy')];
	const library = createLibrary([meant, older]);
	expect(library.find('ID')).toBe(meant);
	expect(library.find('gone', 'Send, a copy')).toBe(older);
});
