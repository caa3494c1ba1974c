

/** A sparse vector of length 1. */
export type Vector = ReadonlyMap<string, number>;

/** TF-IDF vectors of the given lists of stems, each scaled to length 1. */
export function vectorsOf(documents: readonly (readonly string[])[]): Vector[] {
	const holding = new Map<string, number>();
	for (const stems of documents) for (const stem of new Set(stems)) holding.set(stem, (holding.get(stem) ?? 0) + 1);
	return documents.map((stems) => {
		const weights = new Map<string, number>();
		for (const stem of stems) {
			weights.set(stem, (weights.get(stem) ?? 0) + Math.log(1 + documents.length / (holding.get(stem) ?? 1)));
		}
		return scaled(weights);
	});
}

/** Cosine of two vectors of length 1. */
export function cosine(a: Vector, b: Vector): number {
	const [small, large] = a.size < b.size ? [a, b] : [b, a];
	let sum = 0;
	for (const [stem, weight] of small) sum += weight * (large.get(stem) ?? 0);
	return sum;
}

/** The direction of several vectors together. */
export function sumOf(vectors: readonly Vector[]): Vector {
	const sum = new Map<string, number>();
	for (const vector of vectors) for (const [stem, weight] of vector) sum.set(stem, (sum.get(stem) ?? 0) + weight);
	return scaled(sum);
}

function scaled(weights: Map<string, number>): Vector {
	const length = Math.hypot(...weights.values()) || 1;
	return new Map([...weights].map(([stem, weight]) => [stem, weight / length]));
}
