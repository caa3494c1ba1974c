const ROUNDS = 64;

const isPrime = (number: number): boolean => {
	for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
	return true;
};

const primes: readonly number[] = Array.from({ length: 312 }, (_, index) => index).filter((number) => number > 1 && isPrime(number));

/** The first 32 bits after the point. */
const fraction = (number: number): number => ((number % 1) * 2 ** 32) | 0;

const K = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The bytes, a 1, zeros, and the number of bits in the last 8 bytes. */
function padded(bytes: Uint8Array): DataView {
	const all = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
	all.set(bytes);
	all[bytes.length] = 0x80;
	const view = new DataView(all.buffer);
	view.setBigUint64(all.length - 8, BigInt(bytes.length) * 8n);
	return view;
}

/**
 * SHA-256 as FIPS 180-4 describes it, for keys that stand for a text. Web Crypto has it only as a promise, and formats
 * run where there is no `node:crypto`. Signatures are not checked with it.
 */
export function sha256(text: string): Uint8Array {
	const view = padded(new TextEncoder().encode(text));
	const hash = Int32Array.from(START);
	const words = new Int32Array(ROUNDS);
	for (let block = 0; block < view.byteLength; block += 64) {
		for (let index = 0; index < 16; index++) words[index] = view.getInt32(block + index * 4);
		for (let index = 16; index < ROUNDS; index++) {
			const [early, late] = [words[index - 15] ?? 0, words[index - 2] ?? 0];
			const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
			const big = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
			words[index] = (words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + big;
		}
		let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
		for (let index = 0; index < ROUNDS; index++) {
			const chosen = (e & f) ^ (~e & g);
			const majority = (a & b) ^ (a & c) ^ (b & c);
			const one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + (K[index] ?? 0) + (words[index] ?? 0);
			const two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
			[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
		}
		[a, b, c, d, e, f, g, h].forEach((word, index) => (hash[index] = (hash[index] ?? 0) + word));
	}
	const digest = new DataView(new ArrayBuffer(32));
	hash.forEach((word, index) => digest.setInt32(index * 4, word));
	return new Uint8Array(digest.buffer);
}

export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
