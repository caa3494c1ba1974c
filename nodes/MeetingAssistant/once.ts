/** Does the work when first asked and gives everybody its result; after a failure the next one tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return () =>
		(result ??= work().catch((error: unknown) => {
			result = undefined;
			throw error;
		}));
}
