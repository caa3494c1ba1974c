import { globSync } from 'node:fs';
import { z } from 'zod/v4';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { resources } from '../../nodes/MeetingAssistant/operations/index.ts';
import { SCHEMA_FOLDER, schemaFiles } from '../../scripts/schemas/files.ts';
import { n8nSchema } from '../../scripts/schemas/n8nSchema.ts';

test('each operation has one, and none is left of an operation that is gone', () => {
	const expected = resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value }) => `${SCHEMA_FOLDER}/${resource}/${value}.json`),
	);
	expect(Object.keys(schemaFiles).toSorted()).toEqual(expected.toSorted());
	const leftOver = globSync(`${SCHEMA_FOLDER}/../**/*.json`).filter((path) => !expected.includes(path));
	expect(leftOver.map((path) => `${path}: delete it`)).toEqual([]);
});

test('they lie where n8n looks for this version of the node', () => {
	const { version } = new MeetingAssistant().description;
	expect(SCHEMA_FOLDER).toBe(`nodes/MeetingAssistant/__schema__/v${version}.0.0`);
});

test('what the editor cannot follow is written as what it can', () => {
	const person = z.looseObject({ name: z.string().nullable().describe('Full name'), tags: z.array(z.unknown()) });
	const output = z.object({
		score: z.int().nullable(),
		kind: z.enum(['a', 'b']),
		when: z.iso.datetime(),
		person: person.nullable().describe('null for nobody'),
		people: z.array(person.nullable()),
		either: z.union([z.string(), z.number()]),
	});
	const name = { type: ['string', 'null'], description: 'Full name' };
	const properties = { name, tags: { type: 'array' } };
	expect(n8nSchema(output)).toEqual({
		type: 'object',
		properties: {
			score: { type: ['integer', 'null'] },
			kind: { type: 'string' },
			when: { type: 'string', format: 'date-time' },
			person: { type: 'object', description: 'null for nobody', properties },
			people: { type: 'array', items: { type: 'object', properties } },
			either: {},
		},
	});
});

test.each(Object.entries(schemaFiles))('%s has fields, each with a type', (_, content) => {
	const parse = (): unknown => JSON.parse(content());
	const Field = z.looseObject({ type: z.unknown() });
	const Schema = z.object({ type: z.literal('object'), properties: z.record(z.string(), Field) });
	const { properties } = Schema.parse(parse());
	expect(Object.keys(properties).length).toBeGreaterThan(0);
	expect(Object.entries(properties).filter(([, { type }]) => type === undefined)).toEqual([]);
});
