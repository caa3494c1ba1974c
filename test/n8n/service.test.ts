import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect } from '../../packages/client/index.ts';
import { ensureFilled, startService } from '../../scripts/n8n/service.ts';
import { UserError } from '../../packages/rehearsal/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'n8n-service-'));
const path = join(folder, 'sandbox.sqlite');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => rmSync(path, { force: true }));

test('a database of another version is left untouched, with an error that says what to do', async () => {
	await (await startService(0, path)).stop();
	const database = new DatabaseSync(path);
	database.exec('PRAGMA user_version = 1');
	database.close();
	const failure = await startService(0, path).catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(UserError);
	expect(String(failure)).toContain(`${path} was created by another version of the sandbox. Move it away`);
	expect(String(failure)).toContain('npm run n8n -- --reset');
});

describe('the remembered state', () => {
	test('is kept while the service has data', async () => {
		const first = await startService(0, path);
		const made = await ensureFilled(first, null);
		expect(made).toMatchObject({ port: null, imported: [] });
		await first.stop();
		const second = await startService(0, path);
		const remembered = { ...made, port: 5678, imported: ['one'] };
		expect(await ensureFilled(second, remembered)).toEqual(remembered);
		await second.stop();
	});

	test('gets a new key for n8n when the service is empty', async () => {
		const service = await startService(0, path);
		const state = await ensureFilled(service, { apiKey: 'of before', port: 5678, imported: ['one'] });
		expect(state).toMatchObject({ port: null, imported: ['one'] });
		const { data } = await connect({ baseUrl: service.url, apiKey: state.apiKey }).user.profile();
		expect(data.profile.name).not.toBe('');
		await service.stop();
	});
});
