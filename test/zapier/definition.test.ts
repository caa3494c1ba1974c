import { readFileSync } from 'node:fs';
import { actions, creates, inputKey, keyOf, offered, searches } from '../../packages/zapier/actions.ts';

import type { OutputField } from '../../packages/zapier/outputs.ts';
import { triggers } from '../../packages/zapier/triggers.ts';
import { allFields } from '../../src/operations/operation.ts';

const ours = [...Object.values(triggers), ...Object.values(searches), ...Object.values(creates)];
const labels = new Set(ours.map(({ display }) => display.label));
const fieldLabels = (fields: readonly OutputField[]): string[] => fields.flatMap(({ label, children = [] }) => [label, ...fieldLabels(children)]);
const fields = new Set(ours.flatMap(({ operation }) => fieldLabels(operation.outputFields)));

const [, recipes = ''] = /## Three Zaps.*?\n(.+?)\n## /s.exec(readFileSync('packages/zapier/README.md', 'utf8')) ?? [];
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
	const inputs = actions.map(({ resource, operation }) => {
		const keys = offered(allFields(operation)).map(([input, field]) => inputKey(input, field));
		return `${keyOf(resource, operation)}: ${keys.toSorted().join(', ')}`;
	});
	expect(inputs).toMatchSnapshot();
});
