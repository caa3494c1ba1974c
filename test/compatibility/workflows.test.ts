import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { INode, INodeParameters, INodeTypeDescription, NodeParameterValueType } from 'n8n-workflow';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { MeetingAssistantPollingTrigger } from '../../nodes/MeetingAssistantPollingTrigger/MeetingAssistantPollingTrigger.node.ts';
import { MeetingAssistantTrigger } from '../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';
import type { WorkflowFile } from '../../scripts/engine/index.ts';
import { workflowModule } from '../../scripts/engine/n8nModules.ts';
import { byId, output, runNode } from '../nodes/engine.ts';
import { startService, type Service } from '../nodes/service.ts';

/** Workflows as saved by version 0.1.0. Never edit them: what people have on their machines does not change either. */
const saved = globSync('test/compatibility/v0.1.0/examples/*.json').sort();
const PACKAGE = 'n8n-nodes-meeting-assistant.';

const descriptions = [MeetingAssistant, MeetingAssistantTrigger, MeetingAssistantPollingTrigger].map((Node) => new Node().description);

/** The description of a node; for an AI agent's tool, under the name n8n gives it. */
function descriptionOf(type: string): INodeTypeDescription {
	const name = type.slice(PACKAGE.length);
	const found = descriptions.find((description) => description.name === name.replace(/Tool$/, ''));
	if (!found) throw new Error(`There is no node called ${name}`);
	return { ...found, name };
}

const read = (path: string): WorkflowFile => JSON.parse(readFileSync(path, 'utf8'));
const ownNodes = saved.flatMap((path) =>
	read(path).nodes.flatMap((node) => (node.type.startsWith(PACKAGE) ? [[basename(path, '.json'), node.name, node] as const] : [])),
);

test('there are twelve workflows, and nodes of every kind in them', () => {
	expect(saved).toHaveLength(12);
	const kinds = new Set(ownNodes.map(([, , { type }]) => type.slice(PACKAGE.length)));
	expect([...kinds].sort()).toEqual(['meetingAssistant', 'meetingAssistantPollingTrigger', 'meetingAssistantTool', 'meetingAssistantTrigger']);
});

test.each(ownNodes)('%s, %s: opens with every parameter that was saved', (_, __, node) => {
	const description = descriptionOf(node.type);
	const { getNodeParameters, getNodeParametersIssues } = workflowModule.NodeHelpers;
	// The polling schedule is n8n's own parameter, which it adds to every polling trigger.
	const { pollTimes: _pollTimes, ...parameters } = node.parameters;
	const opened = getNodeParameters(description.properties, parameters, true, false, node, description);
	expect(opened).toMatchObject(parameters);
	expect(getNodeParametersIssues(description.properties, { ...node, parameters: opened ?? {} }, description)).toBeNull();
});

describe('action nodes run', () => {
	let service: Service;

	beforeAll(async () => {
		service = await startService();
	});
	afterAll(() => service.sandbox.stop());

	/** A meeting of an hour ago, with everything saved that a workflow may read. */
	async function meeting(): Promise<string> {
		const { conversationId } = await service.addMeeting('Acme: contract review', new Date(Date.now() - 3_600_000).toISOString());
		for (const resource of ['keyPoints', 'feedback']) {
			const parameters = { resource, operation: 'generate', conversationId: byId(conversationId) };
			await output({ credential: service.credential, parameters });
		}
		return conversationId;
	}

	/** Input from an AI agent, or from a previous node: neither runs here. */
	const given = (conversationId: string): Readonly<Record<string, NodeParameterValueType>> => ({
		Conversation_ID: conversationId,
		Title_Contains: 'Acme',
		Period: 'today',
		From: '',
		To: '',
		Owner_Contains: '',
		Question: 'Who sends the contract?',
		Confirmed: true,
		Confirmation: conversationId,
	});

	function filledIn(value: NodeParameterValueType, conversationId: string): NodeParameterValueType {
		if (typeof value === 'string') {
			const [, asked] = /\$fromAI\('(\w+)'/.exec(value) ?? [];
			if (asked !== undefined) {
				const answer = given(conversationId)[asked];
				if (answer === undefined) throw new Error(`The agent is asked for ${asked}`);
				return answer;
			}
			return /\$\('[^']+'\)\.item\.json\.(id|conversationId)/.test(value) ? conversationId : value;
		}
		if (Array.isArray(value) || !(value instanceof Object)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]: [string, NodeParameterValueType]) => [name, filledIn(inner, conversationId)]),
		);
	}

	const guest = { email: 'ben@acme.example', displayName: 'Ben' };
	const self = { email: 'anna@example.com', self: true };

	const isAction = ({ type }: INode): boolean => /\.meetingAssistant(Tool)?$/.test(type);
	const actions = ownNodes.filter(([, , node]) => isAction(node));

	test.each(actions)('%s, %s', async (_, __, { type, parameters, onError }) => {
		const conversationId = await meeting();
		const start = { dateTime: new Date(Date.now() + 900_000).toISOString(), timeZone: 'UTC' };
		const calendarEvent = { id: 'ev1', summary: 'Review', start, end: start, attendees: [guest, self] };
		const filled: INodeParameters = Object.fromEntries(
			Object.entries(parameters).map(([name, value]) => [name, filledIn(value, conversationId)]),
		);
		const { error, outputs } = await runNode({
			credential: service.credential,
			parameters: filled,
			items: [{ id: conversationId, event: 'meeting.starting_soon', data: { calendarEvent } }],
			asTool: type.endsWith('Tool'),
			...(onError && { onError }),
		});
		expect(error).toBeUndefined();
		expect(outputs[0]?.length).toBeGreaterThan(0);
		expect(outputs[0]?.filter(({ json }) => 'error' in json)).toEqual([]);
		expect(outputs[1] ?? []).toEqual([]);
	});
});
