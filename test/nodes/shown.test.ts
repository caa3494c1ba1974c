import { NodeHelpers, Workflow, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { terms } from '../../nodes/shared/terms.ts';
import { textIn } from '../../src/forms/terms.ts';
import { catalogue } from '../../src/operations/index.ts';

const { description } = new MeetingAssistant();
const asTool = { ...description, name: `${description.name}Tool` };

const operations = catalogue.flatMap((resource) =>
	resource.operations.map((operation) => ({ resource: resource.id, operation: operation.id })),
);

/** Whether a field is shown, by n8n's own rules. */
const isShown = (property: INodeProperties, values: INodeParameters, type = description, inner: INodeParameters = values) =>
	NodeHelpers.displayParameter(inner, property, { typeVersion: 1 }, type, values);

const fieldsOf = ({ options = [] }: INodeProperties) => options.filter((option) => 'type' in option);

/** The form of an operation, once for each choice that other fields depend on. */
function formsOf(chosen: INodeParameters, type = description) {
	const shown = description.properties.filter((property) => isShown(property, chosen, type));
	const menu = shown.find(({ name }) => name === 'format' || name === 'prepareFor');
	const choices = (menu?.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
	const forms = menu ? choices.map((choice) => ({ ...chosen, [menu.name]: choice })) : [chosen];
	return forms.map((values) => ({
		values,
		fields: description.properties.filter((property) => isShown(property, values, type)),
	}));
}

describe.each([['a node', description], ['an AI agent’s tool', asTool]])('the form of %s', (_, type) => {
	test.each(operations)('$resource $operation', (chosen) => {
		for (const { values, fields } of formsOf(chosen, type)) {
			const names = fields.filter(({ name }) => name !== 'operation').map(({ name }) => name);
			expect(names).toEqual([...new Set(names)]);
			for (const field of fields.filter(({ type: kind }) => kind === 'collection')) {
				const inner = fieldsOf(field).filter((one) => isShown(one, values, type, {}));
				expect({ in: field.name, of: values, fields: inner.length }).not.toMatchObject({ fields: 0 });
			}
		}
	});
});

/** What n8n reads as a field that the model fills in, with a description that does not end early. */
const BY_MODEL = expect.stringMatching(/^=\{\{ \/\*n8n-auto-generated-fromAI-override\*\/ \$fromAI\('\w{1,64}', `[^`{}$]+`, 'string'(, '')?\) \}\}$/);


test('a tool whose operation changes starts with the filters of the new one', () => {
	const parametersOf = (chosen: INodeParameters): INodeParameters => {
		const node = { id: '1', name: 'Tool', type: asTool.name, typeVersion: 1, position: [0, 0] as [number, number], parameters: chosen };
		return NodeHelpers.getNodeParameters(description.properties, chosen, true, false, node, asTool) ?? {};
	};
	const first = parametersOf({ resource: 'conversation', operation: 'getAll' });
	expect(first).toMatchObject({ conversationGetAllFilters: { search: BY_MODEL, participant: BY_MODEL } });
	const changed = parametersOf({ ...first, resource: 'actionItem', operation: 'find' });
	expect(changed).toMatchObject({ actionItemFindFilters: { owner: BY_MODEL, text: BY_MODEL, dueBefore: BY_MODEL } });
	expect(changed).not.toHaveProperty('conversationGetAllFilters');
});

test('an AI agent’s tool takes IDs, leaves what it needs and how to filter to the model, and has no waits to set', () => {
	for (const chosen of operations) {
		for (const { values, fields } of formsOf(chosen, asTool)) {
			const ids = fields.filter(({ type }) => type === 'resourceLocator');
			expect(ids.map(({ default: start }) => start)).toEqual(
				ids.map(({ name, required }) => ({ __rl: true, mode: name === 'person' || name === 'contactId' ? 'email' : 'id', value: required ? BY_MODEL : '' })),
			);
			const needed = fields.filter(({ required, type }) => required && type === 'string').flatMap(({ default: start }) => (start === '={{ $json }}' ? [] : [start]));
			expect(needed).toEqual(needed.map(() => BY_MODEL));
			const filters = fields.filter(({ name }) => name.endsWith('Filters')).flatMap(({ default: start }) => Object.values(Object(start)));
			expect(filters).toEqual(filters.map(() => BY_MODEL));
			const added = fields.flatMap(fieldsOf).filter((field) => isShown(field, values, asTool, {}));
			expect(added.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['waitSeconds']));
			expect(added.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['patienceSeconds']));
		}
	}
});

test('a tool leaves periods and other choices that others depend on to the model, names the values, and demands none of what only some of them need', () => {
	const tool = (resource: string, operation: string) =>
		description.properties
			.filter((property) => isShown(property, { resource, operation, period: '={{ 1 }}', day: '={{ 1 }}', meetings: '={{ 1 }}', prepareFor: 'person' }, asTool))
			.filter(({ name }) => !['toolDescription', 'creditCost', 'filters', 'options', 'limit', 'returnAll', 'operation'].includes(name))
			.map(({ name, default: start, required = false }) => [name, required, String(start)]);
	expect(tool('actionItem', 'find')).toEqual(expect.arrayContaining([
		['period', false, expect.stringContaining(', one of last30Days | last7Days | lastMonth | lastQuarter | lastWeek | thisMonth | thisQuarter | thisWeek | thisYear | today | yesterday, or empty for last7Days`')],
		['days', false, BY_MODEL],
		['since', false, BY_MODEL],
		['until', false, BY_MODEL],
	]));
	expect(tool('insight', 'draftFollowUps')).toEqual(expect.arrayContaining([['day', false, BY_MODEL], ['date', false, BY_MODEL], ['meetings', false, BY_MODEL], ['conversationIds', false, BY_MODEL]]));
	// A model has no event of an earlier step.
	expect(tool('insight', 'prepareForMeeting')).toEqual(expect.arrayContaining([['prepareFor', true, 'person']]));
});

test('the canvas shows operation and resource by their names in the menus', () => {
	const node = (parameters: INodeParameters): INode => ({
		id: '1',
		name: 'Meeting Assistant',
		type: description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	});
	const nodeType = { description };
	const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) };
	const subtitles = operations.map((parameters) => {
		const shown = node(parameters);
		const { expression } = new Workflow({ nodes: [shown], connections: {}, active: false, nodeTypes });
		return expression.getSimpleParameterValue(shown, description.subtitle, 'internal', {});
	});
	const words = catalogue.flatMap((resource) => resource.operations.map(({ name }) => `${textIn(name, terms)}: ${resource.name}`));
	expect(subtitles).toEqual(words);
	expect(subtitles).toContain('Get Many: Conversation');
});

const all = catalogue.flatMap(({ operations: own }) => own);

test('an action is short enough to be the name of a node, and belongs to one operation alone', () => {
	const names = operations.map((chosen) => NodeHelpers.makeNodeName(chosen, description));
	expect(names.filter((name) => name.length > 40)).toEqual([]);
	expect(new Set(names).size).toBe(operations.length);
});

test('an AI agent reads what a tool does and costs, also when it is built from saved parameters alone', () => {
	const told = operations.map((chosen) => {
		const node: INode = { id: '1', name: 'Tool', type: asTool.name, typeVersion: 1, position: [0, 0], parameters: chosen };
		const parameters = NodeHelpers.getNodeParameters(asTool.properties, chosen, true, false, node, asTool) ?? {};
		return NodeHelpers.getToolDescriptionForNode({ ...node, parameters }, { description: asTool });
	});
	const costs = { never: /^/, 'unless-saved': /uses one AI credit\.$/, always: /Uses one AI credit (?:each time\.|per \w+)/ };
	for (const [index, { description, credit }] of all.entries()) {
		expect(told[index]).toContain(textIn(description, terms).split('. ')[0]);
		expect(told[index]).toMatch(costs[credit]);
	}
	expect(new Set(told).size).toBe(operations.length);
});

test('the form says what an operation costs before it is run', () => {
	const notices = operations.map((chosen) =>
		description.properties.filter((property) => property.name === 'creditCost' && isShown(property, chosen)).map(({ displayName }) => displayName),
	);
	const ends = { never: null, 'unless-saved': ', or none', always: '.' };
	expect(notices).toEqual(
		all.map(({ credit, creditPer = 'item' }) =>
			ends[credit] === null ? [] : [expect.stringContaining(`1 AI credit for each ${creditPer}${ends[credit]}`)],
		),
	);
});
