import { z } from 'zod/v4';
import { startWorld, type World } from '../../mcp/support.ts';
import { violationsOn } from '../../pages/support/accessibility.ts';
import { describeInChromium } from './chromium.ts';

const APP = 'https://app.example';
const looks = (['light', 'dark'] as const).flatMap((colorScheme) => [
	{ colorScheme, viewport: { width: 1440, height: 900 } },
	{ colorScheme, viewport: { width: 390, height: 844 } },
]);

let world: World;
beforeAll(async () => {
	world = await startWorld();
});
afterAll(() => world.stop());

/** The page to which an app sends the person. */
async function consentUrl(): Promise<string> {
	const server = await world.serve({ apiKey: '' }, { keysFromRequests: true, oauth: { secrets: ['x'.repeat(32)] } });
	const metadata = { redirect_uris: [`${APP}/callback`], client_name: `Claude ${'with a long name '.repeat(5)}` };
	const answer = await fetch(new URL('/register', server), { method: 'POST', body: JSON.stringify(metadata) });
	const { client_id } = z.object({ client_id: z.string() }).parse(await answer.json());
	const asked = { response_type: 'code', client_id, redirect_uri: `${APP}/callback`, code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', state: 'xyz' };
	return new URL(`/authorize?${new URLSearchParams(asked).toString()}`, server).href;
}

describeInChromium('Signing in to the MCP server', (open) => {
	test.each(looks)('is accessible and within its width: %j', async (look) => {
		// axe itself is a script, which the page’s policy does not allow.
		const { page } = await open({ ...look, bypassCSP: true });
		const check = async () => {
			expect(await violationsOn(page)).toEqual([]);
			expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.viewport.width);
		};
		await page.goto(await consentUrl());
		await check();
		await page.getByLabel('API key').fill('wrong');
		await page.getByRole('button', { name: 'Connect' }).click();
		await page.getByRole('alert').waitFor();
		await check();
	});

	test('takes the person back to the app, without a script', async () => {
		const { page, complaints } = await open({ javaScriptEnabled: false });
		await page.route(`${APP}/**`, (route) => route.fulfill({ body: 'Done' }));
		await page.goto(await consentUrl());
		await page.getByLabel('API key').fill(world.settings.apiKey);
		const returned = page.waitForRequest(`${APP}/**`);
		await page.keyboard.press('Enter');
		const { searchParams } = new URL((await returned).url());
		expect([...searchParams.keys()]).toEqual(['code', 'state', 'iss']);
		expect((await returned).headers()['referer']).toBeUndefined();
		await page.getByText('Done').waitFor();
		expect(complaints).toEqual([]);
	});
});
