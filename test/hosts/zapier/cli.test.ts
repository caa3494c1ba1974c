import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v4';
import { zapierCli, zapierFolder, zapierNode } from '../../../scripts/zapier/install.ts';
import { startService, type Service } from '../../nodes/service.ts';
import { build, describeZapier, startZapier, type Zapier } from './support/zapier.ts';

const run = promisify(execFile);

/** Time limit for starting a program with several hundred files, since the machine may be busy. */
const STARTING_MS = 120_000;

let zapier: Zapier;
let service: Service;

const cli = async (...words: string[]): Promise<string> => await cliIn(zapier.folder, ...words);

async function cliIn(cwd: string, ...words: string[]): Promise<string> {
	const account = { authData_base_url: service.credential.baseUrl, authData_api_key: service.credential.apiKey };
	const env = { ...process.env, ...account, NODE_OPTIONS: '', CI: 'true', NO_COLOR: '1', DISABLE_ZAPIER_ANALYTICS: '1' };
	const { stdout } = await run(zapierNode(), [zapierCli(), ...words], { cwd, env });
	return stdout;
}

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

/** A package and all its dependencies, as in a new installation. */
function neededBy(name: string, found = new Set<string>()): Set<string> {
	if (found.has(name)) return found;
	const manifest: unknown = JSON.parse(readFileSync(join(zapierFolder(), 'node_modules', name, 'package.json'), 'utf8'));
	found.add(name);
	for (const needed of Object.keys(Manifest.parse(manifest).dependencies)) neededBy(needed, found);
	return found;
}

describeZapier('Zapier’s command line', () => {
	beforeAll(async () => {
		zapier = startZapier();
		service = await startService();
		await service.addMeeting('Acme: contract review');
	}, STARTING_MS);
	afterAll(async () => {
		zapier?.stop();
		await service?.sandbox.stop();
	});

	test('validate finds nothing wrong', async () => {
		const output = await cli('validate', '--without-style');
		expect(output).toContain('No structural errors found');
		expect(output).toContain('structurally sound');
		expect(output).not.toMatch(/warning/i);
	}, STARTING_MS);

	test('invoke runs a search, a trigger, a create and the test of the account', async () => {
		expect(await cli('invoke', 'auth', 'test', '--non-interactive')).toContain('anna@example.com');
		expect(await cli('invoke', 'auth', 'label', '--non-interactive')).toContain('Anna (anna@example.com)');
		const found = await cli('invoke', 'search', 'conversation_get_all', '--non-interactive', '-i', '{"search": "Acme"}');
		expect(found).toContain('Acme: contract review');
		const id = /"id": "(conv_\w+)"/.exec(found)?.[1] ?? '';
		expect(await cli('invoke', 'trigger', 'conversation_created_polling', '--non-interactive')).toContain(`conversation.created:${id}`);
		const input = JSON.stringify({ conversation_id: id, title: 'Renamed' });
		expect(await cli('invoke', 'create', 'conversation_rename', '--non-interactive', '-i', input)).toContain('Renamed');
	}, STARTING_MS);

	test('invoke converts what cannot be read before the integration sees it, and a wrong choice is refused with the list, as the README says', async () => {
		const find = async (input: object) => await cli('invoke', 'search', 'conversation_get_all', '--non-interactive', '-i', JSON.stringify(input));
		expect(await find({ min_minutes: 'many' })).toContain('"title"');
		expect(await find({ since: 'unreadable' })).toMatch(/^\[\]\s*$/);
		expect(await find({ external: 'perhaps' })).toBe(await find({ external: 'true' }));
		await expect(find({ period: 'thirtyDays' })).rejects.toThrow(/“Period” cannot be used.*\(last30Days\)/s);
	}, STARTING_MS);

	test('build finds every file that the package needs on the Node of Zapier', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'zapier-build-'));
		try {
			for (const file of readdirSync(zapier.folder).filter((name) => name !== 'node_modules')) cpSync(join(zapier.folder, file), join(folder, file));
			for (const name of neededBy('zapier-platform-core')) {
				cpSync(join(zapierFolder(), 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
			}
			expect(await cliIn(folder, 'build', '--skip-validation', '--skip-dep-install')).toContain('Build complete');
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}, STARTING_MS);

	test('building again keeps which integration the folder belongs to', () => {
		const linked = join(zapier.folder, '.zapierapprc');
		writeFileSync(linked, '{"id":1}');
		build(zapier.folder);
		expect(readFileSync(linked, 'utf8')).toBe('{"id":1}');
	});

	test('the built package needs Zapier’s platform, and nothing else', () => {
		const manifest: unknown = JSON.parse(readFileSync(join(zapier.folder, 'package.json'), 'utf8'));
		const pinned = z.object({ dependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync('scripts/zapier/package.json', 'utf8')));
		expect(manifest).toMatchObject({ main: 'index.js', dependencies: { 'zapier-platform-core': pinned.dependencies['zapier-platform-core'] } });
		const required = [...readFileSync(join(zapier.folder, 'app.js'), 'utf8').matchAll(/\brequire\('([^']+)'\)/g)].map(([, name]) => name);
		expect(required.filter((name) => !name?.startsWith('node:'))).toEqual([]);
	});
});
