import type { InTurn } from '../turns.ts';

export interface Made<T> {
	readonly result: T;
	/** Whether it was saved before. */
	readonly cached: boolean;
}

/** The saved result, or a new one. Of requests at the same time one makes it, and the others wait for what it saved. */
export const savedOrMade = <T>(
	inTurn: InTurn,
	key: string,
	find: () => T | undefined,
	make: () => Promise<T>,
): Promise<Made<T>> =>
	inTurn(key, async () => {
		const saved = find();
		return saved === undefined ? { result: await make(), cached: false } : { result: saved, cached: true };
	});
