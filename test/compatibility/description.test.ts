import { readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { workflowModule } from '../../scripts/engine/n8nModules.ts';
import { MeetingAssistantApi } from '../../credentials/MeetingAssistantApi.credentials.ts';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { MeetingAssistantPollingTrigger } from '../../nodes/MeetingAssistantPollingTrigger/MeetingAssistantPollingTrigger.node.ts';
import { MeetingAssistantTrigger } from '../../nodes/MeetingAssistantTrigger/MeetingAssistantTrigger.node.ts';

/** Each single case in which a field is shown: a field shown in more cases than before still has the earlier ones. */
function casesOf({ show = {}, hide = {} }: NonNullable<INodeProperties['displayOptions']>): string[] {
	const shown = Object.entries(show).reduce<string[]>(
		(cases, [name, values]) => cases.flatMap((one) => (values ?? []).map((value) => `${one}${name} ${JSON.stringify(value)}, `)),
		[''],
	);
	return shown.map((one) => `${one}${JSON.stringify(hide)}`);
}

/** What n8n stores of a form: everything but the words. That includes defaults, because n8n does not store values that equal them. */
function storedPart({ name, type, options, modes, displayOptions, default: start }: INodeProperties): string[] {
	const choices = (options ?? []).flatMap((option) => ('value' in option ? [`= ${String(option.value)}`] : []));
	const inner = (options ?? []).flatMap((option) => {
		if ('values' in option) return [option.name, ...option.values.flatMap(storedPart)];
		return 'type' in option ? storedPart(option) : [];
	});
	const parts = [`${type}, starts with ${JSON.stringify(start)}`, ...(modes ?? []).map((mode) => `mode ${mode.name}`), ...choices, ...inner];
	return casesOf(displayOptions ?? {}).flatMap((conditions) => parts.map((part) => `${conditions} ${name} ${part}`));
}

const descriptions = [MeetingAssistant, MeetingAssistantTrigger, MeetingAssistantPollingTrigger].map((Node) => new Node().description);
const credential = new MeetingAssistantApi();
const current = new Map([...descriptions, credential].map(({ name, properties }) => [name, properties]));

const Saved = z.record(z.string(), z.looseObject({ properties: z.array(z.custom<INodeProperties>()) }));
const saved = Saved.parse(JSON.parse(readFileSync('test/compatibility/v0.1.0/descriptions.json', 'utf8')));
/** The file uses a shorter form, in which a choice is its value alone. */
const withChoices = (property: INodeProperties): INodeProperties => ({
	...property,
	...(property.modes && { modes: property.modes.map((mode) => ({ displayName: '', type: 'string', name: String(mode) })) }),
	...(property.options && {
		options: property.options.map((option): NonNullable<INodeProperties['options']>[number] => {
			if (!(option instanceof Object)) return { name: String(option), value: option };
			return 'values' in option ? { ...option, values: option.values.map(withChoices) } : 'type' in option ? withChoices(option) : option;
		}),
	}),
});

/** Without conditions: the credential's own let through what 0.1.0 saved, as the next test shows. */
const unconditional = (properties: readonly INodeProperties[]): INodeProperties[] =>
	properties.map((property) => ({ ...property, displayOptions: undefined }));

test.each(Object.entries(saved))('%s: whatever 0.1.0 stored is still there', (name, { properties }) => {
	const isCredential = name === credential.name;
	const now = current.get(name) ?? [];
	const known = new Set((isCredential ? unconditional(now) : now).flatMap(storedPart));
	// A field that people and agents each have in a form of their own exists for both.
	const [people, agents] = ['{"@tool":[true]}', '@tool true, {}'];
	for (const part of [...known]) if (part.includes(people) && known.has(part.replace(people, agents))) known.add(part.replace(people, '{}'));
	const before = (isCredential ? unconditional(properties) : properties).map(withChoices).flatMap(storedPart);
	expect(before.length).toBeGreaterThan(4);
	// A field that is no longer shown is stored as before. Fields that needed a format of key points are now shown with every
	// one.
	const anyFormat = (part: string): string => part.replace('/format "actionItems", {}', '{}');
	const kept = (part: string): string[] => [part, part.replace(/ boolean, starts/, ' hidden, starts'), part.replace(', format "actionItems"', ''), anyFormat(part), anyFormat(part).replace(', format "actionItems"', '')];
	expect(before.filter((part) => !kept(part).some((one) => known.has(one)))).toEqual([]);
});

const another = (value: INodeProperties['default']) => (typeof value === 'number' ? value + 1 : `${String(value)}x`);

test('each value that a credential of 0.1.0 holds reaches the nodes', () => {
	const { NodeHelpers } = workflowModule;
	const fields = (saved[credential.name]?.properties ?? []).filter(({ type }) => type !== 'notice');
	const held = Object.fromEntries(fields.map(({ name, default: start }) => [name, another(start)]));
	expect(Object.keys(held).length).toBeGreaterThan(4);
	expect(NodeHelpers.getNodeParameters(credential.properties, held, true, false, null, null)).toMatchObject(held);
	for (const [name, value] of Object.entries(held)) {
		const one = { apiKey: 'k', baseUrl: 'https://api.example.com', [name]: value };
		expect(NodeHelpers.getNodeParameters(credential.properties, one, true, false, null, null)).toMatchObject(one);
	}
});

const Used = z.array(z.object({ name: z.string(), required: z.boolean() }));
const Identity = z.looseObject({ version: z.unknown(), credentials: Used, webhooks: z.array(z.unknown()).optional() });

test.each(descriptions.map((description) => [description.name, description] as const))('%s still has its version, and keeps its credential and webhooks', (name, description) => {
	const before = Identity.parse(saved[name]);
	expect([description.version].flat()).toContain(before.version);
	expect(Used.parse(description.credentials)).toEqual(before.credentials);
	const webhooks = description.webhooks?.map(({ name: webhook, path, httpMethod }) => ({ name: webhook, path, httpMethod }));
	expect(webhooks).toEqual(before.webhooks);
});
