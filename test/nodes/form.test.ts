import { readFileSync } from 'node:fs';
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import type { INodeProperties } from 'n8n-workflow';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { MeetingAssistantPollingTrigger } from '../../nodes/MeetingAssistantPollingTrigger/MeetingAssistantPollingTrigger.node.ts';
import { MeetingAssistantTrigger } from '../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';
import * as z from 'zod/v4';
import { catalogue } from '../../src/operations/index.ts';
import { terms } from '../../nodes/shared/terms.ts';
import { textIn } from '../../src/forms/terms.ts';
import { api, eventNames, tones, type Endpoint } from '../../src/api/index.ts';

const { description } = new MeetingAssistant();

/** A field with its collection's fields, as `name: type`, and the values to choose from. */
function outline({ name, type, options = [] }: INodeProperties): string[] {
	const values = options.flatMap((option) => ('value' in option ? [option.value] : []));
	const inner = options.flatMap((option) => ('type' in option ? outline(option) : []));
	return [
		`${name}: ${type}${values.length > 0 ? ` (${values.join(', ')})` : ''}`,
		...inner.map((line) => `${name}.${line}`),
	];
}

const shownFor = (resource: string, operation: string) =>
	description.properties.filter(({ displayOptions, name }) => {
		const { resource: ofResources, operation: ofOperations } = displayOptions?.show ?? {};
		return name !== 'operation' && ofResources?.includes(resource) && ofOperations?.includes(operation);
	});

test('names and values in saved workflows never change', () => {
	const values = catalogue.map((resource) => [
		resource.id,
		Object.fromEntries(
			resource.operations.map(({ id }) => [id, [...new Set(shownFor(resource.id, id).flatMap(outline))]]),
		),
	]);
	const always = description.properties.filter(({ displayOptions }) => !displayOptions).flatMap(outline);
	expect({ name: description.name, always, ...Object.fromEntries(values) }).toMatchSnapshot();
});

test('menus are sorted by name', () => {
	const menus = [catalogue, ...catalogue.map(({ operations }) => operations)];
	for (const menu of menus) {
		const names = menu.map(({ name }) => textIn(name, terms));
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	}
});

test('each endpoint has its operation', () => {
	const endpoints: Endpoint[] = Object.values(api).flatMap((group) => Object.values<Endpoint>(group));
	const called = catalogue.flatMap(({ operations }) => operations.flatMap(({ endpoint }) => endpoint ?? []));
	const missing = endpoints.filter((endpoint) => !called.includes(endpoint));
	expect(missing.map(({ method, path }) => `${method} ${path}: add an operation, and list it in src/operations/catalogue.ts`)).toEqual([]);
	expect(called.length).toBe(endpoints.length);
});

const optionsOf = (name: string) => {
	const flat = description.properties.flatMap((property) => [property, ...(property.options ?? [])]);
	const found = flat.find((property) => property.name === name && 'type' in property);
	const options = found && 'options' in found ? (found.options ?? []) : [];
	return options.flatMap((option) => ('value' in option ? [option.value] : []));
};

test('choices are those of the API', () => {
	expect(optionsOf('tone').toSorted()).toEqual(tones.toSorted());
	expect(optionsOf('events').toSorted()).toEqual(eventNames.filter((name) => name !== 'webhook.test').toSorted());
});

test('operations that spend or delete say so', () => {
	const all = catalogue.flatMap(({ operations }) => operations);
	for (const { description: said, credit } of all.filter(({ credit: cost }) => cost !== 'never')) {
		expect({ said, credit }).toEqual({ said: expect.stringMatching(/uses one AI credit/i), credit });
	}
	for (const { description: said } of all.filter(({ id }) => id === 'delete')) {
		expect(said).toMatch(/cannot restore it|Permanently/);
	}
});

test('a menu shows the whole description of an operation, and its action has no article', () => {
	const operations = description.properties.flatMap(({ name, options = [] }) => (name === 'operation' ? options : []));
	expect(operations.length).toBeGreaterThan(20);
	for (const operation of operations) {
		expect(operation).toMatchObject({ description: expect.stringMatching(/^.{20,110}$/), action: expect.not.stringMatching(/\b(an?|the)\b/i) });
	}
});

test('optional fields are sorted by label', () => {
	for (const { type, options = [] } of description.properties) {
		if (type !== 'collection') continue;
		const names = options.flatMap((option) => ('displayName' in option ? [option.displayName] : []));
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	}
});

test.each([new MeetingAssistant(), new MeetingAssistantTrigger(), new MeetingAssistantPollingTrigger()].map((node) => node.description))('a switch that is added to $name is on', ({ properties }) => {
	const added = properties.flatMap(({ type, options = [] }) => (type === 'collection' ? options : []));
	const switches = added.flatMap((option) => ('type' in option && option.type === 'boolean' ? [[option.displayName, option.default]] : []));
	expect(switches.length).toBeGreaterThan(0);
	expect(switches.filter(([, start]) => start !== true)).toEqual([]);
});

type Values = Readonly<Record<string, unknown>>;

/** The fields that a person sees in a form with these values, or with its initial ones. */
function seen(properties: readonly INodeProperties[], chosen: Values = {}): INodeProperties[] {
	const values: Record<string, unknown> = { ...chosen, '@tool': false };
	const isShown = ({ show = {}, hide = {}, hideOnCloud, showOnDeployment }: NonNullable<INodeProperties['displayOptions']>): boolean => {
		if (hideOnCloud && showOnDeployment === 'cloud') return false;
		const has = (name: string, wanted: unknown): boolean => Array.isArray(wanted) && [values[name]].flat().some((value) => wanted.includes(value));
		return Object.entries(show).every(([name, wanted]) => has(name, wanted)) && !Object.entries(hide).some(([name, wanted]) => has(name, wanted));
	};
	return properties.filter(({ name, type, displayOptions = {}, default: start }) => {
		if (!isShown(displayOptions)) return false;
		values[name] ??= start;
		return type !== 'hidden' && !(name in chosen);
	});
}

const triggers = [new MeetingAssistantTrigger(), new MeetingAssistantPollingTrigger()].map(({ description: { name, properties } }) => ({ name, form: seen(properties) }));
const forms = [
	...catalogue.flatMap(({ id: resource, operations }) => operations.map(({ id: operation }) => ({ name: `${resource}.${operation}`, form: seen(description.properties, { resource, operation }) }))),
	...triggers,
];

test.each(forms)('a new form of $name shows at most six fields', ({ form }) => {
	expect(form.filter(({ type }) => type !== 'notice').length).toBeLessThanOrEqual(6);
});

test.each(forms)('no editor for code stands in the form of $name', ({ form }) => {
	expect(form.flatMap((field) => outline(field)).filter((line) => /: json\b/.test(line))).toEqual([]);
});

/** All texts of a form, except those of its “Requests and Credits”. */
function helpIn(fields: readonly object[]): string[] {
	return fields.flatMap((field) => {
		if ('name' in field && (field.name === 'limits' || field.name === 'maxRequests')) return [];
		const own = ['description' in field && field.description, 'hint' in field && field.hint].filter((help) => typeof help === 'string');
		return [...own, ...helpIn('options' in field && Array.isArray(field.options) ? field.options : []), ...helpIn('values' in field && Array.isArray(field.values) ? field.values : [])];
	});
}

test.each(forms)('help in the form of $name is one sentence that counts no requests', ({ form }) => {
	const help = helpIn(form);
	expect(help.filter((words) => /[.!?] [A-Z]/.test(words))).toEqual([]);
	expect(help.filter((words) => /\brequests?\b/i.test(words))).toEqual([]);
	expect(help.filter((words) => words.length > 130)).toEqual([]);
});

test('a run that may use much can be limited, by one option that says where limits are explained', () => {
	const limited = forms.filter(({ form }) => form.some(({ name, options = [] }) => name === 'options' && options.some((option) => option.name === 'limits')));
	const unlimited = forms.filter((one) => !limited.includes(one)).map(({ name }) => name);
	expect(unlimited).toEqual([
		'conversation.delete', 'conversation.rename', 'conversation.share', 'user.getProfile', 'webhook.delete', 'webhook.getAll', 'webhook.register', 'webhook.sendTest',
		...triggers.map(({ name }) => name),
	]);
	const options = limited.flatMap(({ form }) => form.flatMap(({ options: inner = [] }) => inner)).filter(({ name }) => name === 'limits');
	for (const option of options) expect(option).toMatchObject({ displayName: 'Requests and Credits', description: expect.stringContaining('docs/limits.md') });
});

test('Simplify has n8n’s own words and comes after Limit', () => {
	const all = description.properties.filter(({ name, type }) => name === 'simplify' && type !== 'hidden');
	expect(all.length).toBeGreaterThan(0);
	for (const field of all) {
		expect(field).toMatchObject({
			displayName: 'Simplify',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		});
	}
	const ofEvents = shownFor('calendarEvent', 'getAll').map(({ name }) => name);
	expect(ofEvents.indexOf('simplify')).toBe(ofEvents.indexOf('limit') + 1);
});

test('where a person simplifies the output, an AI agent’s tool has n8n’s Output, which starts as simplified', () => {
	const simplified = catalogue.flatMap(({ id: resource, operations }) => operations.flatMap(({ id, fields }) => ('simplify' in fields ? [`${resource}.${id}`] : [])));
	expect(simplified.length).toBeGreaterThan(4);
	const shown = (name: string) => description.properties.filter((property) => property.name === name && property.displayOptions?.show?.['@tool']);
	const where = (fields: INodeProperties[]) => fields.map(({ displayOptions }) => [displayOptions?.show?.['resource'], displayOptions?.show?.['operation']].join('.'));
	expect(where(shown('output'))).toEqual(simplified);
	expect(where(shown('outputFields'))).toEqual(simplified);
	for (const field of shown('output')) expect(field).toMatchObject({ displayName: 'Output', default: 'simplified', options: [{ name: 'Raw' }, { name: 'Selected Fields' }, { name: 'Simplified' }] });
});

test('a tool says which fields its agent fills in', () => {
	const described = description.properties.filter(({ name }) => name === 'toolDescription');
	expect(described).toHaveLength(catalogue.flatMap(({ operations }) => operations).length);
	for (const field of described) expect(field).toMatchObject({ hint: expect.stringContaining('The model fills in the fields that say so'), displayOptions: { show: { '@tool': [true] } } });
});

test('every field explains itself or shows an example, and every ID can be entered by an AI agent', () => {
	const fields = description.properties.filter(({ name, type }) => name !== 'resource' && name !== 'operation' && type !== 'notice' && type !== 'hidden');
	const inner = fields.flatMap(({ type, options = [] }) => (type === 'collection' ? options : []));
	const silent = [...fields.filter(({ type }) => type !== 'collection'), ...inner].filter(
		(field) => !('placeholder' in field && field.placeholder) && !('description' in field && field.description),
	);
	expect(silent).toEqual([]);
	const ids = fields.filter(({ type }) => type === 'resourceLocator');
	expect(ids.length).toBeGreaterThan(0);
	for (const { modes } of ids) expect(modes?.map(({ name }) => name)).toContain('id');
});

test('a result with a secret is declared to n8n, and the form warns before it runs', () => {
	const secret = catalogue.flatMap(({ id: resource, operations }) =>
		operations.flatMap(({ id, output }) => (output instanceof z.ZodObject ? Object.keys(output.shape) : []).filter((name) => /secret|token|password|apiKey/i.test(name)).map((name) => ({ resource, operation: id, name }))),
	);
	expect(secret).toEqual([{ resource: 'webhook', operation: 'register', name: 'secret' }]);
	expect(description.sensitiveOutputFields).toEqual(secret.map(({ name }) => name));
	const warned = forms.filter(({ form }) => form.some(({ name, type }) => name === 'secretSaved' && type === 'notice'));
	expect(warned.map(({ name }) => name)).toEqual(secret.map(({ resource, operation }) => `${resource}.${operation}`));
});

test('n8n’s workflow builder reads what else there is to know, what costs AI credits, and which nodes start a workflow', () => {
	const options = catalogue.flatMap(({ id: resource }) => {
		const menu = description.properties.find(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.['resource']?.includes(resource));
		return (menu?.options ?? []).flatMap((option) => ('value' in option ? [{ of: `${resource}.${option.value}`, hint: option.builderHint?.propertyHint ?? '' }] : []));
	});
	const operations = catalogue.flatMap(({ id, operations: all }) => all.map((operation) => ({ of: `${id}.${operation.id}`, operation })));
	expect(options.map(({ of }) => of)).toEqual(operations.map(({ of }) => of));
	const paid = operations.flatMap(({ of, operation: { credit } }) => (credit === 'never' ? [] : [of]));
	expect(options.filter(({ hint }) => hint.includes('AI credits: 1')).map(({ of }) => of)).toEqual(paid);
	for (const { of, hint } of options) expect({ of, long: hint.length > 220 }).toEqual({ of, long: false });
	for (const { operation } of operations.filter(({ operation: { credit } }) => credit !== 'never')) expect(description.builderHint?.searchHint).toContain(`> ${textIn(operation.name, terms)}`);
	const own = [new MeetingAssistant(), new MeetingAssistantTrigger(), new MeetingAssistantPollingTrigger()].map((node) => node.description);
	const names = own.map(({ name }) => `n8n-nodes-meeting-assistant.${name}`);
	for (const { builderHint } of own) {
		for (const { nodeType, relationHint } of builderHint?.relatedNodes ?? []) {
			expect(names).toContain(nodeType);
			expect(relationHint).not.toMatch(/<|\{\{/);
		}
	}
	expect(description.builderHint?.relatedNodes?.map(({ nodeType }) => nodeType)).toEqual([names[1], names[2]]);
});

test('people find the nodes by what they search for, in the order of n8n’s own search', () => {
	const nodes = [new MeetingAssistant(), new MeetingAssistantTrigger(), new MeetingAssistantPollingTrigger()].map(({ description: { name, displayName } }) => {
		const file = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
		const codex = JSON.parse(readFileSync(`nodes/${file}/${file}.node.json`, 'utf8'));
		expect(codex.node).toBe(`n8n-nodes-meeting-assistant.${name}`);
		return { name, properties: { displayName, codex } };
	});
	const found = (searched: string) => sublimeSearch(searched, nodes).map(({ item }) => item.name);
	const everywhere = ['meeting notes', 'transcript', 'action items', 'feedback', 'new meeting', 'after a call', 'follow up', 'follow-up email', 'decision', 'overdue', 'promise', 'summary', 'feedback score', 'after each call'];
	for (const searched of everywhere) expect([searched, found(searched)]).toEqual([searched, expect.arrayContaining(nodes.map(({ name }) => name))]);
	const polled = ['before a meeting', 'prepare', 'reminder'];
	for (const searched of polled) expect([searched, found(searched)]).toEqual([searched, expect.arrayContaining(['meetingAssistant', 'meetingAssistantPollingTrigger'])]);
	for (const searched of ['coaching', 'weekly digest', 'weekly summary', 'search transcripts']) expect([searched, found(searched)]).toEqual([searched, expect.arrayContaining(['meetingAssistant'])]);
});
