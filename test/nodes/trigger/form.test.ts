import { NodeHelpers, Workflow, type INode, type INodeParameters } from 'n8n-workflow';
import { MeetingAssistantPollingTrigger } from '../../../nodes/MeetingAssistantPollingTrigger/MeetingAssistantPollingTrigger.node.ts';
import { MeetingAssistantTrigger } from '../../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';

test('what saved workflows and the service store does not change', () => {
	const { description } = new MeetingAssistantTrigger();
	expect(description).toMatchObject({ name: 'meetingAssistantTrigger', version: 2, webhooks: [{ path: 'meeting-assistant' }] });
	const outline = (name: string) => {
		const { options = [] } = description.properties.find((property) => property.name === name) ?? {};
		return options.map((option) => ('value' in option ? option.value : option.name));
	};
	expect(description.properties.map(({ name }) => name)).toEqual(['planNotice', 'events', 'include', 'buildNotice', 'filters', 'options', 'pollTimes']);
	expect(outline('include')).toEqual(['reported', 'conversation', 'feedback', 'keyPoints', 'transcript']);
	expect(outline('filters')).toEqual(['companies', 'dueWithinDays', 'external', 'maximumScore', 'minimumActionItems', 'minimumScore', 'minimumSegments', 'ownerContains', 'priorities', 'titleContains']);
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

test('the canvas shows the names of the events, or how many where they do not fit', () => {
	const shown = ({ description }: MeetingAssistantTrigger | MeetingAssistantPollingTrigger, ...events: string[]) => {
		const node: INode = { id: '1', name: 'Trigger', type: description.name, typeVersion: 2, position: [0, 0], parameters: { events } };
		const nodeTypes = { getByName: () => ({ description }), getByNameAndVersion: () => ({ description }), getKnownTypes: () => ({}) };
		return new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes }).expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
	};
	const [keyPoints, actionItems, feedback] = ['keypoints', 'action_items', 'feedback'].map((name) => `conversation.${name}.ready`) as [string, string, string];
	for (const trigger of [new MeetingAssistantTrigger(), new MeetingAssistantPollingTrigger()]) {
		expect(shown(trigger, keyPoints)).toBe('Key Points Ready');
		expect(shown(trigger, keyPoints, feedback)).toBe('Key Points Ready, Feedback Ready');
		expect(shown(trigger, keyPoints, feedback, actionItems)).toBe('3 events');
		expect(shown(trigger, 'new.event')).toBe('new.event');
		expect(shown(trigger)).toBe('');
	}
	expect(shown(new MeetingAssistantTrigger(), 'any', feedback)).toBe('any event');
});

test('while a workflow is built, the form says where real data comes from, for what polling finds as well', () => {
	const { description } = new MeetingAssistantTrigger();
	const notice = description.properties.find(({ name }) => name === 'buildNotice');
	if (!notice) throw new Error('There is no such notice');
	expect(notice.displayName).toContain('Meeting Assistant Polling Trigger');
	const isShown = (event: string) => NodeHelpers.displayParameter({ events: [event] }, notice, { typeVersion: 2 }, description);
	expect(['any', 'conversation.created', 'conversation.feedback.ready', 'conversation.shared', 'webhook.test'].filter(isShown)).toEqual(['any', 'conversation.created', 'conversation.feedback.ready']);
});
