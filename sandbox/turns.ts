/** Runs work with the same key one at a time, in the order requested, even after a failure. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates empty queues. A key is dropped once its work is done. */
export function createTurns(): InTurn {
	const lastOf = new Map<string, Promise<unknown>>();
	return (key, work) => {
		const turn = (lastOf.get(key) ?? Promise.resolve()).then(work, work);
		const forget = () => void (lastOf.get(key) === turn && lastOf.delete(key));
		lastOf.set(key, turn);
		turn.then(forget, forget);
		return turn;
	};
}
