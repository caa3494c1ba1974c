import fc from 'fast-check';

const junk = fc.oneof(fc.constant(null), fc.jsonValue({ maxDepth: 2 }));

function shapeOf(sample: unknown): fc.Arbitrary<unknown> {
	return fc.oneof({ weight: 6, arbitrary: keptShape(sample) }, { weight: 1, arbitrary: junk });
}

function keptShape(sample: unknown): fc.Arbitrary<unknown> {
	if (Array.isArray(sample)) return fc.array(fc.oneof(junk, ...sample.map(shapeOf)), { maxLength: 4 });
	if (typeof sample !== 'object' || sample === null) return fc.constant(sample);
	const fields = Object.entries(sample).map(([key, value]) => [key, shapeOf(value)]);
	return fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: [] });
}

/** Malformed answers: like the sample, but any field may be missing, null or any other JSON value. */
export const drifted = (sample: unknown) => shapeOf(sample).map((value) => JSON.parse(JSON.stringify(value ?? null)));
