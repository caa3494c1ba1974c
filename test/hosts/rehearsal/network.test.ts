import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nothingSeen } from '../../../packages/rehearsal/record.ts';
import { closeNetwork } from '../../../packages/rehearsal/account/traffic.ts';
import { rehearsal, rehearsalPage, workflow } from './support.ts';
import { describeInChromium } from '../pages/chromium.ts';

const MINUTES = 60_000;

let folder: string;
let file: string;
let port: number;
let connections: number;
const sockets = new Set<Socket>();
const server = createServer((socket) => {
	connections += 1;
	sockets.add(socket);
	socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
});

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address: AddressInfo | string | null = server.address();
	port = typeof address === 'object' && address ? address.port : 0;
	folder = mkdtempSync(join(tmpdir(), 'rehearsal-network-'));
	file = join(folder, 'reaches-out.json');
	writeFileSync(file, readFileSync(workflow('reaches-out'), 'utf8').replaceAll('PORT', String(port)));
});
beforeEach(() => void (connections = 0));
afterAll(async () => {
	for (const socket of sockets) socket.destroy();
	await new Promise((resolve) => server.close(resolve));
	rmSync(folder, { recursive: true, force: true });
});

test('nodes that would reach the network are recorded with their resolved parameters, and none does', async () => {
	const { code, report } = await rehearsal(file);
	expect(connections).toBe(0);
	// Nobody knows what the workflow does that is not there.
	expect(report.problems).toMatchObject([{ kind: 'notFound', node: 'Another Workflow' }]);
	expect(code).toBe(1);
	const effects = report.calendar.flatMap((day) => day.runs).flatMap((run) => run.effects);
	const nodes = ['Request', 'Code', 'Feed', 'Slack', 'Database', 'Another Workflow', 'Somebody Else’s', 'Pinned', 'Last'];
	expect(effects.map(({ node }) => node)).toEqual(nodes);
	const of = (name: string) => effects.find(({ node }) => node === name);
	expect(of('Request')).toMatchObject({ kind: 'request', title: 'POST', parameters: { jsonBody: { name: 'Nora Feld' } } });
	expect(of('Slack')).toMatchObject({ kind: 'message', to: '#general', body: 'Hello Nora Feld' });
	expect(of('Somebody Else’s')).toMatchObject({ parameters: { text: 'nora.feld@quillbrook.example' } });
	expect(of('Last')).toMatchObject({ kind: 'email', title: expect.stringContaining('the pinned answer') });
}, 5 * MINUTES);

test('a connection to another port of this machine, or to another machine, fails and is noted', async () => {
	const seen = nothingSeen();
	const traffic = closeNetwork({ service: 1, webhooks: 2, seen, now: Date.now, creditsUsed: () => 0 });
	try {
		await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
		await expect(fetch('http://example.com/')).rejects.toThrow();
	} finally {
		traffic.release();
	}
	expect(connections).toBe(0);
	expect(seen.strayConnections).toEqual([`127.0.0.1:${port}`, 'example.com:80']);
	await expect(fetch(`http://127.0.0.1:${port}/`)).resolves.toMatchObject({ status: 200 });
});

describeInChromium('the page of a rehearsal', (open) => {
	let html: string;
	beforeAll(async () => void ({ page: html } = await rehearsalPage(file)), MINUTES);

	test.each(['light', 'dark'] as const)('loads nothing and runs nothing of what a workflow contains, in %s', async (colorScheme) => {
		const { page, complaints } = await open({ colorScheme, viewport: { width: 390, height: 844 } });
		connections = 0;
		const loaded: string[] = [];
		// Records finished requests only, because Chromium also reports requests that the page’s policy then blocks.
		page.on('requestfinished', (request) => void loaded.push(request.url()));
		writeFileSync(join(folder, 'page.html'), html);
		await page.goto(`file://${join(folder, 'page.html')}`);
		for (const day of await page.locator('summary').all()) await day.click();
		await expect(page.frameLocator('iframe').locator('body').textContent()).resolves.toContain('alert(1)');
		expect(await page.locator('h1').textContent()).toBe('Nodes of every kind that would reach the network');
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
		expect(await page.locator('main :is(script, link, img, meta)').count()).toBe(0);
		expect(complaints.filter((text) => text.startsWith('dialog'))).toEqual([]);
		expect(loaded.filter((url) => url.startsWith('http'))).toEqual([]);
		expect(connections).toBe(0);
	}, 5 * MINUTES);
});
