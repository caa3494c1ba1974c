import { isIP } from 'node:net';
import { addressRule, targetProblem } from '../../sandbox/deliveries/target.ts';
import { send } from '../../sandbox/deliveries/send.ts';
import { errorOf, messageOf, startTestSandbox } from './support/harness.ts';
import { startReceiver } from './support/receiver.ts';

const privateAddresses = [
	'https://10.0.0.1/',
	'https://172.16.0.1/',
	'https://192.168.1.1/',
	'https://169.254.169.254/latest/meta-data',
	'https://100.64.0.1/',
	'https://0.0.0.0/',
	'https://[::]/',
	'https://[fd00::1]/',
	'https://[fe80::1]/',
	'https://[::ffff:10.0.0.1]/',
	'https://[64:ff9b::10.0.0.1]/',
	'https://[::10.0.0.1]/',
	'https://[2002:a00:1::]/',
	'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
	'https://[::ffff:a9fe:a9fe]/',
	'https://[2001:db8::1]/',
	'https://[fec0::1]/',
	'https://[ff02::1]/',
	'https://167772161/',
	'https://0xa9fea9fe/',
	'https://10.1/',
	'https://0/',
	'https://012.0.0.1/',
	'https://255.255.255.255/',
	'https://198.18.0.1/',
	'https://224.0.0.1/',
];
const loopback = [
	'https://127.0.0.1/',
	'https://127.1/',
	'https://2130706433/',
	'https://0177.0.0.1/',
	'https://0x7f.0.0.1/',
	'https://0x7f000001/',
	'https://%31%32%37.0.0.1/',
	'https://１２７.0.0.1/',
	'https://[::1]/',
	'https://[::ffff:127.0.0.1]/',
	'https://localhost/',
	'https://x.localhost/',
	'https://LOCALHOST./',
];

describe('Webhooks: where deliveries may go', () => {
	test.each(['http://hooks.example/', 'ftp://hooks.example/', 'http://8.8.8.8/'])(
		'the URL must start with https:// and %s is refused',
		(url) => {
			for (const allowed of [false, true]) expect(targetProblem(url, allowed)).toBe('must start with https://');
		},
	);

	test.each(privateAddresses)('%s is private: refused with and without the flag', (url) => {
		expect(targetProblem(url, false)).not.toBeNull();
		expect(targetProblem(url, true)).not.toBeNull();
	});

	test.each(loopback)('%s is loopback: refused, accepted with the flag, then also over HTTP', (url) => {
		for (const one of [url, url.replace('https:', 'http:')]) expect(targetProblem(one, false)).toMatch(/^must not point to this machine, unless .* --allow-loopback-http$/);
		expect(targetProblem(url, true)).toBeNull();
		expect(targetProblem(url.replace('https:', 'http:'), true)).toBeNull();
	});

	test('public names and addresses are accepted, credentials in the URL are not', () => {
		for (const url of ['https://hooks.example/a?b=c', 'https://8.8.8.8/', 'https://[2606:4700::1111]/']) {
			expect(targetProblem(url, false)).toBeNull();
		}
		expect(targetProblem('https://user:pass@hooks.example/', false)).not.toBeNull();
	});

	test('seen over HTTP: 400 validation_error without the flag', async () => {
		const { sandbox, account } = await startTestSandbox({ allowLoopbackHttp: false });
		const { call } = account();
		for (const url of ['http://127.0.0.1:5678/hook', 'http://hooks.example', 'https://10.0.0.1/']) {
			const reply = await call('POST', '/api/v1/webhooks', { url, events: ['transcript.ready'] });
			expect([errorOf(reply), messageOf(reply)]).toEqual(['400 validation_error', expect.stringMatching(/^url: must /)]);
		}
		await sandbox.stop();
	});

	test('a name is checked by the address the connection uses', async () => {
		const receiver = await startReceiver();
		const url = receiver.url.replace('127.0.0.1', 'localhost');
		const delivery = { url, headers: {}, body: '{}', timeoutMs: 5000, signal: new AbortController().signal };
		const refused = await send({ ...delivery, permits: addressRule('http:', false) });
		expect(refused).toMatchObject({ status: null, error: expect.stringContaining('not a public address') });
		expect(receiver.received).toHaveLength(0);
		expect(await send({ ...delivery, permits: addressRule('http:', true) })).toMatchObject({ status: 200 });
		await receiver.stop();
	});

	test.each([
		['a private address', ['10.0.0.5']],
		['the address of cloud metadata', ['169.254.169.254']],
		['a public address and a private one', ['8.8.8.8', '192.168.0.1']],
		['loopback, written as IPv6', ['::ffff:127.0.0.1']],
		['an address that stands for a private one in IPv6', ['64:ff9b::a00:1']],
		['nothing', []],
	])('a name that means %s is refused before a connection is made', async (_name, addresses) => {
		const outcome = await send({
			url: 'https://hooks.example/',
			headers: {},
			body: '{}',
			timeoutMs: 5000,
			signal: new AbortController().signal,
			permits: addressRule('https:', false),
			lookup: (_hostname, _options, callback) => callback(null, addresses.map((address) => ({ address, family: isIP(address) }))),
		});
		expect(outcome).toMatchObject({ status: null, error: expect.stringContaining('is not a public address') });
	});

	test('a name is resolved once, so that it cannot change before the connection', async () => {
		const receiver = await startReceiver();
		const answers = ['127.0.0.1', '10.0.0.5'];
		const outcome = await send({
			url: receiver.url.replace('127.0.0.1', 'hooks.example'),
			headers: {},
			body: '{}',
			timeoutMs: 5000,
			signal: new AbortController().signal,
			permits: addressRule('http:', true),
			lookup: (_hostname, _options, callback) => callback(null, [{ address: answers.shift() ?? '', family: 4 }]),
		});
		expect(outcome).toMatchObject({ status: 200 });
		expect(answers).toEqual(['10.0.0.5']);
		expect(receiver.received[0]?.headers.host).toMatch(/^hooks\.example:/);
		await receiver.stop();
	});
});
