import cryptoJs from 'crypto-js';
import fc from 'fast-check';
import { isSigned } from '../../../src/triggers/verify.ts';

/** Signs with crypto-js, independently of node:crypto, which verifies. */
function sign(body: Uint8Array, secret: string): CryptoJS.lib.WordArray {
	return cryptoJs.HmacSHA256(cryptoJs.enc.Hex.parse(Buffer.from(body).toString('hex')), secret);
}
const hex = (body: Uint8Array, secret: string) => sign(body, secret).toString(cryptoJs.enc.Hex);
const base64 = (body: Uint8Array, secret: string) => sign(body, secret).toString(cryptoJs.enc.Base64);

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Another text for the same bytes: two bits of the last character stand for nothing. */
const withStrayBits = (digest: string) => digest.replace(/(.)=$/, (_, last: string) => `${BASE64[BASE64.indexOf(last) + 1]}=`);

const body = Buffer.from('{"event":"webhook.test","data":{"message":"Grüße"}}');

test('what crypto-js signs is accepted, in every form, for any bytes and secrets', async () => {
	await fc.assert(
		fc.asyncProperty(fc.uint8Array(), fc.string({ minLength: 1 }).filter((text) => text.isWellFormed()), async (bytes, secret) => {
			const forms = [hex(bytes, secret), `sha256=${hex(bytes, secret)}`, base64(bytes, secret), `sha256=${base64(bytes, secret)}`];
			for (const form of forms) if (!(await isSigned(bytes, form, ['another', secret]))) return false;
			return true;
		}),
	);
});

test('one changed byte of body, digest or secret is refused', async () => {
	await fc.assert(
		fc.asyncProperty(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }), async (bytes, at, change) => {
			const digest = hex(bytes, 'secret');
			const changed = Uint8Array.from(bytes);
			changed[at % bytes.length] = (changed[at % bytes.length] ?? 0) ^ change;
			const wrong = Buffer.from(digest, 'hex');
			wrong[at % 32] = (wrong[at % 32] ?? 0) ^ change;
			return (
				!(await isSigned(changed, digest, ['secret'])) &&
				!(await isSigned(bytes, wrong.toString('hex'), ['secret'])) &&
				!(await isSigned(bytes, digest, [`secret${change}`]))
			);
		}),
	);
});

test.each([
	['no header', undefined],
	['an empty one', ''],
	['upper-case hex', hex(body, 'secret').toUpperCase()],
	['hex with a space', ` ${hex(body, 'secret')}`],
	['too short', hex(body, 'secret').slice(2)],
	['too long', `${hex(body, 'secret')}00`],
	['another scheme', `sha1=${hex(body, 'secret')}`],
	['two prefixes', `sha256=sha256=${hex(body, 'secret')}`],
	['base64 with stray bits', withStrayBits(base64(body, 'secret'))],
])('%s is refused', async (_, header) => expect(await isSigned(body, header, ['secret'])).toBe(false));

test('without a secret nothing is signed, not even with the empty one', async () => {
	expect(await isSigned(body, hex(body, 'secret'), [])).toBe(false);
	expect(await isSigned(body, hex(body, ''), [''])).toBe(false);
});
