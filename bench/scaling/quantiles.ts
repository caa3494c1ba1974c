/** The middle of what was measured, and its slow end. NaN of nothing. */
export function quantiles(values: readonly number[]) {
	const sorted = values.toSorted((a, b) => a - b);
	const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
	return { median: at(0.5), p95: at(0.95), p99: at(0.99) };
}
