import { createHmac, randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { isSigned } from '../../src/triggers/index.ts';

/**
 * Whether the time a check takes reveals how much of a digest is right: digests whose first byte is wrong against those whose
 * last byte is wrong, in turns, so that other load affects both alike.
 */
const BATCHES = 20_000;
const CHECKS = 20;

const secret = randomBytes(32).toString('hex');
const body = randomBytes(2000);
const digest = createHmac('sha256', secret).update(body).digest();
const wrongAt = (place: number): string => Buffer.from(digest.map((byte, index) => (index === place ? byte ^ 1 : byte))).toString('hex');
const headers = { first: wrongAt(0), last: wrongAt(31) };

/** Nanoseconds for one check. */
async function measure(header: string): Promise<number> {
	const from = performance.now();
	for (let check = 0; check < CHECKS; check++) if (await isSigned(body, header, [secret])) throw new Error('A forgery was accepted');
	return ((performance.now() - from) * 1e6) / CHECKS;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The squared standard error of the mean. */
function errorOf(values: readonly number[], middle: number): number {
	const spread = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
	return spread / values.length;
}

/** The slowest tenth was interrupted by something else. */
const undisturbed = (values: readonly number[]): readonly number[] =>
	[...values].sort((a, b) => a - b).slice(0, Math.floor(values.length * 0.9));

const times: Record<keyof typeof headers, number[]> = { first: [], last: [] };
for (let batch = 0; batch < BATCHES; batch++) {
	const isFirst = batch % 2 === 0;
	for (const which of isFirst ? (['first', 'last'] as const) : (['last', 'first'] as const)) times[which].push(await measure(headers[which]));
}
const [first, last] = [undisturbed(times.first), undisturbed(times.last)];
const [meanFirst, meanLast] = [mean(first), mean(last)];
const t = (meanFirst - meanLast) / Math.sqrt(errorOf(first, meanFirst) + errorOf(last, meanLast));
console.log(`${BATCHES * CHECKS} checks each of a body of ${body.length} bytes`);
console.log(`first byte wrong: ${meanFirst.toFixed(1)} ns`);
console.log(`last byte wrong:  ${meanLast.toFixed(1)} ns`);
console.log(`difference:       ${(meanFirst - meanLast).toFixed(1)} ns, t = ${t.toFixed(2)} (noise is between -3 and 3)`);
