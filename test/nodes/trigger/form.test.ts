import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import { MeetingAssistantTrigger } from '../../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';

test('what saved workflows and the service store does not change', () => {
	const { description } = new MeetingAssistantTrigger();
	expect(description).toMatchObject({ name: 'meetingAssistantTrigger', version: 2, webhooks: [{ path: 'meeting-assistant' }] });
	const outline = (name: string) => {
		const { options = [] } = description.properties.find((property) => property.name === name) ?? {};
		return options.map((option) => ('value' in option ? option.value : option.name));
	};
	expect(description.properties.map(({ name }) => name)).toEqual(['planNotice', 'events', 'include', 'filters', 'options', 'pollTimes']);
	expect(outline('include')).toEqual(['conversation', 'feedback', 'keyPoints', 'transcript', 'reported']);
	expect(outline('filters')).toEqual(['companies', 'dueWithinDays', 'external', 'minimumActionItems', 'minimumScore', 'minimumSegments', 'ownerContains', 'priorities', 'titleContains']);
	expect(outline('options')).toEqual(['ifUnread', 'timestampWindow', 'withOwnerEmail']);
});

test('a new trigger starts with what its event reports, and keeps what is chosen', () => {
	const { description } = new MeetingAssistantTrigger();
	const included = (parameters: INodeParameters = {}, isSaving = false) => {
		const node: INode = { id: '1', name: 'Trigger', type: description.name, typeVersion: 2, position: [0, 0], parameters };
		return NodeHelpers.getNodeParameters(description.properties, parameters, !isSaving, false, node, description)?.['include'];
	};
	expect(included()).toEqual(['reported']);
	for (const include of [[], ['conversation'], ['transcript'], ['reported']]) expect(included({ include: included({ include }, true) ?? ['reported'] })).toEqual(include);
});
