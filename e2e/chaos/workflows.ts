import { join } from 'node:path';
import { readExamples, type Workflow } from '../../scripts/n8n/examples.ts';
import { PINNED } from '../../scripts/n8n/folders.ts';

const TRIGGER = 'n8n-nodes-meeting-assistant.meetingAssistantTrigger';
const POLLING = 'n8n-nodes-meeting-assistant.meetingAssistantPollingTrigger';
const OWN_WORK = 'Your Work Here';

type Node = Workflow['nodes'][number];

/** Replaces the placeholder for people's own steps: posts what arrives to the sink. */
const deliver = (node: Node, sink: string): Node => ({
	...node,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: sink,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify({ conversationId: $json.conversationId, dedupeKey: $json.dedupeKey }) }}',
		options: {},
	},
});

/** The shortest interval in n8n. */
const everyMinute = (node: Node): Node => ({
	...node,
	parameters: { ...Object(node.parameters), pollTimes: { item: [{ mode: 'everyMinute' }] } },
});

function nodeOf({ nodes }: Workflow, wanted: string): Node {
	const node = nodes.find(({ name, type }) => name === wanted || type === wanted);
	if (!node) throw new Error(`The workflow has no ${wanted}`);
	return node;
}

/** The instant trigger, directly followed by the work. */
function instantAlone(workflow: Workflow): Workflow {
	const [trigger, work] = [nodeOf(workflow, TRIGGER), nodeOf(workflow, OWN_WORK)];
	return {
		...workflow,
		name: 'Instant trigger alone',
		nodes: [trigger, work],
		connections: { [trigger.name]: { main: [[{ node: work.name, type: 'main', index: 0 }]] } },
	};
}

function named(name: string): Workflow {
	const examples = readExamples();
	const found = [...examples, ...readExamples(join(PINNED, 'chaos/workflows'))].find(({ key }) => key === name);
	if (!found) throw new Error(`There is no workflow ${name}`);
	return found.workflow;
}

/** The named workflow, ending in the sink and polling as often as possible. */
export function workflowFor(name: string, sink: string): Workflow {
	const example = named(name === 'instant-alone' || name === 'example' ? 'never-miss-a-meeting' : name);
	const workflow = name === 'instant-alone' ? instantAlone(example) : example;
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => {
			if (node.name === OWN_WORK) return deliver(node, sink);
			return node.type === POLLING ? everyMinute(node) : node;
		}),
	};
}
