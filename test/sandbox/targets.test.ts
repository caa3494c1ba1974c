import { addressRule, targetProblem } from '../../sandbox/deliveries/target.ts';
import { send } from '../../sandbox/deliveries/send.ts';
import { errorOf, startTestSandbox } from './support/harness.ts';
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
	'https://224.0.0.1/',
];
const loopback = [
	'https://127.0.0.1/',
	'https://127.1/',
	'https://2130706433/',
	'https://[::1]/',
	'https://[::ffff:127.0.0.1]/',
	'https://localhost/',
	'https://x.localhost/',
];

describe('Webhooks: where deliveries may go', () => {
	test.each(['http://hooks.example/', 'ftp://hooks.example/', 'http://8.8.8.8/'])(
		'only HTTPS URLs are accepted: %s is refused',
		(url) => {
			expect(targetProblem(url, false)).not.toBeNull();
			expect(targetProblem(url, true)).not.toBeNull();
		},
	);

	test.each(privateAddresses)('%s is private: refused with and without the flag', (url) => {
		expect(targetProblem(url, false)).not.toBeNull();
		expect(targetProblem(url, true)).not.toBeNull();
	});

	test.each(loopback)('%s is loopback: refused, accepted with the flag, then also over HTTP', (url) => {
		expect(targetProblem(url, false)).not.toBeNull();
		expect(targetProblem(url, true)).toBeNull();
		expect(targetProblem(url.replace('https:', 'http:'), true)).toBeNull();
		expect(targetProblem(url.replace('https:', 'http:'), false)).not.toBeNull();
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
		for (const url of ['http://127.0.0.1:5678/hook', 'http://hooks.example', ...privateAddresses]) {
			expect(errorOf(await call('POST', '/api/v1/webhooks', { url, events: ['transcript.ready'] }))).toBe(
				'400 validation_error',
			);
		}
		await sandbox.stop();
	});

	test('a name is checked by the address the connection would use', async () => {
		const receiver = await startReceiver();
		const url = receiver.url.replace('127.0.0.1', 'localhost');
		const delivery = { url, headers: {}, body: '{}', timeoutMs: 5000, signal: new AbortController().signal };
		const refused = await send({ ...delivery, permits: addressRule('http:', false) });
		expect(refused).toMatchObject({ status: null, error: expect.stringContaining('not a public address') });
		expect(receiver.received).toHaveLength(0);
		expect(await send({ ...delivery, permits: addressRule('http:', true) })).toMatchObject({ status: 200 });
		await receiver.stop();
	});

	test('a webhook registered with the flag stays silent in a sandbox started without it', async () => {
		const receiver = await startReceiver();
		const delivery = {
			url: receiver.url,
			headers: {},
			body: '{}',
			timeoutMs: 5000,
			signal: new AbortController().signal,
		};
		expect(await send({ ...delivery, permits: addressRule('http:', false) })).toMatchObject({ status: null });
		expect(receiver.received).toHaveLength(0);
		await receiver.stop();
	});
});
