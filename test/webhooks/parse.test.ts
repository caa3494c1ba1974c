import fc from 'fast-check';
import { parseDelivery } from '../../src/webhooks/index.ts';

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const whole = { event: 'conversation.shared', data: { conversationId: 'c1' }, timestamp: '2026-01-01T10:00:00.000Z' };

test('a delivery, with whatever else is in it', () => {
	const delivery = { ...whole, id: 7, data: { conversationId: 'c1', extra: [1] } };
	expect(parseDelivery(bytes(delivery))).toEqual({ ok: true, delivery });
});

test('an event kind nobody knows yet is not a broken delivery', () => {
	expect(parseDelivery(bytes({ ...whole, event: 'conversation.merged' }))).toMatchObject({ ok: true });
});

test.each([
	['nothing', '', 'not JSON'],
	['a cut body', '{"event":"x"', 'not JSON'],
	['broken UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not JSON'],
	['a list', [], 'body'],
	['no event', { ...whole, event: undefined }, 'event'],
	['data null', { ...whole, data: null }, 'data'],
	['a timestamp that is none', { ...whole, timestamp: 'now' }, 'timestamp'],
])('%s is refused with a reason', (_, body, words) => {
	const result = parseDelivery(Buffer.isBuffer(body) ? body : bytes(body));
	expect(result).toEqual({ ok: false, reason: expect.stringContaining(words) });
});

test('nothing makes it throw', () => {
	fc.assert(fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes)), (body) => void parseDelivery(body)));
});
