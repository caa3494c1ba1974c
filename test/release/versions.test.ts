import { readFileSync } from 'node:fs';
import { VERSION } from '../../packages/mcp/call.ts';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

test('the registry, the bundle and the package of the MCP server agree on name and version', () => {
	const { name, mcpName, version } = read('packages/mcp/package.json');
	const server = read('packages/mcp/server.json');
	expect(server).toMatchObject({ name: mcpName, version, packages: [{ registryType: 'npm', identifier: name, version }] });
	expect(read('packages/mcp/manifest.json')).toMatchObject({ version });
	expect(VERSION).toBe(version);
	// The registry's limit.
	expect(server.description.length).toBeLessThanOrEqual(100);
});

test('everything that is published says where it comes from', () => {
	const published = ['package.json', 'packages/client/package.json', 'packages/mcp/package.json', 'packages/node-red/package.json', 'packages/rehearsal/package.json', 'sandbox/package.json'].map(read);
	for (const { name, publishConfig, repository, license, private: hidden } of published) {
		expect({ name, publishConfig, repository, license, hidden }).toEqual({
			name,
			publishConfig: { access: 'public', provenance: true },
			repository: expect.objectContaining({ url: 'git+https://github.com/meeting-assistant-integrations/n8n-nodes-meeting-assistant.git' }),
			license: 'MIT',
			hidden: undefined,
		});
	}
});

test('a release builds every package, since npm runs no script before it packs one', () => {
	expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true');
	expect(read('package.json').scripts['release:publish']).toMatch(/^npm run --silent build -ws --if-present && /);
});
