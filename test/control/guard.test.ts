import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { isAvailable } from '../../scripts/available.ts';
import { startTestSandbox } from '../sandbox/support/harness.ts';

/** Status of a request with headers that `fetch` does not let us set. */
const statusOf = (url: string, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> =>
	new Promise((resolve, reject) => {
		request(url, { method, headers }, (response) => resolve(response.resume().statusCode)).on('error', reject).end();
	});

describe('Controls are for this machine only', () => {
	let url: string;
	let stop: () => Promise<void>;
	beforeAll(async () => {
		const { sandbox } = await startTestSandbox();
		({ url, stop } = sandbox);
	});
	afterAll(() => stop());

	const port = () => new URL(url).port;

	test.each(['127.0.0.1', 'localhost', '127.0.0.2'])('reached as %s', async (name) => {
		expect(await statusOf(`${url}/sandbox`, { Host: `${name}:${port()}` })).toBe(200);
	});

	test.each(['evil.example', 'localhost.evil.example', '10.0.0.1', '[::ffff:10.0.0.1]', 'x@127.0.0.1.nip.io', 'a b'])(
		'a name that a foreign DNS server may have turned here is refused: %s',
		async (name) => {
			expect(await statusOf(`${url}/sandbox`, { Host: `${name}:${port()}` })).not.toBe(200);
			expect(await statusOf(`${url}/sandbox/reset`, { Host: `${name}:${port()}` }, 'POST')).not.toBe(200);
		},
	);

	test('a page of another origin in a browser on this machine is refused, the sandbox’s own page is not', async () => {
		const from = (Origin: string) => statusOf(`${url}/sandbox/reset`, { Origin }, 'POST');
		expect(await from('https://evil.example')).toBe(403);
		expect(await from('null')).toBe(403);
		expect(await from(`http://127.0.0.1:1`)).toBe(403);
		expect(await from(url)).toBe(200);
	});

	test('the API itself works under any host name', async () => {
		expect(await statusOf(`${url}/api/v1/conversations`, { Host: 'sandbox.example' })).toBe(401);
	});
});

const stopAll: (() => Promise<void>)[] = [];
afterAll(async () => {
	for (const stop of stopAll) await stop();
});

const ownAddress = Object.values(networkInterfaces())
	.flat()
	.find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;

(isAvailable(ownAddress !== undefined, 'This machine has no network') ? test : test.skip)('another machine is refused even when the sandbox may be reached', async () => {
	const { sandbox } = await startTestSandbox({ host: '0.0.0.0', allowRemote: true });
	stopAll.push(sandbox.stop);
	const port = new URL(sandbox.url).port;
	const outside = `http://${ownAddress}:${port}`;
	expect(await statusOf(`${outside}/api/v1/conversations`, {})).toBe(401);
	expect(await statusOf(`${outside}/sandbox`, {})).toBe(403);
	expect(await statusOf(`${outside}/sandbox`, { Host: `127.0.0.1:${port}` })).toBe(403);
	expect(await statusOf(`http://127.0.0.1:${port}/sandbox`, {})).toBe(200);
});
