import { prepareExample, readExamples, type AvailableCredentials, type Workflow } from '../scripts/n8n/examples.ts';
import { CREDENTIAL, type World } from './startWorld.ts';

/** The examples as they are imported here, and the kinds of nodes that this n8n knows. `others`: further credentials. */
export async function importable({ n8n, credential, smtp }: World, others: AvailableCredentials = {}) {
	const types = await n8n.nodeTypes();
	const callable = new Set(types.filter(({ webhooks }) => webhooks.length > 0).map(({ name }) => name));
	const examples = readExamples().map(({ key, workflow }) => ({
		key,
		workflow: prepareExample(workflow, { [CREDENTIAL]: credential, smtp, ...others }, callable),
	}));
	return {
		examples,
		known: new Set(types.map(({ name }) => name)),
		example(wanted: string): Workflow {
			const found = examples.find(({ key }) => key === wanted);
			if (!found) throw new Error(`There is no examples/${wanted}.json`);
			return found.workflow;
		},
	};
}
