import { isSigned } from '../../../src/triggers/verify.ts';

/**
 * RFC 4231, section 4: HMAC-SHA-256. Only the cases whose key is text, like a secret. Case 5 is about truncated digests, which are
 * refused.
 */
const rfc4231 = [
	{
		name: 'case 1, 20 bytes of 0x0b',
		secret: '\x0b'.repeat(20),
		body: Buffer.from('Hi There'),
		hex: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
	},
	{
		name: 'case 2, a key shorter than the digest',
		secret: 'Jefe',
		body: Buffer.from('what do ya want for nothing?'),
		hex: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
	},
];

test.each(rfc4231)('RFC 4231, $name', async ({ secret, body, hex }) => {
	expect(await isSigned(body, hex, [secret])).toBe(true);
	expect(await isSigned(body, hex, [`${secret}x`])).toBe(false);
});

test('RFC 4231, case 5: a digest cut to 128 bits is refused, although correct', async () => {
	expect(await isSigned(Buffer.from('Test With Truncation'), 'a3b6167473100ee06e0c796c2955552b', ['\x0c'.repeat(20)])).toBe(false);
});

// printf '%s' "$body" | openssl dgst -sha256 -hmac whsec_quillbrook [-binary | base64]
const body = Buffer.from('{"event":"webhook.test","data":{"message":"Grüße"}}');
const byOpenssl = { hex: 'c9548b152e2d2e0d62ac00f8e1ba10c0ca1218c14f6cf2e5c8fae0e318c79ebb', base64: 'yVSLFS4tLg1irAD44boQwMoSGMFPbPLlyPrg4xjHnrs=' };

test.each(Object.entries(byOpenssl))('what openssl signs, as %s', async (_, digest) => {
	expect(await isSigned(body, digest, ['whsec_quillbrook'])).toBe(true);
	expect(await isSigned(body, `sha256=${digest}`, ['whsec_quillbrook'])).toBe(true);
	expect(await isSigned(Buffer.concat([body, Buffer.from('\n')]), digest, ['whsec_quillbrook'])).toBe(false);
});
