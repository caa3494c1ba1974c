import { z } from 'zod/v4';
import { api, errorStatus, eventNames, type Endpoint } from '../../src/api/index.ts';

const endpoints = Object.values(api).flatMap((resource) => Object.values<Endpoint>(resource));

/** Copied from the API description, not from the table, so that none is lost or changed. New ones are reviewed in docs/assumptions.md. */
const described = `
	GET /api/v1/conversations
	GET /api/v1/conversations/{id}/transcript
	GET /api/v1/conversations/{id}/keypoints
	POST /api/v1/conversations/{id}/keypoints
	GET /api/v1/conversations/{id}/feedback
	POST /api/v1/conversations/{id}/feedback
	POST /api/v1/conversations/{id}/query
	POST /api/v1/conversations/{id}/email
	POST /api/v1/conversations/{id}/share
	PATCH /api/v1/conversations/{id}
	DELETE /api/v1/conversations/{id}
	GET /api/v1/contacts
	GET /api/v1/contacts/{id}/briefing
	GET /api/v1/contacts/unresolved-threads
	GET /api/v1/calendar/events
	GET /api/v1/user/profile
	GET /api/v1/webhooks
	POST /api/v1/webhooks
	DELETE /api/v1/webhooks
	POST /api/v1/webhooks/test
`;

describe('The table', () => {
	test('has every endpoint of the API description, and none twice', () => {
		const listed = endpoints.map(({ method, path }) => `${method} ${path}`);
		const missing = described.trim().split(/\s*\n\s*/).filter((name) => !listed.includes(name));
		expect(missing.map((name) => `${name}: add it to src/api`)).toEqual([]);
		expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
	});

	test.each(endpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` })))(
		'$name: input names are unique, and params match the path',
		({ endpoint }) => {
			const names = [endpoint.params, endpoint.query, endpoint.body].flatMap((shape) => Object.keys(shape ?? {}));
			expect(new Set(names).size).toBe(names.length);
			const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			expect(inPath).toEqual(Object.keys(endpoint.params ?? {}));
		},
	);

	test('list endpoints, and only they, have paging', () => {
		const isList = ({ response }: Endpoint) => response instanceof z.ZodObject && response.shape['data'] instanceof z.ZodArray;
		const wrong = endpoints.filter((endpoint) => isList(endpoint) !== (endpoint.paging !== undefined));
		expect(wrong.map(({ method, path }) => `${method} ${path}: add or remove \`paging\` in src/api`)).toEqual([]);
	});

	test('only reads, deletes, rename and unforced generation may be repeated', () => {
		const once = endpoints.filter(({ repeat }) => repeat === 'never').map(({ summary }) => summary);
		expect(once.toSorted()).toEqual([
			'Ask a question about a conversation',
			'Draft a follow-up e-mail',
			'Register a webhook',
			'Send a test delivery',
			'Share a conversation',
		]);
	});

	test('a request that may cost a credit is never repeated; its saved result is read for free', () => {
		for (const { credit, repeat, saved, path } of endpoints) {
			if (credit !== 'never') expect(repeat).not.toBe('always');
			expect(repeat === 'read-saved').toBe(saved !== undefined);
			if (saved) expect(saved).toMatchObject({ method: 'GET', path, credit: 'never' });
		}
	});

	test('a request that always costs a credit is never repeated', () => {
		for (const { credit, repeat } of endpoints) if (credit === 'always') expect(repeat).toBe('never');
	});
});

test('all error codes and their statuses (Errors)', () => {
	expect(errorStatus).toEqual({
		validation_error: 400,
		unauthorized: 401,
		forbidden: 403,
		not_found: 404,
		rate_limited: 429,
		ai_limit_exceeded: 429,
		internal_error: 500,
	});
});

test('there are eleven events (Events)', () => {
	expect(eventNames).toHaveLength(11);
});
