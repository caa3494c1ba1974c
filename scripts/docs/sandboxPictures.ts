import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { firstRun } from '../../sandbox/cli/firstRun.ts';
import { controls } from '../../sandbox/control/index.ts';
import { settableClock, startSandbox } from '../../sandbox/index.ts';
import { api, eventNames } from '../../src/api/index.ts';
import { launchChromium } from '../chromium.ts';

/** Takes a new picture of the sandbox's console. Run it whenever what it shows has changed. */
const FOLDER = new URL('../../docs/images/', import.meta.url);
/** Out of 100: keeps letters sharp and the picture below 150 kB. */
const QUALITY = 85;
const MEETING = { filename: 'quillbrook-pilot.vtt', startTime: '2026-05-12T09:00:00Z' } as const;

const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const address = receiver.address();
const port = address === null || typeof address === 'string' ? 0 : address.port;

const clock = settableClock('2026-05-12T09:20:00Z');
const sandbox = await startSandbox({ port: 0, database: ':memory:', now: clock.now, allowLoopbackHttp: true });
const { key } = await firstRun(sandbox);

async function ask(method: string, path: string, body?: object): Promise<unknown> {
	clock.advance(1700);
	const answer = await fetch(sandbox.url + path, {
		method,
		headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
		...(body && { body: JSON.stringify(body) }),
	});
	return answer.json();
}

/** Something in every list of the console, as after a morning's work. */
async function fill(): Promise<void> {
	const hook = { url: `http://localhost:${port}/webhook/meetings`, events: eventNames };
	const { data: webhook } = api.webhooks.register.response.parse(await ask('POST', api.webhooks.register.path, hook));
	const text = readFileSync(new URL(`../../examples/meetings/${MEETING.filename}`, import.meta.url), 'utf8');
	const attendees = [{ name: 'Priya Raman', email: 'priya.raman@harbour.example' }];
	const meeting = { ...MEETING, text, attendees, generateKeyPoints: true };
	const { conversationId: last } = await sandbox.perform(controls.meetings.import, meeting);
	await ask('POST', api.webhooks.test.path, { id: webhook.id });
	for (const path of [api.user.profile.path, api.conversations.list.path, `${api.conversations.list.path}/${last}/transcript`]) {
		await ask('GET', path);
	}
	await ask('GET', `${api.conversations.list.path}/unknown/keypoints`);
	sandbox.faults.add({ kind: 'internal-error', share: 0.1, seed: 7 });
	sandbox.faults.add({ kind: 'rate-limited', count: 1 });
	await ask('GET', api.contacts.list.path);
	await ask('GET', api.contacts.unresolvedThreads.path);
	await ask('POST', `${api.conversations.list.path}/${last}/share`);
	await sandbox.settled();
}

await fill();
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
await page.goto(sandbox.url, { waitUntil: 'load' });
const session = await page.context().newCDPSession(page);
const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
writeFileSync(new URL('console.webp', FOLDER), data, 'base64');
console.log('docs/images/console.webp');
await browser.close();
await sandbox.stop();
receiver.close();
