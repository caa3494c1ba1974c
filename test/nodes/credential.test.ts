import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MeetingAssistantApi } from '../../credentials/MeetingAssistantApi.credentials.ts';
import { CredentialSettings, LimitOverrides } from '../../credentials/settings.ts';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { workflowModule } from '../../scripts/engine/n8nModules.ts';
import { api } from '../../src/api/index.ts';

const credential = new MeetingAssistantApi();
const { description } = new MeetingAssistant();

test('the node uses the credential', () => {
	expect(description.credentials).toEqual([{ name: credential.name, required: true }]);
});

test('the key is hidden, and no field appears twice', () => {
	const key = credential.properties.find(({ name }) => name === 'apiKey');
	expect(key).toMatchObject({ required: true, typeOptions: { password: true } });
	const names = credential.properties.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
});

test('it is tested by a read that costs no credit, with advice for each refusal', () => {
	const { request, rules = [] } = credential.test;
	expect(request).toMatchObject({ url: api.user.profile.path, method: 'GET' });
	expect(api.user.profile.credit).toBe('never');
	expect(rules.map(({ properties }) => properties.value)).toEqual([401, 403, 404, 429]);
	for (const { properties } of rules) expect(properties.message.length).toBeGreaterThan(60);
});

const isHintShown = (baseUrl: string) => {
	const notice = credential.properties.find(({ name }) => name === 'baseUrlNotice');
	if (!notice) throw new Error('There is no notice');
	return workflowModule.NodeHelpers.displayParameter({ baseUrl }, notice, null, null);
};

const right = ['', 'https://api.example.com', 'http://127.0.0.1:4010', '={{ $vars.baseUrl }}'];
const wrong = ['api.example.com', 'ftp://x', 'www.example.com/api'];

test('no display condition is a regular expression, which a slow machine would fail', () => {
	expect(JSON.stringify(credential.properties)).not.toContain('"regex"');
});

test.each(right)('%p is a base URL', (url) => {
	expect(isHintShown(url)).toBe(false);
});

test.each(wrong)('%p is not', (url) => {
	expect(isHintShown(url)).toBe(true);
});

describe('HTTP to another machine', () => {
	const notice = credential.properties.find(({ name }) => name === 'httpNotice');
	const isWarned = (values: { baseUrl: string; allowHttp?: boolean }) =>
		notice !== undefined && workflowModule.NodeHelpers.displayParameter(values, notice, null, null);

	test('shows a warning until it is allowed', () => {
		expect(isWarned({ baseUrl: 'http://10.0.0.4:3000' })).toBe(true);
		expect(isWarned({ baseUrl: 'http://10.0.0.4:3000', allowHttp: false })).toBe(true);
		expect(isWarned({ baseUrl: 'http://10.0.0.4:3000', allowHttp: true })).toBe(false);
	});

	test.each(['https://api.example.com', 'http://127.0.0.1:4010', 'http://localhost:4010', 'http://[::1]:1', ''])(
		'%p is none',
		(baseUrl) => expect(isWarned({ baseUrl })).toBe(false),
	);

	test('credentials saved before the option existed do not allow it', () => {
		const read = (settings: object) => CredentialSettings.parse({ baseUrl: 'x', ...settings }).allowHttp;
		expect([read({}), read({ allowHttp: 'no' }), read({ allowHttp: true }), read({ allowHttp: 'true' })]).toEqual([
			...[false, false, true, true],
		]);
	});

	/** The address that n8n's test of the credential asks. */
	const tested = (baseUrl: string, allowHttp?: boolean) => {
		const nodeTypes = { getByName: () => new MeetingAssistant(), getByNameAndVersion: () => new MeetingAssistant(), getKnownTypes: () => ({}) };
		const { expression } = new workflowModule.Workflow({ nodes: [], connections: {}, active: false, nodeTypes });
		const node = { id: '1', name: 'n', type: 'n', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
		const keys = { $credentials: { baseUrl, ...(allowHttp !== undefined && { allowHttp }) } };
		return expression.getSimpleParameterValue(node, credential.test.request.baseURL, 'internal', keys, undefined, '');
	};

	test.each([
		['http://10.0.0.4:3000', undefined, 'https://10.0.0.4:3000'],
		['HTTP://api.example.com/', false, 'https://api.example.com'],
		['http://localhost.example.com', false, 'https://localhost.example.com'],
		['http://10.0.0.4:3000', true, 'http://10.0.0.4:3000'],
		[' http://127.0.0.1:4010/ ', undefined, 'http://127.0.0.1:4010'],
		['http://localhost:4010', false, 'http://localhost:4010'],
		['http://[::1]:4010', false, 'http://[::1]:4010'],
		['https://api.example.com', undefined, 'https://api.example.com'],
	])('the test of %p, allowed: %p, sends the key to %p', (baseUrl, allowHttp, expected) => {
		expect(tested(baseUrl, allowHttp)).toBe(expected);
	});
});

test('limits out of bounds, or not numbers, are brought within bounds', () => {
	const read = (limits: object) => CredentialSettings.parse({ baseUrl: 'x', ...limits });
	expect(read({})).toMatchObject({ patienceSeconds: 30, concurrency: 5 });
	expect(read({ patienceSeconds: 90, concurrency: 0 })).toMatchObject({ patienceSeconds: 60, concurrency: 1 });
	expect(read({ patienceSeconds: 'x', concurrency: '3' })).toMatchObject({ patienceSeconds: 30, concurrency: 3 });
	expect(LimitOverrides.parse({})).toEqual({});
});

test.each([
	['credentials', credential.icon],
	['nodes/MeetingAssistant', description.icon],
])('the icons of %s exist', (folder, icon) => {
	const files = Object.values(icon ?? {}).map((file: string) => join(folder, file.replace('file:', '')));
	expect(files).toHaveLength(2);
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
