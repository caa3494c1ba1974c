import assert from 'node:assert/strict';
import { request as ask } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CHROMIUM, noChromium } from '../support/editor.ts';
import { startLocalServer, startRecordingProxy, type Seen } from '../support/localServers.ts';
import { startNodeRedWorld } from './world.ts';

type World = Awaited<ReturnType<typeof startNodeRedWorld>>;
type Server = Awaited<ReturnType<typeof startLocalServer>>;

const GOOD = 'Connected as nora.feld@quillbrook.example, plan professional.';

const portOf = (url: string): string => new URL(url).port;

/** Everything that a page can try without asking Node-RED first, and what it can request. */
const attack = (target: string, thief: string): string => `<!doctype html><body><script>
	const body = { id: 'account', apiKey: '__PWRD__', baseUrl: '${thief}', allowHttp: 'true' };
	const picks = 'account=account&picks=conversation&filter=';
	const send = (path, enctype, fields, method = 'post') => new Promise((resolve) => {
		const name = 'frame' + document.querySelectorAll('iframe').length;
		const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { name, onload: resolve }));
		const form = document.body.appendChild(Object.assign(document.createElement('form'), { method, enctype, target: name, action: '${target}/meeting-assistant/' + path }));
		for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement('input'), { name, value }));
		form.submit();
	});
	const json = JSON.stringify(body);
	const image = (path) => new Promise((resolve) => Object.assign(new Image(), { onload: resolve, onerror: resolve, referrerPolicy: 'no-referrer', src: '${target}/meeting-assistant/' + path }));
	const post = (path, type, content, mode) => fetch('${target}/meeting-assistant/' + path, { method: 'POST', mode, headers: { 'Content-Type': type }, body: content }).catch(() => {});
	const search = JSON.stringify({ account: 'account', picks: 'conversation', filter: '' });
	window.attacked = (async () => {
		await send('test', 'application/x-www-form-urlencoded', body);
		await send('test', 'text/plain', { [json.slice(0, -1) + ',"x":"']: '"}' });
		await send('test', 'multipart/form-data', body);
		await send('picks', 'application/x-www-form-urlencoded', Object.fromEntries(new URLSearchParams(picks)));
		await send('picks', '', Object.fromEntries(new URLSearchParams(picks)), 'get');
		await image('picks?' + picks);
		await image('test?' + new URLSearchParams(body));
		for (const mode of ['no-cors', 'cors']) {
			for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json', 'text/plain; application/json']) {
				await post('test', type, type.endsWith('urlencoded') ? new URLSearchParams(body).toString() : json, mode);
				await post('picks', type, type.endsWith('urlencoded') ? picks : search, mode);
			}
		}
		navigator.sendBeacon('${target}/meeting-assistant/test', new Blob([json], { type: 'text/plain' }));
		return true;
	})();
</script>`;

suite('Pages of other sites, and Node-RED without a password', { skip: noChromium() }, () => {
	let world: World;
	let browser: Browser;
	let page: Page;
	const servers: Server[] = [];
	/** What reached the service, or an attacker in its place. */
	const seen: Seen[] = [];
	let service: Server;
	const start = async (listener: Parameters<typeof startLocalServer>[0]): Promise<Server> => {
		const server = await startLocalServer(listener);
		servers.push(server);
		return server;
	};
	const record = async (): Promise<Server> => {
		const server = await startRecordingProxy(world.sandbox.url, seen);
		servers.push(server);
		return server;
	};

	/** Node-RED behind a proxy, which passes on in these headers which host the browser requested. */
	const startProxy = (headersFor: (host: string) => Record<string, string>) =>
		start((incoming, response) => {
			const headers = { ...incoming.headers, ...headersFor(incoming.headers.host ?? '') };
			const { method, url: path } = incoming;
			const asked = ask({ host: '127.0.0.1', port: portOf(world.red().url), method, path, headers }, (answer) => {
				response.writeHead(answer.statusCode ?? 0, answer.headers);
				answer.pipe(response);
			});
			incoming.pipe(asked);
		});

	before(async () => {
		world = await startNodeRedWorld();
		service = await record();
		await world.red().deploy([world.flow, { ...world.account, baseUrl: service.url }], 'full');
		// Names outside this machine, for which browsers do not report which site a request comes from.
		const args = ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.test 127.0.0.1'];
		browser = await chromium.launch({ executablePath: CHROMIUM, args });
		page = await browser.newPage();
		page.setDefaultTimeout(60_000);
	});
	after(async () => {
		await browser.close();
		await Promise.all(servers.map(({ stop }) => stop()));
		await world.stop();
	});

	for (const [where, host, attacker] of [
		['on this machine', '127.0.0.1', '127.0.0.1'],
		['on this machine, from another site', '127.0.0.1', 'attacker.test'],
		['in a private network', 'node-red.test', 'attacker.test'],
		['in a private network, from a neighbor', 'node-red.test', 'node-red.test'],
	] as const) {
		test(`get no key and spend no request of a Node-RED ${where}`, async () => {
			seen.length = 0;
			const thief = await record();
			const target = `http://${host}:${portOf(world.red().url)}`;
			const site = await start((_request, response) => void response.setHeader('Content-Type', 'text/html').end(attack(target, thief.url)));
			await page.goto(`http://${attacker}:${portOf(site.url)}/`);
			assert.equal(await page.evaluate('attacked'), true);
			// The last one may still be in progress.
			await page.waitForTimeout(500);
			assert.deepEqual(seen, []);
		});
	}

	/** A request like those of the editor. */
	const editorAsks = (path: string, body: object) =>
		page.evaluate(
			`$.ajax({ type: 'POST', url: 'meeting-assistant/${path}', contentType: 'application/json', data: '${JSON.stringify(body)}' }).then(({ message, picks }) => message ?? typeof picks, ({ responseJSON }) => responseJSON.message)`,
		);
	const saved = (baseUrl = service.url) => ({ id: 'account', apiKey: '__PWRD__', baseUrl });
	const open = (origin: string) => page.goto(origin).then(() => page.locator('#red-ui-header-button-deploy').waitFor());

	test('the editor may ask, under any name', async () => {
		for (const host of ['127.0.0.1', 'node-red.test']) {
			seen.length = 0;
			await open(`http://${host}:${portOf(world.red().url)}`);
			assert.equal(await editorAsks('test', saved()), GOOD);
			await editorAsks('picks', { account: 'account', picks: 'conversation', filter: '' });
			assert.deepEqual(seen.map(({ status }) => status), [200, 200]);
		}
	});

	test('the editor may ask behind a reverse proxy that passes on the host', async () => {
		const answers: unknown[] = [];
		for (const headersFor of [() => ({}), (host: string) => ({ 'x-forwarded-host': host, host: 'upstream' }), () => ({ host: 'upstream' })]) {
			await open(`http://node-red.test:${portOf((await startProxy(headersFor)).url)}`);
			answers.push(await editorAsks('test', saved()));
		}
		const refused = 'The request did not come from the editor of this Node-RED. Behind a reverse proxy, let it pass on the Host header.';
		assert.deepEqual(answers, [GOOD, GOOD, refused]);
	});

	test('a saved key goes to the saved base URL only', async () => {
		await open(world.red().url);
		seen.length = 0;
		const other = await record();
		const refused = 'The saved API key is sent only to the base URL that it was saved with. To test another base URL, enter the key again.';
		assert.equal(await editorAsks('test', saved(other.url)), refused);
		for (const wrong of ['', 'api.example.com']) assert.match(String(await editorAsks('test', saved(wrong))), /base URL (is|cannot be used)/i);
		assert.deepEqual(seen, []);
		assert.equal(await editorAsks('test', { ...saved(other.url), apiKey: world.apiKey }), GOOD);
	});
});
