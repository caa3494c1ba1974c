import { z } from 'zod/v4';
import { startTestSandbox, type Account } from '../../sandbox/support/harness.ts';
import { vtt } from '../../sandbox/support/meeting.ts';
import { startReceiver } from '../../sandbox/support/receiver.ts';
import { violationsOn } from '../../pages/support/accessibility.ts';
import { describeInChromium } from './chromium.ts';
import { hostile, hostileTranscript } from '../../pages/support/hostile.ts';
import { share } from '../../pages/support/share.ts';

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 } };
const schemes = ['light', 'dark'] as const;
const looks = schemes.flatMap((colorScheme) => [
	{ name: `${colorScheme}, desktop`, colorScheme, ...desktop },
	{ name: `${colorScheme}, phone`, colorScheme, ...phone },
]);

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let id: string;
let link: string;

/** An account with something in every list, all of it as hostile as possible. */
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
	env.sandbox.createUser({ name: 'Tom', email: 'tom@berg.example', plan: 'starter' });
	receiver = await startReceiver();
	await account.call('POST', '/api/v1/webhooks', { url: `${receiver.url}/${'workflow'.repeat(12)}`, events: ['conversation.created'] });
	const meeting = { filename: 'a.json', text: hostileTranscript, generateKeyPoints: true, attendees: [{ email: 'ines@duarte.example' }] };
	id = await account.importMeeting({ ...meeting, title: `Weekly ${hostile}` });
	link = await share(account, id);
	await account.call('GET', `/api/v1/conversations?search=${encodeURIComponent(hostile)}`);
	await account.call('GET', '/api/v1/meetings');
	env.sandbox.faults.add({ kind: 'slow-body', share: 0.5 });
	await env.sandbox.settled();
});
afterEach(async () => {
	await env.sandbox.stop();
	await receiver.stop();
});

describeInChromium('Pages in a browser', (open) => {
	describe.each(looks)('$name', ({ name: _name, ...look }) => {
		test.each(['console', 'conversation', 'shared page', 'page after delete'])(
			'%s: accessible, within its width, and nothing hostile runs',
			async (which) => {
				const { page, complaints } = await open(look);
				const wrongLink = which === 'page after delete' ? `${link}x` : link;
				const own = { console: env.sandbox.url, conversation: `${env.sandbox.url}/console/conversations/${id}` };
				const answer = await page.goto(new Map(Object.entries(own)).get(which) ?? wrongLink);
				expect(answer?.status()).toBe(which === 'page after delete' ? 404 : 200);
				if (which === 'console') await page.waitForResponse((polled) => [200, 304].includes(polled.status()));
				const unwanted = complaints.filter((text) => !text.includes('status of 404'));
				expect(unwanted).toEqual([]);
				expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.viewport.width);
				expect(await violationsOn(page)).toEqual([]);
			},
		);
	});

	test('a shared page shows participants above the content, and on a phone below it', async () => {
		const isAbove = async (look: typeof phone) => {
			const { page } = await open(look);
			await page.goto(link);
			const tops = "['aside', 'main'].map((part) => document.querySelector(part).getBoundingClientRect().top)";
			const [people = 0, content = 0] = z.array(z.number()).parse(await page.evaluate(tops));
			return people < content;
		};
		expect(await isAbove(desktop)).toBe(true);
		expect(await isAbove(phone)).toBe(false);
	});

	test('the shared page is gone after the conversation is deleted', async () => {
		const { page } = await open(phone);
		await page.goto(link);
		expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`Weekly ${hostile}`);
		await account.call('DELETE', `/api/v1/conversations/${id}`);
		expect((await page.reload())?.status()).toBe(404);
		expect(await page.getByRole('heading').innerText()).toBe('This page is not available');
		expect(await page.content()).not.toContain('Weekly');
	});

	describe('The console', () => {
		test.each([700, 800, 1000, 1024, 1200, 1400, 1440])('at a width of %i no list scrolls sideways', async (width) => {
			env.sandbox.faults.add({ kind: 'provider-busy' });
			await account.call('POST', `/api/v1/conversations/${id}/keypoints`, {});
			const { page } = await open({ viewport: { width, height: 900 } });
			await page.goto(env.sandbox.url);
			const hidden = "[...document.querySelectorAll('.frame')].map((frame) => frame.scrollWidth - frame.clientWidth)";
			expect(await page.evaluate(hidden)).toEqual(Array.from({ length: 4 }, () => 0));
		});

		test('a long title without blanks leaves the other columns in view', async () => {
			await account.importMeeting({ filename: 'a.txt', text: 'Ada: Hello.\nBen: Hello Ada.', title: 'A'.repeat(200) });
			const { page } = await open({ viewport: { width: 1280, height: 900 } });
			await page.goto(env.sandbox.url);
			const hidden = "[document.querySelector('#conversation-list .frame')].map((frame) => frame.scrollWidth - frame.clientWidth)";
			expect(await page.evaluate(hidden)).toEqual([0]);
		});

		test('what is wrong with a form comes into view, also where its button is at the bottom of the window', async () => {
			const { page } = await open({ viewport: { width: 1280, height: 900 } });
			await page.goto(env.sandbox.url);
			await page.locator('#meetings textarea').fill('# Agenda');
			const button = page.getByRole('button', { name: 'Import', exact: true });
			await button.evaluate((shown) => shown.scrollIntoView({ block: 'end' }));
			await button.click();
			await page.getByText('The transcript was not imported').waitFor();
			const below = "document.querySelector('#meetings .problem').getBoundingClientRect().bottom - innerHeight";
			expect(await page.evaluate(below)).toBeLessThan(1);
		});

		test('stays up to date after a refused form', async () => {
			const { page } = await open(desktop);
			await page.goto(env.sandbox.url);
			await page.locator('#meetings textarea').fill('# Agenda');
			await page.getByRole('button', { name: 'Import', exact: true }).click();
			await page.getByText('The transcript was not imported').waitFor();
			await account.call('GET', '/api/v1/user/profile');
			await page.locator('#request-list tbody tr', { hasText: '/api/v1/user/profile' }).waitFor();
			expect(await page.locator('#request-list').innerText()).not.toContain('/console/');
		});

		test('shows requests as they arrive, and keeps expanded and focused parts', async () => {
			const { page, complaints } = await open(desktop);
			await page.goto(env.sandbox.url);
			const signature = page.locator('#delivery-1 summary');
			await signature.click();
			await account.call('GET', '/api/v1/user/profile');
			await page.locator('#request-list tbody tr', { hasText: '/api/v1/user/profile' }).waitFor();
			expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
			await page.locator('#pause').focus();
			await account.call('GET', '/api/v1/contacts');
			const first = page.locator('#request-list tbody tr').first();
			await first.filter({ hasText: '/api/v1/contacts' }).waitFor();
			expect(await first.innerText()).toContain(`…${account.key.slice(-4)}`);
			expect(await page.locator('#delivery-1 details').getAttribute('open')).toBe('');
			expect(complaints).toEqual([]);
		});

		test('can be paused, and catches up', async () => {
			const { page } = await open(desktop);
			await page.goto(env.sandbox.url);
			const pause = page.getByRole('button', { name: 'Pause', exact: true });
			await pause.click();
			expect(await pause.getAttribute('aria-pressed')).toBe('true');
			expect(await page.locator('#connection').innerText()).toBe('Paused');
			await account.call('GET', '/api/v1/user/profile');
			await page.waitForTimeout(1500);
			const row = page.locator('#request-list tr', { hasText: '/api/v1/user/profile' });
			expect(await row.count()).toBe(0);
			await pause.click();
			await row.waitFor();
		});

		test('says when the sandbox cannot be reached', async () => {
			const { page } = await open(desktop);
			await page.goto(env.sandbox.url);
			await page.route('**/*', (route) => route.abort());
			await page.getByText('No connection to the sandbox').waitFor();
			await page.unroute('**/*');
			await page.getByText('Up to date').waitFor();
		});

		describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])('%j', (options) => {
			test('redelivers by keyboard, moves the clock, adds and ends a fault', async () => {
				const { page, complaints } = await open({ ...desktop, ...options });
				await page.goto(env.sandbox.url);
				await page.getByRole('button', { name: 'Redeliver conversation.created, number 1' }).press('Enter');
				await page.locator('#delivery-2').getByText('200', { exact: true }).waitFor();
				expect(receiver.events()).toEqual(['conversation.created', 'conversation.created']);
				expect(await page.getByRole('status').innerText()).toContain('Sent again:');

				await page.getByRole('button', { name: '+1 day' }).click();
				await page.locator('#clock-now').getByText('3 March 2026 at 09:15').waitFor();

				await page.getByLabel('What happens').selectOption('Redirect to another origin');
				await page.getByLabel('Path').fill('/api/v1/conversations');
				expect(await page.getByLabel('Retry after').isVisible()).toBe(false);
				await page.getByRole('textbox', { name: 'Redirect to' }).fill('https://other.example');
				await page.getByLabel('How many times').fill('2');
				await page.getByRole('button', { name: 'Add fault' }).click();
				await page.locator('#fault-2').waitFor();
				expect(env.sandbox.faults.list().at(-1)?.rule).toMatchObject({
					kind: 'redirect',
					location: 'https://other.example',
					count: 2,
				});
				await page.getByRole('button', { name: 'End Redirect to another origin, number 2' }).click();
				await page.locator('#fault-2').waitFor({ state: 'detached' });
				expect(complaints).toEqual([]);
			});

			test('shows another account', async () => {
				const { page } = await open({ ...desktop, ...options });
				await page.goto(env.sandbox.url);
				await page.getByText('2 accounts').waitFor();
				expect(await page.locator('#conversation-list tbody tr').count()).toBe(1);
				await page.getByLabel('Filter by account').selectOption('tom@berg.example');
				await page.getByRole('button', { name: 'Show' }).click();
				await page.getByText('Starter plan').waitFor();
				expect(await page.locator('#conversation-list tr').count()).toBe(0);
				expect(await page.locator('#request-list tr').count()).toBe(0);
			});

			test('imports a chosen file, and opens what it imported', async () => {
				const { page, complaints } = await open({ ...desktop, ...options });
				await page.goto(env.sandbox.url);
				const file = { name: 'lisbon.vtt', mimeType: 'text/vtt', buffer: Buffer.from(vtt()) };
				await page.getByLabel('Transcript file').setInputFiles(file);
				await page.locator('#import').getByRole('textbox', { name: 'Title' }).fill('Lisbon lease');
				await page.getByLabel('Started at (UTC)').fill('2026-03-04T10:00');
				await page.locator('#import [name=owner]').selectOption('vera@lind.example');
				await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
				await page.getByRole('status').getByText('Participants: you, Ines Duarte').waitFor();
				expect(await page.getByRole('status').isVisible()).toBe(true);
				expect(await page.getByLabel('Transcript file').inputValue()).toBe('');
				await page.getByRole('status').getByRole('link', { name: 'Lisbon lease' }).click();
				expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Lisbon lease');
				expect(await page.getByRole('heading', { name: 'Transcript' }).isVisible()).toBe(true);
				expect(await page.getByText('4 March 2026 at 10:00').first().isVisible()).toBe(true);
				expect(complaints).toEqual([]);
			});
		});

		test('the second click of a double click, after the answer to the first, sends nothing', async () => {
			const { page } = await open(desktop);
			await page.goto(env.sandbox.url);
			const button = page.getByRole('button', { name: 'Add fault' });
			await button.click();
			await page.locator('#fault-2').waitFor();
			await button.hover();
			await page.mouse.down({ clickCount: 2 });
			await page.mouse.up({ clickCount: 2 });
			await button.click();
			await page.locator('#fault-3').waitFor();
			expect(env.sandbox.faults.list()).toHaveLength(3);
		});

		test('a form from before a restart is refused and can be submitted again', async () => {
			const { page } = await open({ ...desktop, javaScriptEnabled: false });
			await page.goto(env.sandbox.url);
			const { port } = new URL(env.sandbox.url);
			await env.sandbox.stop();
			env = await startTestSandbox({ port: Number(port) });
			await page.getByRole('button', { name: '+1 hour' }).click();
			expect(await page.getByRole('status').innerText()).toBe('This form was out of date. Submit it again.');
			await page.getByRole('button', { name: '+1 hour' }).click();
			expect(await page.getByRole('status').innerText()).toMatch(/T10:15:00\.000Z \(adjusted, running\)$/);
		});
	});
});
