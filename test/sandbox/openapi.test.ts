import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod/v4';
import { api, type Endpoint } from '../../src/api/index.ts';
import { call, startTestSandbox, type Reply } from './support/harness.ts';
import { everyEndpoint, table } from './support/everyEndpoint.ts';

const Response = z.looseObject({
	headers: z.record(z.string(), z.object({ required: z.boolean().default(false), schema: z.looseObject({}) })).optional(),
	content: z.object({ 'application/json': z.looseObject({}) }),
});
const Document = z.looseObject({
	servers: z.array(z.object({ url: z.string() })),
	paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), Response) }))),
});

let env: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => void (env = await startTestSandbox()));
afterEach(() => env.sandbox.stop());

const readDocument = async () => Document.parse(await (await fetch(`${env.sandbox.url}/openapi.json`)).json());

/** A check of answers against the sandbox's document. The validator does not know our schemas. */
async function createCheck() {
	const document = await readDocument();
	const ajv = new Ajv2020({ strict: false, allErrors: true });
	addFormats(ajv);
	ajv.addSchema(document, 'document');
	const pointer = (...parts: string[]) =>
		parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
	return ({ method, path }: Endpoint, { status, headers, body }: Reply): string[] => {
		const verb = method.toLowerCase();
		const described = document.paths[path]?.[verb]?.responses[status];
		if (described === undefined) return [`${status} is not described`];
		const place = pointer('paths', path, verb, 'responses', String(status), 'content', 'application/json', 'schema');
		const validate = ajv.compile({ $ref: `document#/${place}` });
		const wrongHeaders = Object.entries(described.headers ?? {}).filter(
			([name, { required, schema }]) =>
				headers.has(name) ? !ajv.validate(schema, Number(headers.get(name))) : required,
		);
		return [
			...(validate(body) ? [] : [ajv.errorsText(validate.errors)]),
			...wrongHeaders.map(([name]) => `${name} is not as described`),
			...(headers.get('Content-Type')?.startsWith('application/json') ? [] : ['not JSON']),
		];
	};
}

const wrongQuery = '?limit=x&historyLimit=x&maxResults=x';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const problems = (check: Awaited<ReturnType<typeof createCheck>>, replies: readonly (readonly [Endpoint, Reply])[]) =>
	replies.map(([endpoint, reply]) => [nameOf(endpoint), reply.status, check(endpoint, reply)]);
const none = (replies: readonly (readonly [Endpoint, Reply])[], status: number) =>
	replies.map(([endpoint]) => [nameOf(endpoint), status, []]);

/** One request to every endpoint, with valid inputs. */
const askAll = async (key: string | null, endpoints = table) => {
	const replies: [Endpoint, Reply][] = [];
	for (const endpoint of endpoints) {
		const path = endpoint.path.replace('{id}', 'x');
		const body = endpoint.body && { id: 'x', query: 'Who?', title: 'T' };
		replies.push([endpoint, await call(env.sandbox.url, key, endpoint.method, path, body)]);
	}
	return replies;
};

describe('/openapi.json', () => {
	test('needs no key, is valid OpenAPI 3.1, and names the sandbox as the caller reached it', async () => {
		const validator = new Validator();
		const document = await readDocument();
		expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
		expect(validator.version).toBe('3.1');
		expect(document.servers).toEqual([{ url: env.sandbox.url }]);
		const other = env.sandbox.url.replace('127.0.0.1', 'localhost');
		expect(await (await fetch(`${other}/openapi.json`)).json()).toMatchObject({ servers: [{ url: other }] });
	});

	test('describes every 200 of the sandbox', async () => {
		const replies = await everyEndpoint(env.sandbox.url);
		expect(problems(await createCheck(), replies)).toEqual(none(replies, 200));
	});

	test('describes every 401 and 403', async () => {
		const check = await createCheck();
		const anonymous = await askAll(null);
		expect(problems(check, anonymous)).toEqual(none(anonymous, 401));
		const free = await askAll(env.account('free').key);
		expect(problems(check, free)).toEqual(none(free, 403));
	});

	test('describes every 404', async () => {
		const replies = await askAll(env.account().key, table.filter(({ errors }) => errors.includes('not_found')));
		expect(problems(await createCheck(), replies)).toEqual(none(replies, 404));
	});

	test('describes every 429 rate_limited', async () => {
		env.sandbox.faults.add({ kind: 'rate-limited' });
		const replies = await askAll(env.account().key);
		expect(problems(await createCheck(), replies)).toEqual(none(replies, 429));
	});

	test('describes every 400', async () => {
		const account = env.account();
		const id = await account.importMeeting();
		const ask = (endpoint: Endpoint, query: string, body?: unknown) =>
			account.call(endpoint.method, `${endpoint.path.replace('{id}', id)}${query}`, body);
		const replies: [Endpoint, Reply][] = [];
		for (const endpoint of table.filter(({ errors }) => errors.includes('validation_error'))) {
			const wrong = endpoint.query === undefined ? await ask(endpoint, '', '[') : await ask(endpoint, wrongQuery);
			replies.push([endpoint, wrong]);
		}
		expect(problems(await createCheck(), replies)).toEqual(none(replies, 400));
	});

	test('describes 429 of the AI, and 500', async () => {
		const account = env.account();
		const id = await account.importMeeting();
		env.sandbox.updateUser(account.id, { spendingCap: 0 });
		const check = await createCheck();
		const usingAi = table.filter(({ credit }) => credit !== 'never');
		const askAi = async (): Promise<[Endpoint, Reply][]> => {
			const replies: [Endpoint, Reply][] = [];
			for (const endpoint of usingAi) {
				const path = endpoint.path.replace('{id}', id);
				replies.push([endpoint, await account.call(endpoint.method, path, { query: 'Who?' })]);
			}
			return replies;
		};
		const refused = await askAi();
		expect(problems(check, refused)).toEqual(none(refused, 429));
		env.sandbox.updateUser(account.id, { spendingCap: null });
		env.sandbox.faults.add({ kind: 'internal-error' });
		const failed = await askAi();
		expect(problems(check, failed)).toEqual(none(failed, 500));
	});

	test('the validator rejects a wrong answer', async () => {
		const check = await createCheck();
		const [[endpoint, reply] = []] = await everyEndpoint(env.sandbox.url);
		if (endpoint === undefined || reply === undefined) throw new Error('no answer');
		expect(check(endpoint, { ...reply, body: { data: { id: 1 } } })).toEqual([expect.stringContaining('/data/id must be string')]);
		expect(check(endpoint, { ...reply, status: 404 })).toEqual(['404 is not described']);
		expect(check(endpoint, { ...reply, headers: new Headers() })).toContain('X-RateLimit-Limit is not as described');
		expect(check(api.calendar.events, { ...reply, body: { data: {} } })).toEqual(['data/data must be array']);
	});
});
