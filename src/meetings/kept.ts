import { trust } from '../client/index.ts';

/** What a run has read, or is reading. Failures are not kept. */
export interface Kept {
	readonly has: (about: string, key: string) => boolean;
	/** Reads something once. `about`: forgotten together with this. */
	readonly once: <T>(about: string, key: string, read: () => Promise<T>) => Promise<T>;
	readonly forget: (about: string) => void;
}

export function createKept(): Kept {
	const known = new Map<string, Map<string, Promise<unknown>>>();
	return {
		has: (about, key) => known.get(about)?.has(key) ?? false,
		once: async <T>(about: string, key: string, read: () => Promise<T>): Promise<T> => {
			const ofOne = known.get(about) ?? new Map<string, Promise<unknown>>();
			known.set(about, ofOne);
			const asked = ofOne.get(key) ?? read();
			ofOne.set(key, asked);
			return trust<T>(
				await asked.catch((error: unknown) => {
					if (ofOne.get(key) === asked) ofOne.delete(key);
					throw error;
				}),
			);
		},
		forget: (about) => void known.delete(about),
	};
}
