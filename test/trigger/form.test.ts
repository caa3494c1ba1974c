import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import { MeetingAssistantTrigger } from '../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';
import { isOfSameKind } from '../../nodes/MeetingAssistantTrigger/registration.ts';

test('what saved workflows and the service store does not change', () => {
	const { description } = new MeetingAssistantTrigger();
	expect(description).toMatchObject({ name: 'meetingAssistantTrigger', version: 2, webhooks: [{ path: 'meeting-assistant' }] });
	const outline = (name: string) => {
		const { options = [] } = description.properties.find((property) => property.name === name) ?? {};
		return options.map((option) => ('value' in option ? option.value : option.name));
	};
	expect(description.properties.map(({ name }) => name)).toEqual(['planNotice', 'events', 'include', 'listenFor', 'filters', 'options', 'pollTimes']);
	expect(outline('include')).toEqual(['actionItems', 'conversation', 'feedback', 'keyPoints', 'transcript']);
	expect(outline('listenFor')).toEqual(['events', 'samples']);
	expect(outline('filters')).toEqual(['dueWithinDays', 'external', 'minimumActionItems', 'minimumScore', 'minimumSegments', 'ownerContains', 'priorities', 'titleContains']);
	expect(outline('options')).toEqual(['ifUnread', 'timestampWindow', 'removeDeadWebhooks', 'withOwnerEmail']);
});

test('a new trigger starts with the conversation and one item for each action item, and keeps what is chosen', () => {
	const { description } = new MeetingAssistantTrigger();
	const included = (parameters: INodeParameters = {}, isSaving = false) => {
		const node: INode = { id: '1', name: 'Trigger', type: description.name, typeVersion: 2, position: [0, 0], parameters };
		return NodeHelpers.getNodeParameters(description.properties, parameters, !isSaving, false, node, description)?.['include'];
	};
	expect(included()).toEqual(['actionItems', 'conversation']);
	for (const include of [[], ['conversation'], ['transcript'], ['actionItems', 'conversation']]) expect(included({ include: included({ include }, true) ?? ['actionItems', 'conversation'] })).toEqual(include);
});

const url = (id: string, root = 'https://n8n.example.com/base', kind = 'webhook') => `${root}/${kind}/${id}/meeting-assistant`;

test.each([
	[url('2'), true],
	[url('2', undefined, 'webhook-test'), true],
	[url('2', 'https://n8n.example.com'), false],
	[url('2', 'https://n8n.example.com.evil.example/base'), false],
	['https://n8n.example.com/base/webhook/2/other', false],
	['https://n8n.example.com/base/meeting-assistant', false],
	['', false],
])('%s leads to a trigger of this n8n: %s', (other, same) => {
	expect(isOfSameKind(other, url('1'))).toBe(same);
});
