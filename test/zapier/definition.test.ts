import { readFileSync } from 'node:fs';
import { actions, creates, searches } from '../../packages/zapier/actions.ts';
import { fieldsOffered, inputKey, keyOf, withoutAbsent } from '../../packages/zapier/form.ts';
import { app } from '../../packages/zapier/index.ts';
import type { OutputField } from '../../packages/zapier/outputs.ts';
import { triggers } from '../../packages/zapier/triggers.ts';
import type { Field } from '../../src/forms/index.ts';
import { onlyReads } from '../../src/operations/index.ts';

const ours = [...Object.values(triggers), ...Object.values(searches), ...Object.values(creates)];
const labels = new Set(ours.map(({ display }) => display.label));
const fieldLabels = (fields: readonly OutputField[]): string[] => fields.flatMap(({ label, children = [] }) => [label, ...fieldLabels(children)]);
const fields = new Set(ours.flatMap(({ operation }) => fieldLabels(operation.outputFields)));

const [, recipes = ''] = /## Four Zaps.*?\n(.+)/s.exec(readFileSync('packages/zapier/README.md', 'utf8')) ?? [];
const steps = recipes.split('\n').filter((line) => /^\d\./.test(line));

test('the triggers and actions of the recipes exist', () => {
	const named = steps.flatMap((line) => {
		if (line.includes('Trigger: ')) return [...line.matchAll(/\*([^*]+)\*(?=[,.]| or|$)/g)].map(([, name]) => name);
		return /^\d\. \*([^*]+)\*/.exec(line)?.[1] ?? [];
	});
	expect(named.length).toBeGreaterThanOrEqual(6);
	expect(named.filter((name) => name !== 'Minutes Before' && !labels.has(name ?? ''))).toEqual([]);
});

test('the fields that the recipes map exist', () => {
	const mapped = [...recipes.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name);
	expect(mapped.length).toBeGreaterThan(6);
	expect(mapped.filter((name) => !fields.has(name))).toEqual([]);
});

/** Labels of fields that are shown together, list by list. */
const labelLists = (fields: readonly OutputField[]): string[][] => [fields.map(({ label }) => label), ...fields.flatMap(({ children = [] }) => labelLists(children))];
const twice = (list: readonly string[]): string[] => list.filter((label, at) => list.indexOf(label) !== at);

test('no two fields of a step have one label, and none repeats itself', () => {
	expect(ours.flatMap(({ key, operation }) => labelLists(operation.outputFields).flatMap(twice).map((label) => `${key}: ${label}`))).toEqual([]);
	expect([...fields].filter((label) => twice(label.toLowerCase().split(' ')).length > 0)).toEqual([]);
});

const textsWithNames = (value: unknown, name = ''): [string, string][] =>
	typeof value === 'string' ? [[name, value]] : value instanceof Object ? Object.entries(value).flatMap(([key, inner]) => textsWithNames(inner, Array.isArray(value) ? name : key)) : [];
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '').replace(/(ie)?s$/, '');

test('samples are realistic: no value is the name of its field', () => {
	const named = ours.flatMap(({ key, operation }) => textsWithNames(operation.sample).filter(([name, value]) => plain(name) === plain(value)).map(([name]) => `${key}: ${name} needs an example in its schema: .meta({ examples: […] })`));
	expect(named).toEqual([]);
});

test('descriptions are short and in the third person; what a step costs stands in its form', () => {
	const steps = [...Object.values(searches), ...Object.values(creates)];
	expect(steps.filter(({ display }) => display.description.length > 140 || !/^(Permanently )?\w+s\b/.test(display.description)).map(({ display }) => display.description)).toEqual([]);
	expect(steps.filter(({ operation }) => !JSON.stringify(operation.inputFields[0]).includes('docs/limits.md')).map(({ key }) => key)).toEqual([]);
	expect(ours.filter(({ key, display }) => key !== 'user_get_profile' && /AI credit|\brequests?\b/i.test(display.description)).map(({ key }) => key)).toEqual([]);
});

test('no two triggers or actions read the same in the list', () => {
	const sentences = ours.flatMap(({ display: { description } }) => description.split(/(?<=\.) /)[0] ?? []);
	expect(twice(sentences)).toEqual([]);
});

test('searches find something and are called so; nothing that only reads is an action', () => {
	expect(Object.values(searches).filter(({ display }) => !display.label.startsWith('Find ')).map(({ display }) => display.label)).toEqual([]);
	expect(Object.values(creates).filter(({ display }) => display.label.startsWith('Find ')).map(({ display }) => display.label)).toEqual([]);
	expect(actions.filter(({ operation, kind }) => onlyReads(operation) !== (kind === 'search')).map(({ operation }) => operation.id)).toEqual([]);
	// Zapier refuses a search without a field to search by.
	expect(Object.values(searches).filter(({ operation }) => operation.inputFields.length < 2).map(({ key }) => key)).toEqual([]);
});

/** Labels of fields that continue an earlier run, limit what is read, or take something that no step returns. */
const forPrograms = /^(?:Max (?:Requests|Meetings|People)|Continue After|Drafted Before|Existing Note|Event|Event From Input|My Email|Source|Tags|Recent Meetings to Read)$/;

test('no form asks for what only a programmer would set', () => {
	const labelsOf = (field: Field) => [field.label, ...('choices' in field ? field.choices.map(({ label }) => label) : [])];
	const asked = actions.flatMap((action) => fieldsOffered(action).flatMap(([, field]) => labelsOf(field).map((label) => [keyOf(action.resource, action.operation), label] as const)));
	expect(asked.length).toBeGreaterThan(100);
	expect(asked.filter(([, label]) => forPrograms.test(label))).toEqual([]);
	// A sync needs what the last one returned, so it keeps that field.
	expect(asked.flatMap(([key, label]) => (/ Before$/.test(label) && !/Due|Contact/.test(label) ? [`${key}: ${label}`] : []))).toEqual(['action_item_sync: Synced Before']);
});

test('a note does not name a field that its step does not have', () => {
	const passages = actions.find(({ operation }) => operation.id === 'searchTranscripts');
	if (!passages) throw new Error('There is no such search');
	const more = 'There may be more in 3 meetings.';
	expect(withoutAbsent(`${more} Put it into “cursor”. To continue, put the “cursor” of the last passage into “Continue After”. Choose a shorter “Period”.`, passages)).toBe(`${more} Choose a shorter “Period”.`);
});

test('the connection says where the API key is found, and links to a page that explains it', () => {
	const [key] = app.authentication.fields;
	expect(key?.helpText).toMatch(/Settings.*API keys.*Create New Key/);
	const [, path = '', anchor = ''] = /\]\(https:\/\/github\.com\/[^)]*\/blob\/main\/([^)#]+)#([a-z-]+)\)/.exec(key?.helpText ?? '') ?? [];
	const [, section = ''] = new RegExp(`\n## ${anchor.replaceAll('-', ' ')}\n(.+?)\n## `, 'is').exec(readFileSync(path, 'utf8')) ?? [];
	expect(section).toMatch(/Settings.*API keys.*Create New Key/);
});

test('webhook steps and deleting are not offered in new Zaps', () => {
	const hidden = [...Object.values(searches), ...Object.values(creates)].filter(({ display }) => 'hidden' in display).map(({ key }) => key);
	expect(hidden.toSorted()).toEqual(['conversation_delete', 'webhook_delete', 'webhook_get_all', 'webhook_register', 'webhook_send_test']);
});

test('an address in a text is between backticks, as Zapier’s check D008 asks', () => {
	expect(JSON.stringify(ours.filter(({ display }) => !('hidden' in display))).match(/"helpText":"[^"]*(?<!`)https?:[^"]*"/g) ?? []).toEqual([]);
});

test('keys are snake_case, labels and descriptions fit Zapier’s limits, and every one has a sample', () => {
	const limits = ours.filter(({ display: { label, description } }) => label.length > 64 || description.length > 1000 || !description.endsWith('.'));
	expect(limits.map(({ key }) => key)).toEqual([]);
	expect(ours.filter(({ key }) => !/^[a-z]+(_[a-z]+)*$/.test(key)).map(({ key }) => key)).toEqual([]);
	expect(ours.filter(({ operation: { sample, outputFields } }) => Object.keys(sample).length === 0 || outputFields.length === 0).map(({ key }) => key)).toEqual([]);
	expect(new Set(ours.map(({ display }) => display.label)).size).toBe(ours.length);
	expect(Object.values(triggers).filter(({ display }) => !display.description.startsWith('Triggers when '))).toEqual([]);
});

test('keys are stored in Zaps: one that is missing breaks them', () => {
	expect(ours.map(({ key }) => key).toSorted()).toMatchSnapshot();
	const inputs = actions.map((action) => {
		const { resource, operation } = action;
		const keys = fieldsOffered(action).map(([input, field]) => inputKey(input, field));
		return `${keyOf(resource, operation)}: ${keys.toSorted().join(', ')}`;
	});
	expect(inputs).toMatchSnapshot();
});
