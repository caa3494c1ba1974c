import type { Field } from '../../nodes/MeetingAssistant/field.ts';
import { operation } from '../../nodes/MeetingAssistant/endpointOperation.ts';
import { api } from '../../src/api/index.ts';

const words = { value: 'x', name: 'X', action: 'X', description: 'X' };
const field: Field = { displayName: 'X', name: 'x', type: 'string', default: '' };

/** Never called: the compiler is the test, and an error that stays away is one. */
export function mistakes() {
	// @ts-expect-error the endpoint requires an ID and a title
	operation({ ...words, endpoint: api.conversations.rename, fields: {} });
	// @ts-expect-error the title is missing
	operation({ ...words, endpoint: api.conversations.rename, fields: { id: field } });
	// @ts-expect-error the endpoint has no such input
	operation({ ...words, endpoint: api.conversations.rename, fields: { id: field, title: field, name: field } });
	// @ts-expect-error what the endpoint requires is always shown
	operation({ ...words, endpoint: api.question.ask, fields: { id: field }, options: { query: field } });
	// @ts-expect-error Return All and Limit stand for the page
	operation({ ...words, endpoint: api.conversations.list, fields: {}, filters: { offset: field } });
	// @ts-expect-error the filter is misspelt
	operation({ ...words, endpoint: api.conversations.list, fields: {}, filters: { serach: field } });
}

test('an operation takes cost and paging from its endpoint', () => {
	const ask = operation({ ...words, endpoint: api.question.ask, fields: { id: field, query: field } });
	expect(ask).toMatchObject({ credit: 'always', paging: undefined });
	const list = operation({ ...words, endpoint: api.contacts.list, fields: {} });
	expect(list).toMatchObject({ credit: 'never', paging: { kind: 'offset', maxSize: 200 } });
});
