import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { startWorld, type World } from '../../mcp/support.ts';

let world: World;
beforeAll(async () => {
	world = await startWorld();
	await world.addMeeting('Quillbrook pilot');
});
afterAll(() => world.stop());

/** Runs the protocol's own conformance tests. @returns their complaints, or nothing */
async function complaints(version: string, ...args: readonly string[]): Promise<string> {
	const url = await world.serve();
	const suite = spawn(process.execPath, ['node_modules/@modelcontextprotocol/conformance/dist/index.js', 'server', '--url', url.href, '--spec-version', version, ...args]);
	const [said, code] = await Promise.all([text(suite.stdout), new Promise((resolve) => suite.once('close', resolve))]);
	return code === 0 ? '' : said.slice(-3000);
}

test.each(['2025-11-25', '2026-07-28'])('the server conforms to the protocol of %s, except for what is listed with a reason', async (version) => {
	expect(await complaints(version, '--expected-failures', `test/hosts/mcp/conformance/${version}.yml`)).toBe('');
}, 120_000);

// Most of “server-stateless” needs tools that only a test server has.
test.each(['caching', 'http-header-validation', 'sep-2164-resource-not-found'])('and to %s of 2026-07-28', async (scenario) => {
	expect(await complaints('2026-07-28', '--scenario', scenario)).toBe('');
}, 60_000);
