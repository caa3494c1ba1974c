import { globSync } from 'node:fs';
import { z } from 'zod/v4';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { catalogue } from '../../src/operations/index.ts';
import { n8nSchema, SCHEMA_FOLDER, schemaFiles } from '../../scripts/schemas/schemaFiles.ts';

test('each operation has a schema file, and no other schema file exists', () => {
	const expected = catalogue.flatMap(({ id: resource, operations }) =>
		operations.map(({ id }) => `${SCHEMA_FOLDER}/${resource}/${id}.json`),
	);
	expect(Object.keys(schemaFiles).toSorted()).toEqual(expected.toSorted());
	const leftOver = globSync(`${SCHEMA_FOLDER}/../**/*.json`).filter((path) => !expected.includes(path));
	expect(leftOver.map((path) => `${path}: delete it`)).toEqual([]);
});

test('the build has schema files where n8n looks for them', () => {
	const { version } = new MeetingAssistant().description;
	const built = globSync('dist/nodes/MeetingAssistant/__schema__/**/*.json');
	const expected = [version].flat().flatMap((one) =>
		Object.keys(schemaFiles).map((path) => `dist/${path.replace(SCHEMA_FOLDER, `nodes/MeetingAssistant/__schema__/v${one}.0.0`)}`),
	);
	expect(built.toSorted()).toEqual(expected.toSorted());
});

test('constructs that the editor does not support are simplified', () => {
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
