import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { connectorTools } from '../../packages/mcp/connector.ts';
import { tools } from '../../src/agents/index.ts';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const readme = readFileSync('packages/mcp/README.md', 'utf8');

const https = z.url({ protocol: /^https$/ });
const line = z.string().min(1).max(100);

/** The part of the schema for a server.json of 2025-12-11 that ours uses. The MCP registry ignores unknown names silently. */
const ServerJson = z.strictObject({
	$schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
	name: z.string().max(200).regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
	title: line,
	description: line,
	websiteUrl: https,
	icons: z.array(z.strictObject({ src: https.max(255), mimeType: z.enum(['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp']), sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)) })).min(1),
	repository: z.strictObject({ url: https, source: z.literal('github'), subfolder: z.string().regex(/^[\w-]+(\/[\w-]+)*$/) }),
	version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
	// Nobody hosts the server for others, so it has no “remotes”.
	packages: z.tuple([
		z.strictObject({
			registryType: z.literal('npm'),
			identifier: z.string(),
			version: z.string(),
			runtimeHint: z.literal('npx'),
			transport: z.strictObject({ type: z.literal('stdio') }),
			environmentVariables: z.array(
				z.strictObject({
					name: z.string().regex(/^MEETING_ASSISTANT_[A-Z_]+$/),
					description: z.string().min(1),
					format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
					default: z.string().optional(),
					placeholder: z.string().optional(),
					isRequired: z.boolean().optional(),
					isSecret: z.boolean().optional(),
				}),
			),
		}),
	]),
});

/** The environment variables of the README, by which both files may configure the server. */
const documented = [...readme.matchAll(/^\| `(MEETING_ASSISTANT_[A-Z_]+)` \|/gm)].map(([, name]) => name);

test('the MCP registry takes server.json, and what it asks people for exists', () => {
	const server = ServerJson.parse(read('packages/mcp/server.json'));
	const variables = server.packages[0].environmentVariables;
	expect(documented.length).toBeGreaterThan(5);
	expect(variables.map(({ name }) => name).filter((name) => !documented.includes(name))).toEqual([]);
	expect(variables.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(['MEETING_ASSISTANT_API_KEY']);
	const { name, repository } = read('packages/mcp/package.json');
	expect([server.packages[0].identifier, server.repository.subfolder]).toEqual([name, repository.directory]);
});

const Manifest = z.looseObject({
	manifest_version: z.string(),
	long_description: z.string().min(1),
	author: z.object({ email: z.email(), url: https }),
	repository: z.object({ type: z.literal('git'), url: https }),
	homepage: https,
	documentation: https,
	support: https,
	privacy_policies: z.array(https).min(1),
	keywords: z.array(z.string()).min(3),
	icon: z.string(),
	icons: z.tuple([z.object({ src: z.string(), size: z.literal('512x512') })]),
	server: z.object({ mcp_config: z.object({ env: z.record(z.string(), z.string()) }) }),
	user_config: z.record(z.string(), z.object({ title: z.string().min(1), description: z.string().min(1), required: z.boolean(), sensitive: z.boolean().default(false), default: z.unknown().optional() })),
});
const manifest = Manifest.parse(read('packages/mcp/manifest.json'));

test('the bundle’s manifest is of the current version, and each of its settings reaches the server', () => {
	const { properties } = read('node_modules/@anthropic-ai/mcpb/schemas/mcpb-manifest-latest.schema.json');
	expect(manifest.manifest_version).toBe(properties.manifest_version.const);
	const { env } = manifest.server.mcp_config;
	expect(Object.keys(env).filter((name) => !documented.includes(name))).toEqual([]);
	expect(Object.values(env).toSorted()).toEqual(Object.keys(manifest.user_config).map((name) => `\${user_config.${name}}`).toSorted());
	const settings = Object.entries(manifest.user_config);
	expect(settings.flatMap(([name, { sensitive }]) => (sensitive ? [name] : []))).toEqual(['api_key']);
	// Hosts pass on the placeholder of a setting that has neither a value nor a default.
	expect(settings.filter(([, { required, default: unset }]) => !required && unset === undefined)).toEqual([]);
});

test('the icon is a PNG of 512 × 512 pixels with transparency', () => {
	expect(manifest.icon).toBe(manifest.icons[0].src);
	const png = readFileSync(`packages/mcp/${manifest.icon}`);
	const [width, height, colorType] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
	expect({ signature: png.toString('latin1', 1, 4), width, height, colorType }).toEqual({ signature: 'PNG', width: 512, height: 512, colorType: 6 });
	expect(read('packages/mcp/server.json').icons[0].src).toMatch(new RegExp(`/packages/mcp/${manifest.icon}$`));
});

test('the README has what reviewers look for: three prompts with what happens, the privacy policy, support', () => {
	const examples = [...readme.matchAll(/^\| (“[^”]+”) \| (.+) \|$/gm)].map(([, prompt, what = '']) => ({ prompt, tools: [...what.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name) }));
	expect(examples.length).toBeGreaterThanOrEqual(3);
	const known = new Set([...connectorTools.map(({ name }) => name), ...tools.keys()]);
	expect(examples.filter(({ tools: named }) => named.length === 0 || named.some((name) => !known.has(name)))).toEqual([]);
	const section = (title: string): string => new RegExp(`\\n## ${title}\\n(.+?)(?=\\n## |$)`, 's').exec(readme)?.[1] ?? '';
	expect(manifest.privacy_policies.filter((url) => !section('Privacy policy').includes(url))).toEqual([]);
	expect(section('Support')).toContain(manifest.support);
	expect(section('Support')).toContain(manifest.author.email);
	// Reviewers get an account with the whole service, without needing the real one.
	expect(section('Try it without an account')).toContain('../../sandbox/README.md');
});
