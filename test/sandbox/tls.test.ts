import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { RegisteredWebhook } from '../../src/api/index.ts';
import { dataOf, startTestSandbox } from './support/harness.ts';
import { startReceiver } from './support/receiver.ts';

const certificateFor = (name: string) =>
	generate([{ name: 'commonName', value: name }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
	});

const trusted = getCACertificates('default');
afterEach(() => setDefaultCACertificates(trusted));

/** Sends a test delivery over HTTPS to a receiver with this certificate. */
async function deliverTo(certificate: Awaited<ReturnType<typeof certificateFor>>) {
	const receiver = await startReceiver(undefined, certificate);
	const { sandbox, account } = await startTestSandbox();
	const { id: userId, call, importMeeting } = account();
	const hook = { url: receiver.url, events: ['transcript.ready'] };
	const { id } = dataOf(RegisteredWebhook, await call('POST', '/api/v1/webhooks', hook));
	const reply = await call('POST', '/api/v1/webhooks/test', { id });
	await importMeeting();
	await sandbox.settled();
	const [delivery] = sandbox.deliveries(userId);
	await sandbox.stop();
	await receiver.stop();
	return { id, answer: reply.body, delivery, events: receiver.events() };
}

describe('Webhooks: deliveries over HTTPS', () => {
	test('with a trusted certificate the delivery succeeds', async () => {
		const certificate = await certificateFor('localhost');
		setDefaultCACertificates([...trusted, certificate.cert]);
		const { id, answer, delivery, events } = await deliverTo(certificate);
		expect(answer).toEqual({ data: { id, statusCode: 200 } });
		expect(delivery).toMatchObject({ event: 'transcript.ready', status: 200, error: null });
		expect(events).toEqual(['webhook.test', 'transcript.ready']);
	});

	test('with an untrusted certificate the delivery fails', async () => {
		const { id, answer, delivery, events } = await deliverTo(await certificateFor('localhost'));
		const error = expect.stringContaining('self-signed certificate');
		expect(answer).toEqual({ data: { id, statusCode: 0, error } });
		expect(delivery).toMatchObject({ event: 'transcript.ready', status: null, error });
		expect(events).toEqual([]);
	});

	test('with a trusted certificate for another name the delivery fails', async () => {
		const certificate = await certificateFor('other.example');
		setDefaultCACertificates([...trusted, certificate.cert]);
		const { delivery, events } = await deliverTo(certificate);
		expect(delivery).toMatchObject({ status: null, error: expect.stringContaining("does not match certificate's altnames") });
		expect(events).toEqual([]);
	});
});
