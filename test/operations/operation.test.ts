import { api } from '../../src/api/index.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import { nameOf, number, text } from '../../src/forms/field.ts';
import { allFields, operation, returnsMany } from '../../src/operations/operation.ts';

const words = { id: 'x', name: 'X', action: 'X', description: 'X' };
const id = text({ label: 'X', required: true });
const optional = text({ label: 'X' });

/** Never called: the compiler is the test, and a missing error fails it. */
export function mistakes() {
	// @ts-expect-error the endpoint requires an ID and a title
	operation({ ...words, endpoint: api.conversations.rename, fields: {} });
	// @ts-expect-error the title is missing
	operation({ ...words, endpoint: api.conversations.rename, fields: { id } });
	// @ts-expect-error the title may be absent, and the endpoint requires it
	operation({ ...words, endpoint: api.conversations.rename, fields: { id, title: optional } });
	// @ts-expect-error the endpoint takes a text
	operation({ ...words, endpoint: api.conversations.rename, fields: { id, title: number({ label: 'X', required: true }) } });
	// @ts-expect-error the endpoint has no such input
	operation({ ...words, endpoint: api.conversations.rename, fields: { id, title: id, name: id } });
	// @ts-expect-error what the endpoint requires is always shown
	operation({ ...words, endpoint: api.question.ask, fields: { id }, options: { query: id } });
	// @ts-expect-error the limit of a list stands for the page
	operation({ ...words, endpoint: api.conversations.list, fields: {}, filters: { offset: number({ label: 'X' }) } });
	// @ts-expect-error the filter is misspelt
	operation({ ...words, endpoint: api.conversations.list, fields: {}, filters: { serach: optional } });
	operation({
		...words,
		endpoint: api.conversations.rename,
		fields: { id, title: id },
		options: { note: optional },
		async *run(_, { note }) {
			// @ts-expect-error an option may be absent
			yield { json: note.length };
		},
	});
}

test('no operation has two inputs of one name, which whoever gives it could not tell apart', () => {
	const named = catalogue.flatMap(({ id: resource, operations }) =>
		operations.map((one) => ({ operation: `${resource}.${one.id}`, names: Object.entries(allFields(one)).map(([input, field]) => nameOf(input, field)) })),
	);
	expect(named.filter(({ names }) => new Set(names).size < names.length)).toEqual([]);
});

test('an operation takes cost and paging from its endpoint', () => {
	const ask = operation({ ...words, endpoint: api.question.ask, fields: { id, query: id } });
	expect(ask).toMatchObject({ credit: 'always', isList: false });
	const list = operation({ ...words, endpoint: api.contacts.list, fields: {} });
	expect(list).toMatchObject({ credit: 'never', isList: true, paging: { kind: 'offset', maxSize: 200 } });
});

test('results requested all together are one, however the host handles many', () => {
	const asked = catalogue.flatMap(({ operations }) => operations).flatMap((operation) =>
		Object.entries(allFields(operation)).flatMap(([input, field]) =>
			field.kind === 'choice' && field.choices.some(({ value }) => value === 'together')
				? [returnsMany(operation, { valueOf: (name) => (name === input ? 'together' : undefined) })]
				: [],
		),
	);
	expect(asked).toEqual([false, false, false, false, false]);
});
