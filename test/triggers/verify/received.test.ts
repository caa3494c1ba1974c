import { readDelivery } from '../../../src/triggers/verify.ts';

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const whole = { event: 'conversation.shared', data: { conversationId: 'c1', extra: [1, null] }, timestamp: '2026-01-01T10:00:00.000Z' };

test('a delivery, with whatever else is in its data', () => {
	expect(readDelivery(bytes({ ...whole, id: 7 }), undefined)).toEqual({ ...whole, conversationId: 'c1' });
});

test('an unknown event kind is not a broken delivery', () => {
	expect(readDelivery(bytes({ ...whole, event: 'conversation.merged' }), undefined)).toMatchObject({ event: 'conversation.merged' });
});

test.each([
	['no event in the body', { ...whole, event: undefined }, { event: 'from.header' }],
	['an event that is none', { ...whole, event: 7 }, { event: 'from.header' }],
	['an empty event', { ...whole, event: '' }, { event: 'from.header' }],
	['a timestamp that is none', { ...whole, timestamp: 'now' }, { event: whole.event, timestamp: null }],
	['a conversation that is none', { ...whole, data: { conversationId: 7 } }, { conversationId: undefined }],
])('%s is not a reason to refuse it', (_, body, read) => {
	expect(readDelivery(bytes(body), 'from.header')).toMatchObject(read);
});

test.each(['2026-01-01T10:00Z', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00.5Z', '2026-01-01T10:00:00.123456+02:00', '2026-01-01T10:00-05:30'])(
	'%s is a time',
	(timestamp) => expect(readDelivery(bytes({ ...whole, timestamp }), undefined)?.timestamp).toBe(timestamp),
);

test.each([
	1_767_261_600_000,
	['2026-01-01T10:00:00Z'],
	'2026-01-01',
	'2026-01-01T10:00:00',
	'2026-01-01T10:00:00.Z',
	'2026-01-01T10:00:00+2:00',
	'2026-01-01T10:00:00+02:0',
	'2026-13-01T10:00:00Z',
	'on 2026-01-01T10:00:00Z',
	'2026-01-01T10:00:00Z (UTC)',
	'1 January 2026 10:00 UTC',
].map((timestamp) => [timestamp]))('%j is no time', (timestamp) => {
	expect(readDelivery(bytes({ ...whole, timestamp }), undefined)?.timestamp).toBeNull();
});

test.each([
	['nothing', ''],
	['a cut body', '{"event":"x"'],
	['broken UTF-8', Buffer.concat([Buffer.from('{"event":"x","data":{"title":"'), Buffer.from([0xff]), Buffer.from('"}}')])],
	['a list', []],
	['data null', { ...whole, data: null }],
])('%s cannot be read', (_, body) => {
	expect(readDelivery(Buffer.isBuffer(body) ? body : bytes(body), 'from.header')).toBeNull();
});

test('without any event it cannot be read', () => {
	expect(readDelivery(bytes({ data: {} }), undefined)).toBeNull();
});
