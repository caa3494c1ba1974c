import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { isSigned, maySign, readDelivery } from '../../../src/triggers/verify.ts';
import { anyText } from '../../support/anyText.ts';

/** Of each property. RUNS=20000 for 100,000 cases in all. */
const RUNS = Number(process.env.RUNS ?? 1000);

/** The secret, which no forger knows. */
const SECRET = randomBytes(32).toString('hex');
const digestOf = (body: Uint8Array, secret: string = SECRET): Buffer => createHmac('sha256', secret).update(body).digest();

const texts = fc.oneof(fc.string(), anyText(), fc.json());
const bodies = fc.oneof(fc.uint8Array({ maxLength: 300 }), texts.map((text) => Buffer.from(text)));
const forms = fc.constantFrom(
	(digest: Buffer) => digest.toString('hex'),
	(digest: Buffer) => digest.toString('base64'),
	(digest: Buffer) => `sha256=${digest.toString('hex')}`,
	(digest: Buffer) => `sha256=${digest.toString('base64')}`,
);

/** Anything that a forger may write into the header without the secret. */
const guesses = fc.oneof(
	fc.constant(undefined),
	texts,
	fc.tuple(forms, fc.uint8Array({ minLength: 32, maxLength: 32 })).map(([form, bytes]) => form(Buffer.from(bytes))),
	fc.tuple(forms, bodies).map(([form, body]) => form(digestOf(body, ''))),
	fc.tuple(forms, bodies, fc.string()).map(([form, body, secret]) => form(digestOf(body, secret))),
	fc.stringMatching(/^(sha256=)?[0-9a-f]{60,68}$/),
	fc.stringMatching(/^(sha256=)?[A-Za-z0-9+/]{40,44}={0,2}$/),
);

const allow = { numRuns: RUNS };

test('no guess at a signature is accepted', async () => {
	await fc.assert(fc.asyncProperty(bodies, guesses, async (body, guess) => !(await isSigned(body, guess, [SECRET]))), allow);
});

test('a genuine signature does not fit another body', async () => {
	const pair = fc.tuple(bodies, bodies).filter(([one, other]) => Buffer.compare(one, other) !== 0);
	await fc.assert(fc.asyncProperty(pair, forms, async ([seen, forged], form) => !(await isSigned(forged, form(digestOf(seen)), [SECRET]))), allow);
});

/** Edits that someone who has recorded a genuine header may try. */
const edits = fc.oneof(
	fc.tuple(fc.nat(), fc.string({ minLength: 1, maxLength: 1 })).map(([at, by]) => (text: string) => {
		const place = at % text.length;
		return text.slice(0, place) + by + text.slice(place + 1);
	}),
	fc.nat({ max: 80 }).map((length) => (text: string) => text.slice(0, length)),
	fc.string({ minLength: 1 }).map((more) => (text: string) => text + more),
	fc.string({ minLength: 1 }).map((more) => (text: string) => more + text),
);

test('a genuine signature that was changed in any way is refused, unless it still carries the same bytes', async () => {
	await fc.assert(
		fc.asyncProperty(bodies, forms, edits, async (body, form, edit) => {
			const digest = digestOf(body);
			const header = edit(form(digest));
			const isSame = [digest.toString('hex'), digest.toString('base64')].includes(header.replace(/^sha256=/, ''));
			return (await isSigned(body, header, [SECRET])) === isSame && (!isSame || maySign(header));
		}),
		allow,
	);
});

test.each([undefined, '', 'sha256=', 'é', '0'.repeat(63), '0'.repeat(65), 'A'.repeat(44)])('%j cannot be a signature, whatever the body', (header) => {
	expect(maySign(header)).toBe(false);
});

test('only a secret in force counts', async () => {
	await fc.assert(
		fc.asyncProperty(bodies, forms, fc.array(fc.string(), { maxLength: 3 }), async (body, form, others) =>
			!(await isSigned(body, form(digestOf(body)), others)) && (await isSigned(body, form(digestOf(body)), [...others, SECRET])),
		),
		allow,
	);
});

const values = fc.oneof(fc.anything(), fc.string(), fc.constant('2026-01-01T10:00:00.000Z'), fc.constant({ conversationId: 'c1' }));
const nearlyRight = fc
	.dictionary(fc.constantFrom('event', 'data', 'timestamp', '__proto__', 'constructor', 'error', 'other'), values)
	.map((body) => Buffer.from(JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? ''));

test('whatever was signed, reading it gives an event with data or nothing, and never an exception', () => {
	fc.assert(
		fc.property(fc.oneof(bodies, nearlyRight), fc.option(fc.string(), { nil: undefined }), (body, header) => {
			const received = readDelivery(body, header);
			if (received === null) return true;
			const { event, data, timestamp, conversationId } = received;
			return (
				event.length > 0 &&
				data instanceof Object &&
				(timestamp === null || !Number.isNaN(Date.parse(timestamp))) &&
				conversationId !== ''
			);
		}),
		{ numRuns: RUNS },
	);
});
