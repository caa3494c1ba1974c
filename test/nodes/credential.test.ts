import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MeetingAssistantApi } from '../../credentials/MeetingAssistantApi.credentials.ts';
import { CredentialSettings, LimitOverrides } from '../../credentials/settings.ts';
import { MeetingAssistant } from '../../nodes/MeetingAssistant/MeetingAssistant.node.ts';
import { workflowModule } from '../../scripts/engine/n8nModules.ts';
import { api } from '../../src/api/index.ts';

const credential = new MeetingAssistantApi();
const { description } = new MeetingAssistant();

test('the node uses it', () => {
	expect(description.credentials).toEqual([{ name: credential.name, required: true }]);
});

test('the key is hidden, and nothing else is asked for twice', () => {
	const key = credential.properties.find(({ name }) => name === 'apiKey');
	expect(key).toMatchObject({ required: true, typeOptions: { password: true } });
	const names = credential.properties.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
});

test('it is tested by a read that costs no credit, and says what to do for each refusal', () => {
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

test('showing it never depends on how fast the machine is', () => {
	expect(JSON.stringify(credential.properties)).not.toContain('"regex"');
});

test.each(right)('%p is a base URL', (url) => {
	expect(isHintShown(url)).toBe(false);
});

test.each(wrong)('%p is not', (url) => {
	expect(isHintShown(url)).toBe(true);
});

test('limits out of bounds, or not numbers, are brought within them', () => {
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
