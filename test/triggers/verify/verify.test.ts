import { readSigned, type Rules, signatureOf, verifyDelivery } from '../../../src/triggers/verify.ts';

const NOW = Date.parse('2026-03-02T09:15:00Z');
const SECOND = 1000;
const bytes = (text: string) => new TextEncoder().encode(text);
const event = { event: 'conversation.created', data: { conversationId: 'c1' }, timestamp: new Date(NOW).toISOString() };
const body = bytes(JSON.stringify(event));
const rules: Rules = { secrets: ['old', 'new'], maxAgeSeconds: 300 };

const headersOf = (headers: Readonly<Record<string, string>>) => (name: string) => headers[name.toLowerCase()];
const signed = async (rawBody: Uint8Array = body, prefix = 'svc', secret = 'new') => headersOf({ [`x-${prefix}-signature`]: await signatureOf(rawBody, secret) });

test('a delivery that one of the secrets signed is read', async () => {
	const received = { ...event, conversationId: 'c1' };
	expect(await verifyDelivery({ header: await signed(), rawBody: () => body }, rules, NOW)).toEqual({ received, rawBody: body });
	expect(await readSigned(body, await signed(body, 'svc', 'old'), rules, NOW)).toEqual(received);
});

test('the kind may be in the headers, whose prefix is the service’s', async () => {
	const rawBody = bytes(JSON.stringify({ data: {} }));
	const header = headersOf({ 'x-acme-signature': await signatureOf(rawBody, 'new'), 'x-acme-event': 'transcript.ready' });
	expect(await readSigned(rawBody, header, { ...rules, headerPrefix: 'X-Acme' }, NOW)).toMatchObject({ event: 'transcript.ready', timestamp: null });
	expect(await readSigned(rawBody, header, rules, NOW)).toBe('signature');
});

const zeros = '0'.repeat(64);
test.each([undefined, '', 'sha256=', `${zeros}0`, `0${zeros}`, `sha1=${zeros}`, `${'A'.repeat(44)}=`, `${'A'.repeat(43)}==`, `${'A'.repeat(42)}B=`])('the body of a request with the signature %j is not even read', async (signature) => {
	const rawBody = jest.fn(() => body);
	expect(await verifyDelivery({ header: () => signature, rawBody }, rules, NOW)).toBe('signature');
	expect(rawBody).not.toHaveBeenCalled();
});

test.each([
	['too large', null, 'tooLarge'],
	['other than what was signed', bytes('{}'), 'signature'],
])('a body that is %s is refused', async (_, rawBody, refused) => {
	expect(await verifyDelivery({ header: await signed(), rawBody: async () => rawBody }, rules, NOW)).toBe(refused);
});

test('what is signed but no event is unreadable', async () => {
	const rawBody = bytes('[]');
	expect(await verifyDelivery({ header: await signed(rawBody), rawBody: () => rawBody }, rules, NOW)).toBe('unreadable');
});

test.each([
	[{ maxAgeSeconds: 300 }, 300, false],
	[{ maxAgeSeconds: 300 }, 301, true],
	[{ maxAgeSeconds: 300 }, -300, false],
	[{ maxAgeSeconds: 300 }, -301, true],
	[{ maxAgeSeconds: 300, maxAheadSeconds: 60 }, -60, false],
	[{ maxAgeSeconds: 300, maxAheadSeconds: 60 }, -61, true],
	[{ maxAgeSeconds: 300, maxAheadSeconds: 60 }, 300, false],
	[{ maxAgeSeconds: 0 }, 1e6, false],
	[{ maxAgeSeconds: 0 }, -1e6, false],
])('with %j, a delivery of %d seconds ago is stale: %j', async (window, seconds, isStale) => {
	const read = await readSigned(body, await signed(), { ...rules, ...window }, NOW + seconds * SECOND);
	expect(read === 'stale').toBe(isStale);
});

test('a delivery without a time is never stale', async () => {
	const rawBody = bytes(JSON.stringify({ ...event, timestamp: undefined }));
	expect(await readSigned(rawBody, await signed(rawBody), rules, NOW)).toMatchObject({ timestamp: null });
});
