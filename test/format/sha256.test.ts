import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { hexOf, sha256 } from '../../src/format/sha256.ts';

test('a text has the digest that Node gives it, at every length around a block and in every script', () => {
	const of = (text: string) => createHash('sha256').update(text).digest('hex');
	for (let length = 0; length < 200; length++) expect(hexOf(sha256('ä'.repeat(length)))).toBe(of('ä'.repeat(length)));
	fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => hexOf(sha256(text)) === of(text)), { numRuns: 2000 });
});
