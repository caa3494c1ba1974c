import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialDataDecryptedObject, INode, INodeParameters, INodeTypes } from 'n8n-workflow';
import { MeetingAssistantApi } from '../../credentials/MeetingAssistantApi.credentials.ts';
import { CredentialSettings, LimitOverrides } from '../../credentials/settings.ts';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { trust } from '../../src/client/trust.ts';
import { workflowModule } from '../../packages/rehearsal/engine/n8nModules.ts';

const credential = new MeetingAssistantApi();
const { description } = new MeetingAssistant();

test('the node uses the credential', () => {
	expect(description.credentials).toEqual([{ name: credential.name, required: true, testedBy: 'testAccount' }]);
});

test('the key is hidden', () => {
	const key = credential.properties.find(({ name }) => name === 'apiKey');
	expect(key).toMatchObject({ required: true, typeOptions: { password: true } });
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

	test('a credential without the option, or with another value, does not allow it', () => {
		const read = (settings: object) => CredentialSettings.parse({ baseUrl: 'x', ...settings }).allowHttp;
		expect([read({}), read({ allowHttp: 'no' }), read({ allowHttp: true }), read({ allowHttp: 'true' })]).toEqual([
			...[false, false, true, true],
		]);
	});
});

/** A saved credential in the form in which n8n passes it to a node. */
const decrypted = (saved: INodeParameters) =>
	workflowModule.NodeHelpers.getNodeParameters(credential.properties, saved, true, false, null, null);

/** The names of the fields that n8n shows, with a saved credential. */
const shown = (saved: INodeParameters) => {
	const values = { ...Object.fromEntries(credential.properties.map(({ name, default: start }) => [name, start])), ...saved };
	return credential.properties
		.filter((property) => !['notice', 'hidden'].includes(property.type) && workflowModule.NodeHelpers.displayParameter(values, property, null, null))
		.map(({ name }) => name);
};

const account = { apiKey: 'svc_x', baseUrl: 'https://api.example.com' };
const basic = ['apiKey', 'baseUrl', 'advanced'];

test.each([
	['https://api.example.com', 'https://api.example.com/api/v1/user/profile', 'https://other.example.com/'],
	[' HTTPS://API.example.com:8443/base?x=1 ', 'https://api.example.com:8443/x', 'https://api.example.com.evil.example/'],
	['http://[::1]:5680', 'http://[::1]:5680/x', 'http://[::2]:5680/x'],
	['={{ "https://api." + "example.com" }}', 'https://api.example.com/x', 'https://example.com/x'],
])('with the base URL %j, an HTTP Request node sends the key there and nowhere else', (baseUrl, own, other) => {
	const mock: INode = { id: '1', name: 'HTTP', type: 'n8n-nodes-base.httpRequest', typeVersion: 4, position: [0, 0], parameters: {} };
	const nodeTypes = { getByName: () => ({ description: {} }), getByNameAndVersion: () => ({ description: { properties: [] } }), getKnownTypes: () => ({}) };
	const { expression } = new workflowModule.Workflow({ nodes: [mock], connections: {}, active: false, nodeTypes: trust<INodeTypes>(nodeTypes) });
	const data = decrypted({ ...account, baseUrl }) ?? {};
	// As n8n does before a node gets a credential.
	const credentialData = trust<ICredentialDataDecryptedObject>(expression.getComplexParameterValue(mock, data, 'manual', {}, undefined, undefined, data));
	const allowedDomains = workflowModule.getCredentialAllowedDomains({ node: mock, credentialData });
	const isAllowed = (url: string) => workflowModule.isDomainAllowed({ url, allowedDomains: allowedDomains ?? '' });
	expect([isAllowed(own), isAllowed(other)]).toEqual([true, false]);
});

describe('advanced settings', () => {
	test('are collapsed until they are wanted', () => {
		expect(shown(account)).toEqual(basic);
		expect(shown({ ...account, advanced: true })).toEqual([...basic, 'patienceSeconds', 'concurrency', 'headerPrefix']);
	});

	const saved: readonly INodeParameters[] = [
		{ patienceSeconds: 10 },
		{ patienceSeconds: 0, concurrency: 1 },
		{ headerPrefix: 'X-Other' },
		{ patienceSeconds: '={{ $vars.wait }}', concurrency: 20, headerPrefix: 'X-Other' },
		{ allowHttp: true },
		{ allowHttp: true, baseUrl: 'http://10.0.0.4' },
		{ allowHttp: true, baseUrl: ' HTTP://localhost.example.com' },
		{ allowHttp: '={{ $vars.allow }}', baseUrl: 'http://10.0.0.4' },
		{ allowHttp: true, baseUrl: '={{ $vars.url }}' },
	];
	test.each(saved)('%j, saved with the advanced settings hidden, is in force and in view', (values) => {
		expect(decrypted({ ...account, ...values })).toMatchObject(values);
		expect(shown({ ...account, ...values })).toEqual(expect.arrayContaining(Object.keys(values)));
	});

	test('that were changed stay in force when they are collapsed again', () => {
		expect(decrypted({ ...account, advanced: false, concurrency: 2 })).toMatchObject({ concurrency: 2 });
	});

	test('are those of a new credential where nothing was saved', () => {
		expect(CredentialSettings.parse(decrypted(account))).toMatchObject({ patienceSeconds: 30, concurrency: 5, allowHttp: false });
	});

	test('no field appears twice', () => {
		const urls = ['', 'https://api.example.com', 'http://10.0.0.4', 'http://127.0.0.1:4010', '={{ $vars.url }}'];
		const combinations = urls.flatMap((baseUrl) =>
			[...saved, { advanced: true }].flatMap((values) => [
				{ ...account, ...values, baseUrl },
				{ ...account, ...values, baseUrl, advanced: true },
			]),
		);
		for (const values of combinations) {
			const names = shown(values);
			expect([values, names]).toEqual([values, [...new Set(names)]]);
		}
	});
});

test('unencrypted HTTP can be allowed where it is needed', () => {
	expect(shown({ ...account, baseUrl: 'http://10.0.0.4' })).toEqual(['apiKey', 'baseUrl', 'allowHttp', 'advanced']);
	expect(shown({ ...account, baseUrl: 'http://127.0.0.1:4010' })).toEqual(basic);
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
