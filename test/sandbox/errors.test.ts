import { api, type Endpoint } from '../../src/api/index.ts';
import { call, errorOf, messageOf, startTestSandbox, type Account } from './support/harness.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

const endpoints: [string, Endpoint][] = Object.values(api).flatMap((resource) =>
	Object.values(resource).map((endpoint: Endpoint): [string, Endpoint] => [
		`${endpoint.method} ${endpoint.path}`,
		endpoint,
	]),
);

describe('Errors', () => {
	test.each(endpoints)('%s needs a key', async (_name, { method, path }) => {
		expect(errorOf(await call(env.sandbox.url, null, method, path.replace('{id}', 'x')))).toBe('401 unauthorized');
	});

	test.each(endpoints.filter(([, { errors }]) => errors.includes('not_found')))(
		'%s: an unknown resource is 404',
		async (_name, endpoint) => {
			const { method, path, body } = endpoint;
			const reply = await account.call(
				method,
				path.replace('{id}', 'x'),
				body && { id: 'x', query: 'Who?', title: 'T' },
			);
			expect(errorOf(reply)).toBe('404 not_found');
		},
	);

	test.each([
		['GET', '/nothing'],
		['GET', '/api/v1/meetings'],
		['GET', '/api/v2/conversations'],
		['PUT', '/api/v1/conversations'],
	])('%s %s is 404 not_found', async (method, path) => {
		expect(errorOf(await account.call(method, path))).toBe('404 not_found');
	});

	test.each(['{', '[1]', '"text"', 'null', 'query=who'])('the body %s is 400 validation_error', async (body) => {
		const id = await account.importMeeting();
		const reply = await account.call('POST', `/api/v1/conversations/${id}/query`, body);
		expect(errorOf(reply)).toBe('400 validation_error');
		expect(messageOf(reply)).toMatch(/^body: /);
	});

	test('a body that is too large is 400 and not read to its end', async () => {
		const reply = await account.call('POST', '/api/v1/conversations/x/query', { query: 'x'.repeat(2_000_000) });
		expect(messageOf(reply)).toMatch(/^body: must not be larger/);
	});

	test('a body field never stands for a path parameter; unknown fields are ignored', async () => {
		const [mine, other] = [
			await account.importMeeting({ title: 'mine' }),
			await account.importMeeting({ title: 'other' }),
		];
		const reply = await account.call('PATCH', `/api/v1/conversations/${mine}?title=query`, {
			title: 'new',
			id: other,
			colour: 'red',
		});
		expect(reply.body).toEqual({ data: { id: mine, title: 'new' } });
	});

	test('an identifier with characters of a path or of SQL is only unknown', async () => {
		for (const id of ["' OR 1=1 --", '../user/profile', 'a/b', '%', 'x\u0000y']) {
			const reply = await account.call('GET', `/api/v1/conversations/${encodeURIComponent(id)}/transcript`);
			expect(errorOf(reply)).toBe('404 not_found');
		}
	});
});
